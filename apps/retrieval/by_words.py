"""The algorithms that search by words, with vectors or without: candidates, scores, passages, each step timed."""

import time
from typing import Any

from psycopg.sql import SQL, Composable, Literal

from apps.documents.models import ChunkKind
from apps.retrieval.explaining import no_documents, nothing, why_nothing
from apps.retrieval.fragments import fits, folded
from apps.retrieval.fusing import fuse, passages
from apps.retrieval.keywords import CANDIDATES, REACH, Asked, asked_terms, keyword
from apps.retrieval.named import Named
from apps.retrieval.nearest import nearest, parameters
from apps.retrieval.phrases import exact_phrases, share_of
from apps.retrieval.statements import fetch
from apps.retrieval.types import Found, Limits, Passage, Query, Step

STEMS, FRAGMENTS, SENTENCES, VECTORS = 1.0, 1.0, 1.0, 0.3
"""Weights of the four standard scores. Chosen on the shared sets (docs/evaluation.md)."""
NEAREST = 30
"""Chunks that vectors may add to those found by words."""
LOOKED_AT, LOOKED_AT_FOR_FEW_WORDS = 40, 60
"""Chunks, the best by stems and vectors, whose texts are compared. All 90 put the right one first no more often."""
FEW_WORDS = 5
"""Of a question: its stems stand in many chunks alike, and only the texts tell which of them has the very word."""

NO_VECTORS = SQL("content AS (SELECT 0::bigint AS chunk_id, 0::bigint AS document_id, 0::float8 AS similarity LIMIT 0)")
SIMILARITY = SQL(
    """coalesce(content.similarity, (
            SELECT -(embedding.vector <#> %(vector)s::halfvec) FROM documents_embedding AS embedding
            WHERE embedding.chunk_id = keyword.chunk_id AND embedding.model_id = {model}), 0)"""
)
# The same sum of standard scores as in fusing.py, so that texts are fetched of the best alone.
CLOSEST = SQL(
    """found AS (
    SELECT chunk_id, coalesce(keyword.score, 0) AS words, {similarity} AS similarity
    FROM keyword FULL JOIN content USING (chunk_id)
), closest AS (
    SELECT found.* FROM found, (
        SELECT avg(words) AS words, nullif(stddev_pop(words), 0) AS words_spread,
            avg(similarity) AS similarity, nullif(stddev_pop(similarity), 0) AS similarity_spread
        FROM found) AS mean
    ORDER BY {stems} * coalesce((found.words - mean.words) / mean.words_spread, 0)
        + {vectors} * coalesce((found.similarity - mean.similarity) / mean.similarity_spread, 0) DESC, chunk_id
    LIMIT %(looked_at)s::bigint
)"""
)
RESULT = SQL(
    """
SELECT chunk.id, document.id, document.external_id, document.title, document.url, document.date,
    chunk.page_number, chunk.kind, chunk.text, chunk.tokens, closest.words, closest.similarity,
    (SELECT count(*) FROM keyword), (SELECT count(*) FROM content)
FROM closest
JOIN documents_chunk AS chunk ON chunk.id = closest.chunk_id
JOIN documents_document AS document ON document.id = chunk.document_id
ORDER BY chunk.id"""
)
TEXT_COLUMNS = 9
"""Those before the scores, in the order of Passage; then come tokens, both scores, and how many were found how."""


