"""A benchmark shares no list and no function with what it measures: what both got wrong would be found right."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.syntax_trees import syntax_trees

ROOT = Path(__file__).resolve().parents[2]
FEWEST_NODES = 12
"""Of a syntax tree: less is said alike by chance, such as `("de", "en")` or `return len(text)`."""


def trees(folder: str) -> Iterator[tuple[str, ast.Module]]:
    paths = sorted((ROOT / folder).rglob("*.py"))
    yield from syntax_trees(path for path in paths if "migrations" not in path.parts).items()


def said_in(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What is said by the constants of a module and by its functions, without their names and docstrings."""
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                if name.isupper():
                    yield from large(name, [value])
            case ast.FunctionDef(name=name, body=body):
                yield from large(name, without_docstring(body))


def large(name: str, nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    if sum(1 for node in nodes for _ in ast.walk(node)) >= FEWEST_NODES:
        yield name, "".join(map(ast.dump, nodes))


def without_docstring(body: list[ast.stmt]) -> list[ast.AST]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return list(rest)
    return list(body)


def shared(measuring: Iterator[tuple[str, ast.Module]], measured: Iterator[tuple[str, ast.Module]]) -> list[str]:
    of_product = defaultdict(list)
    for path, tree in measured:
        for name, said in said_in(tree):
            of_product[said].append(f"{path}: {name}")
    return [
        f"{path}: {name} = {', '.join(of_product[said])}"
        for path, tree in measuring
        for name, said in said_in(tree)
        if said in of_product
    ]


def test_no_benchmark_shares_a_list_or_a_function_with_what_it_measures() -> None:
    assert shared(trees("benchmarks"), trees("apps")) == []


def test_the_comparison_sees_lists_and_functions_under_other_names() -> None:
    one = ast.parse(
        'A = (("(", ")"), ("[", "]"), ("{", "}"))\ndef f(x):\n    """Says."""\n    return x.lower().strip()[1:][:4]'
    )
    other = ast.parse('B: T = (("(", ")"), ("[", "]"), ("{", "}"))\ndef g(x):\n    return x.lower().strip()[1:][:4]')
    assert shared(iter([("one", one)]), iter([("other", other)])) == ["one: A = other: B", "one: f = other: g"]
