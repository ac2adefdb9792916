"""What was asked of the product in numbers (goals.tsv), and where in a benchmark's figures the answer stands."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

FILE = Path(__file__).with_suffix(".tsv")
Bound = Literal[">=", "<="]
BOUNDS: dict[Bound, str] = {">=": "at least", "<=": "at most"}


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound on one figure; `path` leads to the figure through nested objects, its names separated by slashes."""

    what: str
    path: str
    bound: Bound
    value: float

    @property
    def asked(self) -> str:
        return f"{BOUNDS[self.bound]} {self.value:g}"

    def reached(self, figures: Mapping[str, object]) -> float:
        """The measured value. Raises KeyError when the benchmark no longer measures it."""
        value: object = figures
        for name in self.path.split("/"):
            if not isinstance(value, Mapping):
                raise KeyError(self.path)
            value = value[name]
        if not isinstance(value, int | float):
            raise KeyError(self.path)
        return float(value)

    def is_met(self, measured: float) -> bool:
        return measured >= self.value if self.bound == ">=" else measured <= self.value


def read_goals(path: Path) -> dict[str, list[Goal]]:
    """The goals of each benchmark, in the order of the file. Raises ValueError for a bound or value that is none."""
    goals: dict[str, list[Goal]] = {}
    for benchmark, goal in rows_of(path):
        goals.setdefault(benchmark, []).append(goal)
    return goals


def rows_of(path: Path) -> Iterator[tuple[str, Goal]]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["benchmark"], Goal(row["what"], row["figure"], bound_of(row), float(row["value"]))


def bound_of(row: Mapping[str, str]) -> Bound:
    for bound in BOUNDS:
        if row["bound"] == bound:
            return bound
    raise ValueError(f"The bound of '{row['figure']}' is '{row['bound']}', use >= or <=.")


GOALS = read_goals(FILE)
