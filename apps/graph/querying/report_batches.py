"""Reports in shuffled batches of a fixed size for one question, and the scored key points out of each batch."""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from apps.graph.communities.report_context import first_units
from apps.graph.extraction.parse_records import clean_description, first_number
from apps.graph.querying.community_reports import CommunityReport
from apps.text.word_stems import content_stems, fold

SEED = 86
HIGHEST_SCORE = 100.0
REFERENCE = re.compile(r"\d+(?:\.\d+)?")
TOKENS_OF_A_NUMBER = 6


@dataclass(frozen=True, slots=True)
class BatchEntry:
    """Something to read. `parts` are its statements, each with what bears it out (ids of pieces of text)."""

    head: str
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """What an entry contributes to the answer. `sources` are ids of pieces of text."""

    text: str
    score: float
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReportBatch:
    entries: tuple[BatchEntry, ...]

    @property
    def text(self) -> str:
        """Returns what a model reads: entries are numbered, their parts are 3.1, 3.2 and so on."""
        lines: list[str] = []
        for place, entry in enumerate(self.entries, start=1):
            lines.append(f"[{place}] {entry.head}".rstrip())
            lines += [f"[{place}.{part}] {text}" for part, (text, _) in enumerate(entry.parts, start=1)]
        return "\n".join(lines)

    def sources(self, references: Sequence[object], text: str) -> tuple[int, ...]:
        """Returns sources of the named parts; where none is named, of the part that shares most words with the text."""
        parts = self.parts
        named = [parts.get(found) for each in references for found in REFERENCE.findall(str(each))]
        known = [sources for sources in named if sources] or self.nearest(text)
        turns = max(map(len, known), default=0)
        return first_units(sources[turn] for turn in range(turns) for sources in known if turn < len(sources))

    def nearest(self, text: str) -> list[tuple[int, ...]]:
        """Stems are looked for in the plain text of all parts: to cut these into stems takes ten times as long."""
        words = content_stems(text)
        shared = [(sum(map(fold(said).__contains__, words)), sources) for said, sources in self.statements]
        most, sources = max(shared, key=itemgetter(0), default=(0, ()))
        return [sources] if most else []

    @property
    def statements(self) -> list[tuple[str, tuple[int, ...]]]:
        return [part for entry in self.entries for part in entry.parts]

    @property
    def parts(self) -> Mapping[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for place, entry in enumerate(self.entries, start=1):
            found[str(place)] = first_units(source for _, sources in entry.parts for source in sources)
            found |= {f"{place}.{part}": sources for part, (_, sources) in enumerate(entry.parts, start=1)}
        return found


def batch_entry_of_report(report: CommunityReport) -> BatchEntry:
    parts = tuple(
        (f"{each.get('summary', '')}: {each.get('explanation', '')}", tuple(each.get("units", ())))
        for each in report.findings
    )
    return BatchEntry(f"{report.title}\n{report.summary}", parts, report.tokens + TOKENS_OF_A_NUMBER * (1 + len(parts)))


def shuffle_into_batches(entries: Iterable[BatchEntry], budget: int) -> list[ReportBatch]:
    """Puts the same entries in one and the same order: what is related does not crowd out the rest of a batch."""
    order = list(entries)
    random.Random(SEED).shuffle(order)  # noqa: S311 - the same for everybody, on purpose
    found: list[list[BatchEntry]] = []
    room = 0
    for entry in order:
        if not found or entry.tokens > room:
            found.append([])
            room = budget
        found[-1].append(entry)
        room -= entry.tokens
    return [ReportBatch(tuple(each)) for each in found]


def parse_key_points(batch: ReportBatch, data: Mapping[str, Any]) -> list[KeyPoint]:
    """The points of a reply that was checked against its schema; those without score or without source are dropped."""
    found = []
    for each in data.get("points", ()):
        text = clean_description(str(each.get("description", "")))
        score = min(first_number(str(each.get("score", ""))) or 0.0, HIGHEST_SCORE)
        if text and score > 0:
            found.append(KeyPoint(text, score, batch.sources(each.get("references") or (), text)))
    return [point for point in found if point.sources]


def rank_points(points: Iterable[KeyPoint]) -> list[KeyPoint]:
    """The best first; what is said twice is kept once, with all its sources."""
    by_text: dict[str, KeyPoint] = {}
    for point in sorted(points, key=lambda each: (-each.score, each.text)):
        known = by_text.get(point.text)
        sources = first_units((*known.sources, *point.sources)) if known else point.sources
        by_text[point.text] = KeyPoint(point.text, known.score if known else point.score, sources)
    return list(by_text.values())
