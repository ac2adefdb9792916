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


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["check"])
def test_its_tests_exist(row: dict[str, str]) -> None:
    named = row["tests"].split()
    assert named or row["open"], "neither a test nor a word on what is missing"
    for test in named:
        path, _, name = test.partition("::")
        assert name.startswith("test_")
        assert name in functions_in(path)


def test_no_more_is_open_than_was() -> None:
    assert len([row for row in ROWS if row["open"]]) <= MOST_OPEN


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parent.rglob("test_[pkgae][0-9][0-9]_*.py")), ids=lambda p: p.stem
)
def test_a_file_named_after_a_check_is_mapped(path: Path) -> None:
    check = path.stem.split("_")[1].upper()
    own = str(path.relative_to(TESTS))
    assert any(own in row["tests"] for row in ROWS if row["check"] == check)
