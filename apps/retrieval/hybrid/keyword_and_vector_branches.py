"""The keyword branch and the vector branch of `hybrid`; the first alone is all that `keyword` does.

Neither needs the other, so both may be searched at the same time (search.py).
"""

import time
from typing import Any

from psycopg.sql import SQL

from apps.documents.models import ChunkKind
from apps.retrieval.keywords.keyword_sql import MOST_CANDIDATES, REACH, SearchTerms, keyword_expressions, search_terms
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import BranchResult, Query, SearchLimits, SearchStep
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte, nearest_chunks_parameters

NEAREST = 30
"""Chunks that vectors may add to those found by words."""
# One row at least: how many postings were read is said even when none of them led to a chunk.
WORDS = SQL(
    """
WITH {keyword}
SELECT postings.read, keyword.chunk_id, keyword.score
FROM (SELECT max(read) AS read FROM chosen) AS postings LEFT JOIN keyword ON true"""
)
VECTORS = SQL("WITH {content} SELECT chunk_id, similarity FROM content")


def retrieve_by_words(query: Query, limits: SearchLimits, *, compounds: bool = False) -> BranchResult:
    """The best chunks by BM25.

    One round trip, none for a question without words, a second one if most of what was found may not be shown; further
    ones as search_terms says.
    """
    started = time.perf_counter()
    asked = search_terms(query, compounds=compounds)
    terms = SearchStep("terms", time.perf_counter() - started, asked.words)
    started = time.perf_counter()
    found = best_chunks(query, limits, asked) if asked.words else {}
    keywords = SearchStep("keyword", time.perf_counter() - started, len(found), detail={"limit": MOST_CANDIDATES})
    return BranchResult(found, [terms, keywords], asked.words)


LEAST_SHARE = 0.05
"""Of documents that are open: below it, all that was found is nearly all that would be looked up."""


def best_chunks(query: Query, limits: SearchLimits, asked: SearchTerms) -> dict[int, float]:
    """BM25 scores by chunk id, best first. One round trip, rarely two."""
    search, known = WORDS.format(keyword=keyword_expressions(query)), nearest_chunks_parameters(query, limits)
    reach = lookup_reach(query)
    rows = fetch_search_rows(search, known | asked.parameters(reach=reach))
    if reach and (rows[0][0] or 0) > reach and len(rows) < MOST_CANDIDATES:
        rows = fetch_search_rows(search, known | asked.parameters(reach=None))
    return {chunk: score for _, chunk, score in rows if chunk is not None}


def lookup_reach(query: Query) -> int | None:
    """How many chunks are looked up until enough may be shown; None is all.

    Where the documents are known nothing else is read, so there is nothing to look past. Where few are open, twice as
    far as their share asks for: a further reach costs a longer sort, too short a one the whole statement once more.
    """
    if query.document_ids is not None or query.open_share < LEAST_SHARE:
        return None
    return max(REACH, int(2 * MOST_CANDIDATES / query.open_share))


def retrieve_by_vectors(query: Query, limits: SearchLimits) -> BranchResult:
    """The nearest chunks by vector similarity. One round trip."""
    started = time.perf_counter()
    search = VECTORS.format(content=nearest_chunks_cte("content", query, ChunkKind.CONTENT, NEAREST))
    found = dict(fetch_search_rows(search, nearest_chunks_parameters(query, limits)))
    seconds = time.perf_counter() - started
    detail: dict[str, Any] = {"limit": NEAREST}
    if query.understands and found:
        nearest_of_all = max(found.values())
        detail["nearest"] = round(nearest_of_all, 3)
        detail["lead"] = round(nearest_of_all - sum(found.values()) / len(found), 3)
    return BranchResult(found, [SearchStep(ChunkKind.CONTENT.value, seconds, len(found), limits.threshold, detail)])
