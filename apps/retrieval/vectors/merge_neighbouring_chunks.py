"""Merges chunks found on one page with their neighbouring chunks so that no text is repeated.

Two hits near each other share neighbours, and windows overlap (apps/documents/chunking/sliding_windows.py). Chunks that
touch become one passage, and what stands in two of them is taken once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from apps.retrieval.query.types import Passage


@dataclass(frozen=True, slots=True)
class ChunkSpan:
    """A chunk that was found, or a neighbour of one; the `passage.score` of a neighbour is 0."""

    passage: Passage
    start: int
    """Where the chunk's text begins on its page, in characters."""
    is_hit: bool

    @property
    def end(self) -> int:
        return self.start + len(self.passage.text)


def merge_neighbours(parts: Iterable[ChunkSpan]) -> list[Passage]:
    """One passage for each run of chunks of a page that touch or overlap, best first.

    It has the score and the chunk id of its best hit. A run without a hit is none.
    """
    pages: dict[tuple[int, str, int | None], dict[int, ChunkSpan]] = {}
    for part in parts:
        place = (part.passage.document_id, part.passage.kind, part.passage.page)
        known = pages.setdefault(place, {}).get(part.passage.chunk_id)
        if known is None or part.is_hit:
            pages[place][part.passage.chunk_id] = part
    found = [
        join_run(run)
        for page in pages.values()
        for run in split_into_runs(page.values())
        if any(part.is_hit for part in run)
    ]
    return sorted(found, key=lambda passage: (-passage.score, passage.chunk_id))


def split_into_runs(parts: Iterable[ChunkSpan]) -> list[list[ChunkSpan]]:
    """The parts of one page, in order, divided where text is missing between two of them."""
    divided: list[list[ChunkSpan]] = []
    reached = -1
    for part in sorted(parts, key=lambda part: (part.start, part.end)):
        if not divided or part.start > reached:
            divided.append([])
        divided[-1].append(part)
        reached = max(reached, part.end)
    return divided


def join_run(run: Sequence[ChunkSpan]) -> Passage:
    text, reached = "", run[0].start
    for part in run:
        if part.end > reached:
            text += part.passage.text[reached - part.start :]
            reached = part.end
    best = max((part.passage for part in run if part.is_hit), key=lambda passage: (passage.score, -passage.chunk_id))
    return replace(best, text=text, tokens=sum(part.passage.tokens for part in run))
