"""Searches fields for short questions, by words alone (algorithm `fields`): matching fields are returned whole.

A score is the share of the question's words that the field has: from 0 to 1, as the similarity is by which longer
questions score.
"""

import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from psycopg.sql import SQL

from apps.retrieval.hybrid.score_passages import why_no_words_found
from apps.retrieval.keywords.keyword_sql import MOST_CANDIDATES, SearchTerms, keyword_expressions, search_terms
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.question_terms import terms_of_texts
from apps.retrieval.query.types import Passage, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_parameters
from apps.text.estimate_tokens import estimate_tokens

# Whole pages and whole short fields of the best documents, also where they are cut into several chunks. The chunk
# names the page; its text is the page's.
WHOLE = SQL(
    """
WITH {keyword}, best AS (
    SELECT document_id, max(score) AS score FROM keyword GROUP BY document_id
    ORDER BY score DESC, document_id LIMIT %(document_limit)s
), pages AS (
    SELECT chunk.page_id, min(chunk.id) AS chunk_id, max(keyword.score) AS score
    FROM keyword JOIN best USING (document_id) JOIN documents_chunk AS chunk ON chunk.id = keyword.chunk_id
    GROUP BY chunk.page_id
)
SELECT pages.chunk_id, document.id, document.external_id, document.title, document.url, document.date,
    page.number, 'content',
    substr(page.text, page.body_start + 1, coalesce(page.body_end, length(page.text)) - page.body_start),
    pages.score, best.score
FROM pages JOIN documents_page AS page ON page.id = pages.page_id
JOIN documents_document AS document ON document.current_revision_id = page.revision_id
JOIN best ON best.document_id = document.id
UNION ALL
SELECT min(chunk.id), document.id, document.external_id, document.title, document.url, document.date,
    NULL, chunk.kind, coalesce(revision.fields ->> chunk.kind, min(chunk.text)), best.score, best.score
FROM best JOIN documents_document AS document ON document.id = best.document_id
JOIN documents_revision AS revision ON revision.id = document.current_revision_id
JOIN documents_chunk AS chunk ON chunk.revision_id = revision.id
WHERE chunk.kind IN ('name', 'title', 'description', 'keywords')
GROUP BY document.id, revision.id, chunk.kind, best.score"""
)


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """The fields that contain a word of the question, best document first.

    One round trip, two if nothing is found; further ones as search_terms says.
    """
    started = time.perf_counter()
    asked = search_terms(query)
    steps = [SearchStep("terms", time.perf_counter() - started, asked.words)]
    if not asked.words:
        return RetrievalResult(
            [], [*steps, SearchStep("keyword", 0.0, 0, detail={"limit": MOST_CANDIDATES}), why_no_words_found(query)]
        )
    started = time.perf_counter()
    known = (
        nearest_chunks_parameters(query, limits)
        | asked.parameters(reach=None)
        | {"document_limit": limits.document_limit}
    )
    rows = fetch_search_rows(WHOLE.format(keyword=keyword_expressions(query)), known)
    steps.append(SearchStep("keyword", time.perf_counter() - started, len(rows), detail={"limit": MOST_CANDIDATES}))
    if not rows:
        return RetrievalResult([], [*steps, why_no_words_found(query)])
    fields = fields_with_terms(asked, [passage_of_field(row) for row in rows], query)
    passages = rank_by_document(fields, limits.document_limit)
    documents = len({passage.document_id for passage in passages})
    return RetrievalResult(
        passages, [*steps, SearchStep("documents", 0.0, documents), SearchStep("passages", 0.0, len(passages))]
    )


def passage_of_field(row: tuple[Any, ...]) -> Passage:
    return replace(Passage(*row), tokens=estimate_tokens(row[8]))


def fields_with_terms(asked: SearchTerms, passages: Sequence[Passage], query: Query) -> list[Passage]:
    """Only the fields that contain one of the words, those of the best documents first: a document is found by the
    words of any of its fields, and of two that have as many the one whose words are rarer is the better one."""
    found = terms_of_texts([passage.text for passage in passages], query)
    scored = [(share_of_terms_found(asked, known), passage) for passage, known in zip(passages, found, strict=True)]
    scored.sort(key=lambda pair: -pair[1].document_score)
    return [replace(passage, score=share, document_score=share) for share, passage in scored if share]


def share_of_terms_found(asked: SearchTerms, known: Collection[int]) -> float:
    """Returns the share of the words asked for; parts of a compound count in part."""
    return min(1.0, sum(share for term, share in asked.shares.items() if term in known) / asked.words)


def rank_by_document(passages: Iterable[Passage], document_limit: int) -> list[Passage]:
    """Passages of the best documents, those of a document together; pages first, because they can be cited."""
    documents: dict[int, list[Passage]] = {}
    for passage in passages:
        documents.setdefault(passage.document_id, []).append(passage)
    scored = [(max(passage.document_score for passage in found), found) for found in documents.values()]
    scored.sort(key=lambda pair: -pair[0])
    return [
        replace(passage, document_score=score)
        for score, found in scored[:document_limit]
        for passage in sorted(found, key=lambda passage: (passage.page is None, -passage.score, passage.chunk_id))
    ]
