"""Figures of the code that must not grow: long functions, `Any`, broad excepts, names that two classes share.

docs/architecture.md states them; each is counted over apps/ and config/, without migrations.
"""

import ast
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.import_graph import files_of_the_product
from tests.syntax_trees import syntax_trees

Function = ast.FunctionDef | ast.AsyncFunctionDef
Trees = Mapping[str, ast.Module]
Functions = list[tuple[str, Function]]
MOST_LINES = 58
MOST_LINES_OF_NINE_IN_TEN = 15
MEDIAN_LINES = 6
MOST_ANY = 0.08
"""Share of functions that mention `Any` in an annotation."""
MOST_BROAD_EXCEPTS = 10
BROAD = {"Exception", "BaseException"}
NAMED_BY_DJANGO = {"Command", "Media", "Meta"}
SHARED_CLASS_NAMES = {
    "Sentence": "one of an answer, with its citations, and one of a text to be rewritten, with what stands behind it",
}
"""Name -> why two classes may have it. At most five."""


@pytest.fixture(scope="module")
def trees() -> Trees:
    return syntax_trees(files_of_the_product().values())


@pytest.fixture(scope="module")
def all_functions(trees: Trees) -> Functions:
    """Each with the path of its file."""
    return [(path, function) for path, tree in trees.items() for function in functions(tree)]


def functions(tree: ast.AST) -> list[Function]:
    return [node for node in ast.walk(tree) if isinstance(node, Function)]


def lines_of(function: Function) -> int:
    """From `def` to the last line; decorators do not count."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def annotations(function: Function) -> Iterator[ast.expr]:
    given = function.args
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    yield from (each.annotation for each in arguments if each and each.annotation)
    if function.returns:
        yield function.returns


def mentions(expression: ast.AST, name: str) -> bool:
    """Also in annotations that are written as texts."""
    return any(
        (isinstance(node, ast.Name) and node.id == name)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and f"{name}]" in f"{node.value}]")
        for node in ast.walk(expression)
    )


def says_any(function: Function) -> bool:
    return any(mentions(annotation, "Any") for annotation in annotations(function))


def is_broad(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or any(mentions(handler.type, name) for name in BROAD)


def is_bare_gerund(name: str) -> bool:
    """`publishing`, but not `commit_batching` or `reading_order`, which say what is meant."""
    return name.endswith("ing") and "_" not in name


def shared_names(sources: Iterable[tuple[str, ast.Module]]) -> dict[str, list[str]]:
    places = defaultdict(list)
    for path, tree in sources:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name not in NAMED_BY_DJANGO:
                places[node.name].append(f"{path}:{node.lineno}")
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_function_is_longer_than_58_lines(all_functions: Functions) -> None:
    long = {f"{path}:{each.name}": lines_of(each) for path, each in all_functions if lines_of(each) > MOST_LINES}
    assert long == {}


def test_most_functions_are_short(all_functions: Functions) -> None:
    lengths = [lines_of(function) for _, function in all_functions]
    assert statistics.median(lengths) <= MEDIAN_LINES
    assert statistics.quantiles(lengths, n=10)[8] <= MOST_LINES_OF_NINE_IN_TEN


def test_few_signatures_say_any(all_functions: Functions) -> None:
    vague = [f"{path}:{function.name}" for path, function in all_functions if says_any(function)]
    assert len(vague) / len(all_functions) <= MOST_ANY, vague


def test_few_excepts_are_broad(trees: Trees) -> None:
    broad = [
        f"{path}:{node.lineno}"
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and is_broad(node)
    ]
    assert len(broad) <= MOST_BROAD_EXCEPTS, broad


def test_no_file_is_named_by_a_gerund_alone(trees: Trees) -> None:
    assert [path for path in trees if is_bare_gerund(Path(path).stem)] == []


def test_no_two_classes_share_a_name_without_a_reason(trees: Trees) -> None:
    shared = shared_names(trees.items())
    assert {name: places for name, places in shared.items() if name not in SHARED_CLASS_NAMES} == {}
    assert set(SHARED_CLASS_NAMES) <= set(shared)
    assert len(SHARED_CLASS_NAMES) <= 5


def test_any_is_found_wherever_an_annotation_hides_it() -> None:
    tree = ast.parse(
        "def a(x: 'dict[str, Any]'): ...\ndef b(*, y: list[Any]): ...\nasync def c() -> Any: ...\n"
        "def d(**rest: Any): ...\ndef e(x: AnyField) -> object: ...\n"
    )
    assert [function.name for function in functions(tree) if says_any(function)] == ["a", "b", "c", "d"]


def test_the_other_counts_see_what_they_count() -> None:
    tree = ast.parse(
        "try: f()\nexcept: g()\ntry: f()\nexcept (OSError, Exception): g()\ntry: f()\nexcept OSError: g()\n"
    )
    handlers = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    assert [is_broad(handler) for handler in handlers] == [True, True, False]
    assert is_bare_gerund("publishing")
    assert not is_bare_gerund("commit_batching")
    nested = ast.parse("class A:\n    class State: ...\nclass B:\n    class State: ...\n")
    assert shared_names([("a.py", nested)]) == {"State": ["a.py:2", "a.py:4"]}
