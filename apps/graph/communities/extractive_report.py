"""Reports without a model: titles are names, everything else is sentences of the documents. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from apps.text.estimate_tokens import estimate_tokens

MOST_FINDINGS, TITLE_NAMES, SUMMARY_SENTENCES = 8, 3, 2
SMALLEST, LARGEST = 180, 600
"""Tokens of a report of a few entities and of a report of thousands."""


@dataclass(frozen=True, slots=True)
class RankedStatement:
    """What is told of one or two members, and the pieces of text it stands in. `rank` says how central they are."""

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
    """A report whoever wrote it."""

    title: str
    summary: str
    rating: float
    rating_explanation: str
    findings: tuple[ReportFinding, ...]
    is_extractive: bool = True

    @property
    def text(self) -> str:
        """As it is read by a model: title, summary, findings."""
        return "\n".join(
            [f"# {self.title}", self.summary, *(f"- {each.summary}: {each.explanation}" for each in self.findings)]
        )


def extractive_report(names: Sequence[str], statements: Sequence[RankedStatement], *, share: float) -> ReportContent:
    """`names` are the members, the most connected first; `share` is their part of all pieces of text.

    Sentences are chosen so that each tells of members the earlier ones left out.
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
    """Greedily the statement with the most names not told of yet, then the most central one, within the budget."""
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
