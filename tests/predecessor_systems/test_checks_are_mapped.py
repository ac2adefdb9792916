"""checks.tsv names for each of the 115 checks the tests that hold it, and says what is still open."""

import ast
import csv
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
COUNTS = {"P": 38, "K": 19, "G": 28, "A": 17, "E": 13}
ROWS = list(csv.DictReader((Path(__file__).parent / "checks.tsv").open(encoding="utf-8"), delimiter="\t"))
MOST_OPEN = 1
"""May only become less."""


@cache
def functions_in(path: str) -> set[str]:
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name for node in functions}


def test_every_check_has_its_line() -> None:
    wanted = [f"{letter}{number:02}" for letter, most in COUNTS.items() for number in range(1, most + 1)]
    assert [row["check"] for row in ROWS] == wanted


def test_their_tests_exist() -> None:
    silent = [row["check"] for row in ROWS if not row["tests"] and not row["open"]]
    assert silent == [], "neither a test nor a word on what is missing"
    missing = {row["check"]: [test for test in row["tests"].split() if not is_there(test)] for row in ROWS}
    assert {check: tests for check, tests in missing.items() if tests} == {}


def is_there(test: str) -> bool:
    path, _, name = test.partition("::")
    return name.startswith("test_") and (TESTS / path).exists() and name in functions_in(path)


def test_no_more_is_open_than_was() -> None:
    assert len([row for row in ROWS if row["open"]]) <= MOST_OPEN


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parent.rglob("test_[pkgae][0-9][0-9]_*.py")), ids=lambda p: p.stem
)
def test_a_file_named_after_a_check_is_mapped(path: Path) -> None:
    check = path.stem.split("_")[1].upper()
    own = str(path.relative_to(TESTS))
    assert any(own in row["tests"] for row in ROWS if row["check"] == check)
