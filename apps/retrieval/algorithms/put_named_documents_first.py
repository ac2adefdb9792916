"""Puts documents that a question names first, whatever the algorithm: whoever asks for 19/10048 wants that paper.

The algorithm itself is asked for their best pages, searched among these documents alone; a document of which it finds
nothing, as with a question that is a number and nothing else, comes with its first page.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from psycopg.sql import SQL

from apps.database.read_from_standby import read_from_standby
from apps.retrieval.algorithms import keyword
from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.documents_named_in_question import named_documents
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Algorithm, Passage, Query, RetrievalResult, SearchLimits, SearchStep

CERTAIN = 1.0
"""The score of a document that was named."""

FIRST_PAGES = SQL(
    """
SELECT DISTINCT ON (document.id) chunk.id, document.id, document.external_id, document.title, document.url,
    document.date, chunk.page_number, chunk.kind, chunk.text, 0::float8, 1::float8, chunk.tokens
FROM documents_document AS document
JOIN documents_chunk AS chunk ON chunk.document_id = document.id AND chunk.revision_id = document.current_revision_id
WHERE {allowed} AND chunk.kind = 'content'
ORDER BY document.id, chunk.page_number, chunk.position"""
)


def start_named_lookup(
    query: Query, limits: SearchLimits, after: asyncio.Future[Any] | None = None
) -> asyncio.Future[dict[int, str]]:
    """Looks for the named documents beside the search, which needs nothing of it before its end. One query.

    `after` is what the search waits for first: with it at the same time, both would take longer.
    """
    named = asyncio.ensure_future(look_up_named_documents(query, limits, after))
    # Where the search itself fails nobody asks what became of it.
    named.add_done_callback(lambda done: done.cancelled() or done.exception())
    return named


async def look_up_named_documents(
    query: Query, limits: SearchLimits, after: asyncio.Future[Any] | None
) -> dict[int, str]:
    """Ids of the documents, each with what names it."""
    if after is not None:
        await asyncio.wait([after])
    return await read_from_standby(query.position, named_documents, query, limits.document_limit)


async def put_named_documents_first(
    found: RetrievalResult, query: Query, algorithm: Algorithm, limits: SearchLimits, named: dict[int, str]
) -> RetrievalResult:
    """The passages of the named documents before all others, no more documents than before.

    Where a document is named, the queries of the algorithm; otherwise none."""
    started = time.perf_counter()
    if not named:
        return found
    among = replace(query, document_ids=list(named))
    searching = keyword.ALGORITHM if algorithm.asks is not None else algorithm
    pages = (await read_from_standby(query.position, searching.retrieve, among, limits)).passages
    passages = await read_from_standby(query.position, passages_of_named_documents, list(named), among, pages)
    step = SearchStep("named", time.perf_counter() - started, len(named), detail={"by": sorted({*named.values()})})
    return replace(found, passages=join_passages(passages, found.passages, limits), steps=[*found.steps, step])


def passages_of_named_documents(named: Sequence[int], among: Query, pages: Sequence[Passage]) -> list[Passage]:
    """Returns what the algorithm found of each named document, else its first page, in the order of naming."""
    known: dict[int, list[Passage]] = {}
    for passage in pages:
        known.setdefault(passage.document_id, []).append(replace(passage, document_score=CERTAIN))
    missing = [document for document in named if document not in known]
    if missing:
        narrowed = replace(among, document_ids=missing)
        rows = fetch_search_rows(FIRST_PAGES.format(allowed=access_condition(narrowed)), access_parameters(narrowed))
        known |= {row[1]: [Passage(*row)] for row in rows}
    return [passage for document in named for passage in known.get(document, ())]


def join_passages(first: Sequence[Passage], others: Sequence[Passage], limits: SearchLimits) -> list[Passage]:
    documents = {passage.document_id for passage in first}
    kept = list(first)
    rest = [passage for passage in others if passage.document_id not in documents]
    for document, passages in groupby(rest, key=lambda passage: passage.document_id):
        if document not in documents and len(documents) >= limits.document_limit:
            break
        documents.add(document)
        kept += passages
    return kept
