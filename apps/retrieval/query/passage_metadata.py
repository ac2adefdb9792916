"""Adds metadata to passages: number and file of their document, and for sheets the cells they stand in."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace

from psycopg.sql import SQL

from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.documents.parsing.formats.office_and_picture_media_types import CSV, WORKBOOKS, XML_SPREADSHEET
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import array_literal, fetch_search_rows
from apps.retrieval.query.types import Passage, Query

# In a subquery, so that the planner keeps one plan: making it took longer than looking up ten documents.
FACTS = SQL(
    """
SELECT document.id, document.number, coalesce(revision.file_name, ''), revision.text_fingerprint,
       coalesce(revision.media_type, '')
FROM documents_document AS document
LEFT JOIN documents_revision AS revision ON revision.id = document.current_revision_id
WHERE document.id = ANY((SELECT %(facts_of)s::bigint[])::bigint[]) AND {allowed}"""
)

SHEETS = WORKBOOKS | {CSV, XML_SPREADSHEET}
PAGES = SQL(
    """
SELECT chunk.id, page.text, page.sheet
FROM documents_chunk AS chunk JOIN documents_page AS page ON page.id = chunk.page_id
WHERE chunk.id = ANY(%(chunks)s::bigint[]) AND page.sheet IS NOT NULL"""
)


def readable_passages_with_facts(query: Query, passages: Sequence[Passage]) -> list[Passage]:
    """The passages of documents that may be shown still: rights are asked for once more.

    One query, and another one where sheets are among them.
    """
    if not passages:
        return []
    known = access_parameters(query) | {"facts_of": array_literal({passage.document_id for passage in passages})}
    rows = fetch_search_rows(FACTS.format(allowed=access_condition(query)), known)
    facts = {document: said for document, *said, _ in rows}
    kept = [add_facts(passage, *facts[passage.document_id]) for passage in passages if passage.document_id in facts]
    return add_cells(kept, {document for document, *_, kind in rows if kind in SHEETS})


def add_facts(passage: Passage, number: str, file_name: str, fingerprint: int | None) -> Passage:
    return replace(passage, number=number, file_name=file_name, text_fingerprint=fingerprint)


def add_cells(passages: Sequence[Passage], workbooks: Collection[int]) -> list[Passage]:
    """Adds to passages of workbooks on which sheet and in which cells they stand."""
    chunks = [passage.chunk_id for passage in passages if passage.document_id in workbooks and passage.page]
    if not chunks:
        return list(passages)
    pages = {
        chunk: (text, SheetLayout.from_json(json.loads(sheet)))
        for chunk, text, sheet in fetch_search_rows(PAGES, {"chunks": array_literal(chunks)})
    }
    return [
        locate_in_sheet(passage, *pages[passage.chunk_id]) if passage.chunk_id in pages else passage
        for passage in passages
    ]


def locate_in_sheet(passage: Passage, text: str, layout: SheetLayout) -> Passage:
    start = max(text.find(passage.text), 0)
    return replace(passage, sheet=layout.name, cells=layout.addresses(text, start, start + len(passage.text)))
