"""Turns pieces of text that the graph names into citable passages: excerpts of pages the reader may see."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.sql import SQL, Literal

from apps.documents.models import ChunkKind
from apps.graph.querying.cut_excerpt import cut_excerpt
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Passage, Query
from apps.text.estimate_tokens import estimate_tokens

PLACE_COLUMNS = SQL(
    "chunk.id, document.id, document.external_id, document.title, document.url, document.date, unit.page_number"
)
UNIT_TEXT = SQL('substring(page.text FROM unit.start + 1 FOR unit."end" - unit.start)')
# Joined to `graph_unit AS unit`. The chunk stands for its page, where quotes are looked up.
JOIN_PAGES = SQL(
    """
JOIN documents_document AS document ON document.id = unit.document_id
    AND document.current_revision_id = unit.revision_id
JOIN documents_page AS page ON page.id = unit.page_id
CROSS JOIN LATERAL (
    SELECT id FROM documents_chunk
    WHERE documents_chunk.page_id = unit.page_id AND kind = {content} AND documents_chunk.start <= unit.start
    ORDER BY documents_chunk.start DESC LIMIT 1
) AS chunk"""
).format(content=Literal(ChunkKind.CONTENT.value))
PIECES = SQL(
    "SELECT unit.id, {place}, {text} FROM graph_unit AS unit {pages}\nWHERE unit.id = ANY(%(units)s) AND {condition}"
)


@dataclass(frozen=True, slots=True)
class PieceOnPage:
    """A piece of text that may be shown to this reader."""

    unit_id: int
    chunk_id: int
    document_id: int
    external_id: str
    title: str
    url: str
    date: Any
    page: int
    text: str

    @property
    def place(self) -> str:
        return f"{self.title or self.external_id}, Seite {self.page}"

    def passage(self, about: str, score: float) -> Passage:
        text = cut_excerpt(self.text, about)
        return Passage(
            self.chunk_id, self.document_id, self.external_id, self.title, self.url, self.date, self.page,
            ChunkKind.CONTENT.value, text, score, score, estimate_tokens(text),
        )  # fmt: skip


def pieces_on_pages(units: Iterable[int], query: Query) -> dict[int, PieceOnPage]:
    """Loads the pieces of documents that are in search, readable and not filtered out. One query."""
    statement = PIECES.format(place=PLACE_COLUMNS, text=UNIT_TEXT, pages=JOIN_PAGES, condition=access_condition(query))
    rows = fetch_search_rows(statement, access_parameters(query) | {"units": sorted(set(units))})
    return {row[0]: PieceOnPage(*row) for row in rows}


def passages_within_budget(passages: Iterable[Passage], budget: int) -> list[Passage]:
    """Takes as many as fit; one that repeats another's text is left out."""
    found: dict[tuple[int, int | None, str], Passage] = {}
    for passage in passages:
        key = (passage.document_id, passage.page, passage.text)
        if key in found or passage.tokens > budget:
            continue
        found[key] = passage
        budget -= passage.tokens
    return group_by_document(list(found.values()))


def group_by_document(passages: Sequence[Passage]) -> list[Passage]:
    """Puts passages of one document side by side, documents in the order of their best passage."""
    first: dict[int, int] = {}
    for place, passage in enumerate(passages):
        first.setdefault(passage.document_id, place)
    by_place: Callable[[Passage], int] = lambda passage: first[passage.document_id]  # noqa: E731
    return sorted(passages, key=by_place)
