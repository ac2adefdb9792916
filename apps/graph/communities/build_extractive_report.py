"""Builds an extractive report without a model: titles are names, everything else is sentences of the documents."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from apps.text.estimate_tokens import estimate_tokens

MOST_FINDINGS, TITLE_NAMES, SUMMARY_SENTENCES = 8, 3, 2
SMALLEST, LARGEST = 180, 600
"""Tokens of a report of a few entities and of a report of thousands."""


@dataclass(frozen=True, slots=True)
class RankedStatement:
    """A sentence about one or two members, and the text units it occurs in; `rank` says how central the members are."""

    names: tuple[str, ...]
    text: str
    units: tuple[int, ...]
    rank: int


@dataclass(frozen=True, slots=True)
class ReportFinding:
    summary: str
    explanation: str
    units: tuple[int, ...]

    def as_json(self) -> dict[str, object]:
        return {"summary": self.summary, "explanation": self.explanation, "units": list(self.units)}


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The content of a report, whether extracted or written by a model."""

    title: str
    summary: str
    rating: float
    rating_explanation: str
    findings: tuple[ReportFinding, ...]
    is_extractive: bool = True

    @property
    def text(self) -> str:
        """Title, summary and findings as a model reads them."""
        return "\n".join(
            [f"# {self.title}", self.summary, *(f"- {each.summary}: {each.explanation}" for each in self.findings)]
        )


def extractive_report(names: Sequence[str], statements: Sequence[RankedStatement], *, share: float) -> ReportContent:
    """`names` are the members, the most connected first; `share` is their part of all pieces of text.

    Each sentence is chosen to cover members that the earlier ones left out.
    """
    budget = min(LARGEST, SMALLEST + round(60 * math.log2(1 + len(names))))
    chosen = cover_members(statements, budget)
    summary = " ".join(each.text for each in chosen[:SUMMARY_SENTENCES]) or ", ".join(names[:MOST_FINDINGS])
    findings = tuple(
        ReportFinding(", ".join(each.names), each.text, each.units) for each in chosen[:MOST_FINDINGS] if each.units
    )
    rating = round(min(10.0, 10 * math.sqrt(share)), 1)
    return ReportContent(", ".join(names[:TITLE_NAMES])[:500], summary, rating, "", findings)


def cover_members(statements: Sequence[RankedStatement], budget: int) -> list[RankedStatement]:
    """Greedy set cover within `budget` tokens: most uncovered names first, among equals the most central statement."""
    left = sorted({each.text: each for each in reversed(statements) if each.text}.values(), key=sort_key)[:400]
    told: set[str] = set()
    chosen: list[RankedStatement] = []
    while left and len(chosen) < MOST_FINDINGS:
        best = min(left, key=lambda each: (-len(set(each.names) - told), *sort_key(each)))
        left.remove(best)
        tokens = estimate_tokens(best.text)
        if tokens > budget and chosen:
            continue
        chosen.append(best)
        told.update(best.names)
        # A sentence of the summary stands in the report twice.
        budget -= tokens * (2 if len(chosen) <= SUMMARY_SENTENCES else 1)
    return chosen


def sort_key(statement: RankedStatement) -> tuple[int, str]:
    return (-statement.rank, statement.text)
