"""What work depends on is handed to it. A context variable needs a reason, written above it."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MOST = 6


def made_in(text: str) -> list[int]:
    """The numbers of the lines that make a context variable, from 0."""
    return [number for number, line in enumerate(text.splitlines()) if "= ContextVar(" in line]


def has_reason(text: str, line: int) -> bool:
    """Whether the comment that ends right above the line begins by saying why."""
    above = text.splitlines()[:line]
    while above and above[-1].startswith("#"):
        if above[-1].startswith("# A context variable, because "):
            return True
        above.pop()
    return False


FOUND = [
    (path, line)
    for app in ("apps", "config")
    for path in sorted((ROOT / app).rglob("*.py"))
    for line in made_in(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("path", "line"), FOUND, ids=[f"{path.stem}:{line + 1}" for path, line in FOUND])
def test_a_context_variable_says_why_it_is_no_argument(path: Path, line: int) -> None:
    assert has_reason(path.read_text(encoding="utf-8"), line), f"{path.relative_to(ROOT)}:{line + 1}"


def test_there_are_few() -> None:
    assert len(FOUND) <= MOST


def test_one_without_a_reason_is_found() -> None:
    bare = 'import x\n\n# Of the reader.\n_reader: ContextVar[int] = ContextVar("reader")\n'
    assert made_in(bare) == [3]
    assert not has_reason(bare, 3)
    assert has_reason(bare.replace("# Of", "# A context variable, because of"), 3)
