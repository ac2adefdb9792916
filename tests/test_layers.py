"""Imports point down only; this test reads every import of the product and names the file that breaks the rule."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What each layer may import from, besides itself.
BELOW = {
    "apps.llm": set(),
    "apps.documents": {"apps.llm"},
    "apps.graph": {"apps.llm", "apps.documents"},
    "apps.retrieval": {"apps.llm", "apps.documents", "apps.graph"},
    "apps.chat": {"apps.llm", "apps.documents", "apps.graph", "apps.retrieval"},
    "apps.simplify": {"apps.llm", "apps.documents", "apps.graph", "apps.retrieval"},
    "apps.evaluation": {"apps.llm", "apps.documents", "apps.graph", "apps.retrieval", "apps.chat", "apps.simplify"},
}


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] == "config":
        return "config"
    if parts[0] == "apps" and len(parts) > 1:
        return ".".join(parts[:2])
    return None


def imported_modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def violations(layer: str, source: str) -> set[str]:
    used = {layer_of(module) for module in imported_modules(ast.parse(source))}
    return {name for name in used if name and name != layer and name not in BELOW[layer]}


@pytest.mark.parametrize("path", sorted((ROOT / "apps").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_from_layers_below(path: Path) -> None:
    layer = layer_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
    if layer not in BELOW:
        return
    assert violations(layer, path.read_text(encoding="utf-8")) == set()


def test_the_rule_sees_an_import_that_points_up() -> None:
    assert violations("apps.documents", "def late():\n    from apps.chat import answering\n") == {"apps.chat"}
    assert violations("apps.llm", "from config import localdb") == {"config"}


def test_every_app_has_its_place_in_the_order() -> None:
    apps = {f"apps.{path.name}" for path in (ROOT / "apps").iterdir() if (path / "__init__.py").exists()}
    assert apps <= set(BELOW)
