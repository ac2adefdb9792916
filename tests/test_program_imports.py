"""Benchmarks and the programs of docs/ import where they need something, often late: what they name must exist."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("apps", "config")


def imported_names(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of each `from … import …` of the product's own, wherever it stands in the file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in OURS:
            yield from ((node.module, alias.name) for alias in node.names)


def exists(module: str, name: str) -> bool:
    try:
        if hasattr(importlib.import_module(module), name):
            return True
        importlib.import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return False
    return True


@pytest.mark.parametrize("folder", ["benchmarks", "docs", "bin", "examples"])
def test_what_a_program_imports_exists(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    names = {found: path for path in files for found in imported_names(path)}
    assert {str(path.relative_to(ROOT)): found for found, path in names.items() if not exists(*found)} == {}