def retrieve(query: Query, limits: Limits, *, with_vectors: bool) -> Found:
    """Two round trips; one more if nothing is found, or if most of what was found may not be shown."""
    started = time.perf_counter()
    # Vectors find the parts of compounds by themselves.
    asked = asked_terms(query, compounds=not with_vectors)
    steps = [Step("terms", time.perf_counter() - started, asked.words)]
    if not asked and not with_vectors:
        return Found([], [*steps, Step("keyword", 0.0, 0, detail={"limit": CANDIDATES}), reasons_by_words(query)])
    started = time.perf_counter()
    rows = candidates(query, limits, asked, with_vectors=with_vectors)
    seconds = time.perf_counter() - started
    by_words, by_vectors = rows[0][-2:] if rows else (0, 0)
    steps.append(Step("keyword", seconds, by_words, detail={"limit": CANDIDATES}))
    if with_vectors:
        steps.append(Step(ChunkKind.CONTENT.value, 0.0, by_vectors, limits.threshold, {"limit": NEAREST}))
    if not rows:
        return Found([], [*steps, *reasons(query, limits, with_vectors=with_vectors)])
    started = time.perf_counter()
    ranked = passages(scored(query, rows, with_vectors=with_vectors), limits)
    compared = Step("fragments", time.perf_counter() - started, len(rows), detail={"limit": looked_at(asked)})
    documents = len({passage.document_id for passage in ranked})
    considered = {"considered": len({row[1] for row in rows}), "limit": limits.document_limit}
    ends = [Step("documents", 0.0, documents, detail=considered), Step("passages", 0.0, len(ranked))]
    return Found(ranked, [*steps, compared, *ends])


def candidates(query: Query, limits: Limits, asked: Asked, *, with_vectors: bool) -> list[tuple[Any, ...]]:
    """The chunks to look at closely. One round trip, rarely two."""
    known = parameters(query, limits) | {"looked_at": looked_at(asked)}
    search = statement(query, with_vectors=with_vectors)
    # Where the documents are known nothing else is read, so there is nothing to look past.
    reach = REACH if query.document_ids is None else None
    rows = fetch(search, known | asked.parameters(reach=reach))
    if reach and asked.postings > reach and (rows[0][-2] if rows else 0) < CANDIDATES:
        rows = fetch(search, known | asked.parameters(reach=None))
    return rows


def looked_at(asked: Asked) -> int:
    return LOOKED_AT if asked.words > FEW_WORDS else LOOKED_AT_FOR_FEW_WORDS


def statement(query: Query, *, with_vectors: bool) -> Composable:
    """Candidates by words and by vectors, each with both scores."""
    content = nearest("content", query, ChunkKind.CONTENT, NEAREST) if with_vectors else NO_VECTORS
    similarity = SIMILARITY.format(model=Literal(query.embedding_model_id)) if with_vectors else SQL("0::float8")
    closest = CLOSEST.format(similarity=similarity, stems=Literal(STEMS), vectors=Literal(VECTORS))
    return SQL("WITH ") + SQL(",\n").join([content, keyword(query), closest]) + RESULT


def scored(query: Query, rows: list[tuple[Any, ...]], *, with_vectors: bool) -> list[Passage]:
    """The candidates with their scores; those that hold an exact phrase go before all."""
    texts = folded([f"{row[3]}\n{row[8]}" for row in rows])
    whole, sentences = fits(query.text, texts)
    scores = fuse(
        (STEMS, [row[10] for row in rows]),
        (FRAGMENTS, whole),
        (SENTENCES, sentences),
        (VECTORS if with_vectors else 0.0, [row[11] for row in rows]),
    )
    # What is named by its number goes before what holds the whole question, and that before all others.
    phrases, named = exact_phrases(query.text), Named.by(query.text)
    if phrases:
        scores = [(score + share_of(phrases, text)) / 2 for score, text in zip(scores, texts, strict=True)]
    if named:
        scores = [(score + named.share_in(text)) / 2 for score, text in zip(scores, texts, strict=True)]
    return [
        Passage(*row[:TEXT_COLUMNS], score, score, row[TEXT_COLUMNS])  # type: ignore[call-arg]
        for row, score in zip(rows, scores, strict=True)
    ]


def reasons(query: Query, limits: Limits, *, with_vectors: bool) -> list[Step]:
    """Why neither words nor vectors found anything. One round trip."""
    return [why_nothing(query, limits, [ChunkKind.CONTENT]) if with_vectors else reasons_by_words(query)]


def reasons_by_words(query: Query) -> Step:
    """Why words alone found nothing. One round trip."""
    return no_documents(query) or nothing("no_term_found")
