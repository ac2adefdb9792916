"""Cases of derivation as rows: what `derive` and `derive_rewrite` find of a quote and a sentence.

A file of cases (*.tsv) begins with what it is about, in lines with a #, and the names of its columns. The first two
columns are what is expected of each function: "-" (it is not asked), a level, "proved", or one of both with "not" in
front; several are parted by commas. A newline in a text is written as \\n, the last column may be absent.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Case(NamedTuple):
    """A row; what is expected of each of both functions, and what it is of."""

    derive: str
    derive_rewrite: str
    quote: str
    sentence: str
    case: str = ""


HEAD = "\t".join(Case._fields)


def files_of_cases() -> list[Path]:
    return [path for path in sorted(HERE.rglob("*.tsv")) if HEAD in path.read_text("utf-8").splitlines()]


def read_cases(path: Path) -> Iterator[tuple[int, Case]]:
    """Each with the number of its line, from 1."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line and line != HEAD and not line.startswith("#"):
            yield number, Case(*(cell.replace("\\n", "\n") for cell in line.split("\t")))
