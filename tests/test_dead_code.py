"""Every function at the top of a module in apps/ and config/ is used by the product, not only by its tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.syntax_trees import syntax_trees

ROOT = Path(__file__).resolve().parent.parent
ONLY_FOR_TESTS = {
    "apps.llm.transport.circuit_breaker.reset_circuit_breakers",
    "apps.llm.transport.server_capabilities.forget_all_capabilities",
}
"""What one test must undo for the next one."""


def module_of(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def functions(module: str, tree: ast.Module) -> Iterator[str]:
    """Undecorated ones: a decorator may register what it decorates, such as a signal handler or a template tag."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list:
            yield f"{module}.{node.name}"


def used_by(module: str, tree: ast.Module, modules: set[str]) -> Iterator[str]:
    """Dotted names of what a file uses: imports, attributes of imported modules, its own names, dotted strings."""
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for statement in tree.body:
        own = statement.name if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) else ""
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id != own:
                yield f"{module}.{node.id}"
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
                yield node.value
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    imported = f"{node.module}.{alias.name}"
                    yield imported
                    if imported in modules:
                        yield from (f"{imported}.{name}" for name in attributes)


def unused_functions(root: Path) -> set[str]:
    paths = [path for top in ("apps", "config") for path in (root / top).rglob("*.py")]
    trees = {module_of(root / path, root): tree for path, tree in syntax_trees(paths, root).items()}
    defined = {
        name for module, tree in trees.items() if ".migrations." not in module for name in functions(module, tree)
    }
    used = {name for module, tree in trees.items() for name in used_by(module, tree, set(trees))}
    return defined - used


def test_no_function_is_left_that_nothing_uses() -> None:
    assert unused_functions(ROOT) - ONLY_FOR_TESTS == set()


def test_a_function_that_only_calls_itself_is_unused(tmp_path: Path) -> None:
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "charts.py").write_text(
        "def dot(x): return dot(x - 1)\ndef trend(): return line()\ndef line(): return 1\n"
    )
    (tmp_path / "apps" / "pages.py").write_text("from apps import charts\nfigure = charts.trend()\n")
    assert unused_functions(tmp_path) == {"apps.charts.dot"}
