"""In which chapter a benchmark stands, what it measures, who had seen its material; why goals are missed."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class Chapter(NamedTuple):
    """A row of chapters.tsv; `seen` is empty where nobody could have fitted anything to the material."""

    chapter: str
    benchmark: str
    title: str
    measured: str
    seen: str


def rows_of(name: str) -> Iterator[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


CHAPTERS = [Chapter(**row) for row in rows_of("chapters.tsv")]
MISSED = {(row["benchmark"], row["what"]): (row["said"], row["why"]) for row in rows_of("missed.tsv")}
"""(benchmark, goal) -> the goal for somebody who does not know the benchmark; why it is missed and what was tried.

The second is empty where nothing is known. Rows of goals that are met meanwhile may stay.
"""


def anchor(title: str) -> str:
    """The name of a heading in addresses, as GitHub makes it."""
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -_")
    return kept.replace(" ", "-")
