"""What benchmarks share that put sets of questions to the answering service, in a database of their own."""

import argparse
import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.database import kept_database

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class QuestionSets:
    """`load` imports from the folder of data; `result_of` asks a question; `summary` takes the results of each set.

    Each of `names` is a file of `folder`; `made` gives, by name, what makes the rows of a set from the folder of data.
    """

    database: str
    folder: Path
    names: Sequence[str]
    load: Callable[[Path], None]
    result_of: Callable[[dict[str, str]], Row]
    is_odd: Callable[[Row], bool]
    summary: Callable[[Mapping[str, Sequence[Row]]], dict[str, Any]]
    made: Mapping[str, Callable[[Path], Iterable[dict[str, str]]]] = field(default_factory=dict)


def run(sets: QuestionSets, description: str | None) -> None:
    """Parses the command line, asks, prints: with --answers every odd result, then the figures."""
    known = (*sets.names, *sets.made)
    options = arguments(known, description)
    names = known if options.set == "all" else (options.set,)
    with kept_database(sets.database, keep=options.keep) as was_kept:
        if not was_kept:
            sets.load(options.data)
        results = {name: [sets.result_of(row) for row in rows_of(sets, name, options.data)] for name in names}
    if options.answers:
        for row in (row for rows in results.values() for row in rows if sets.is_odd(row)):
            print(json.dumps(row, ensure_ascii=False, indent=1))
    figures = sets.summary(results)
    print(json.dumps(figures) if options.json else json.dumps(figures, indent=2))


def arguments(names: Sequence[str], description: str | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--set", choices=(*names, "all"), default="all")
    parser.add_argument("--answers", action="store_true", help="print every answer that is not right")
    parser.add_argument("--keep", action="store_true", help="keep the database for the next run")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def rows_of(sets: QuestionSets, name: str, data: Path) -> Iterable[dict[str, str]]:
    if name in sets.made:
        return sets.made[name](data)
    return questions(sets.folder / f"{name}.tsv")


def questions(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
