"""The algorithms that search by words, with vectors or without: candidates, scores, passages, each step timed."""

import re
import time
from dataclasses import replace
from typing import Any

from psycopg.sql import SQL, Composable, Literal

from apps.documents.keyword_terms import plain
from apps.documents.models import ChunkKind
from apps.retrieval.explaining import no_documents, nothing, why_nothing
from apps.retrieval.fragments import fits
from apps.retrieval.fusing import fuse, passages
from apps.retrieval.keywords import CANDIDATES, keyword, keyword_parameters, rarities
from apps.retrieval.nearest import INDEX_SETTINGS, fetch, nearest, parameters
from apps.retrieval.types import Found, Limits, Passage, Query, Step

STEMS, FRAGMENTS, VECTORS = 1.0, 1.0, 0.3
"""Weights of the three standard scores. Chosen on the shared sets (docs/evaluation.md)."""
NEAREST = 30
"""Chunks that vectors may add to those found by words."""
PHRASE = re.compile(r"[\"„“”»«]([^\"„“”»«]{2,200})[\"„“”»«]")

WORDS_OF_A_SENTENCE = 4

NO_VECTORS = SQL("content AS (SELECT 0::bigint AS chunk_id, 0::bigint AS document_id, 0::float8 AS similarity LIMIT 0)")
SIMILARITY = SQL(
    """(SELECT -(embedding.vector <#> %(vector)s::halfvec) FROM documents_embedding AS embedding
        WHERE embedding.chunk_id = chunk.id AND embedding.model_id = {model})"""
)
RESULT = SQL(
    """
SELECT chunk.id, document.id, document.external_id, document.title, document.url, document.date,
    chunk.page_number, chunk.kind, chunk.text, chunk.tokens, coalesce(keyword.score, 0), coalesce({similarity}, 0),
    keyword.chunk_id IS NOT NULL, content.chunk_id IS NOT NULL
FROM keyword FULL JOIN content USING (chunk_id)
JOIN documents_chunk AS chunk ON chunk.id = chunk_id
JOIN documents_document AS document ON document.id = chunk.document_id
ORDER BY chunk.id"""
)
TEXT_COLUMNS = 9
"""Those before the scores, in the order of Passage; then come tokens, both scores, and in which way it was found."""


def retrieve(query: Query, limits: Limits, *, with_vectors: bool) -> Found:
    """Two round trips; three if nothing is found."""
    started = time.perf_counter()
    chosen = rarities(query)
    steps = [Step("terms", time.perf_counter() - started, len(chosen))]
    if not chosen and not with_vectors:
        return Found([], [*steps, reasons_by_words(query)])
    started = time.perf_counter()
    values = parameters(query, limits) | keyword_parameters(chosen)
    rows = fetch(statement(query, limits, with_vectors=with_vectors), values)
    steps.append(
        Step("keyword", time.perf_counter() - started, sum(row[-2] for row in rows), detail={"limit": CANDIDATES})
    )
    if with_vectors:
        found = sum(row[-1] for row in rows)
        steps.append(Step(ChunkKind.CONTENT.value, 0.0, found, limits.threshold, {"limit": NEAREST}))
    if not rows:
        return Found([], [*steps, *reasons(query, limits, with_vectors=with_vectors)])
    started = time.perf_counter()
    ranked = passages(scored(query, rows, with_vectors=with_vectors), limits)
    documents = len({passage.document_id for passage in ranked})
    considered = {"considered": len({row[1] for row in rows}), "limit": limits.document_limit}
    steps.append(Step("documents", time.perf_counter() - started, documents, detail=considered))
    return Found(ranked, [*steps, Step("passages", 0.0, len(ranked))])


def statement(query: Query, limits: Limits, *, with_vectors: bool) -> Composable:
    """Candidates by words and by vectors, each with both scores."""
    content = nearest("content", query, ChunkKind.CONTENT, NEAREST) if with_vectors else NO_VECTORS
    similarity = SIMILARITY.format(model=Literal(query.embedding_model_id)) if with_vectors else SQL("0")
    return (
        SQL("WITH ") + SQL(",\n").join([INDEX_SETTINGS, content, keyword(query)]) + RESULT.format(similarity=similarity)
    )


def scored(query: Query, rows: list[tuple[Any, ...]], *, with_vectors: bool) -> list[Passage]:
    """The candidates with their scores; those that hold an exact phrase go before all."""
    by_fragments = fits(query.text, [f"{row[3]}\n{row[8]}" for row in rows])
    scores = fuse(
        (STEMS, [row[10] for row in rows]),
        (FRAGMENTS, by_fragments),
        (VECTORS if with_vectors else 0.0, [row[11] for row in rows]),
    )
    found = [
        Passage(*row[:TEXT_COLUMNS], score, score, row[TEXT_COLUMNS])  # type: ignore[call-arg]
        for row, score in zip(rows, scores, strict=True)
    ]
    phrases = exact_phrases(query.text)
    if not phrases:
        return found
    return [replace(passage, score=(passage.score + share_of(phrases, passage)) / 2) for passage in found]


def exact_phrases(question: str) -> list[str]:
    """What should stand in a text word for word: what is in quotation marks, or else the whole of a longer question."""
    phrases = [on_one_line(phrase) for phrase in PHRASE.findall(question)]
    whole = on_one_line(question).rstrip("?!. ")
    return [phrase for phrase in phrases if phrase] or ([whole] if len(whole.split()) >= WORDS_OF_A_SENTENCE else [])


def share_of(phrases: list[str], passage: Passage) -> float:
    text = on_one_line(f"{passage.title} {passage.text}")
    return sum(phrase in text for phrase in phrases) / len(phrases)


def on_one_line(text: str) -> str:
    """In one case and with single blanks, so that a phrase is found over the end of a line."""
    return " ".join(plain(text).split())


def reasons(query: Query, limits: Limits, *, with_vectors: bool) -> list[Step]:
    """Why neither words nor vectors found anything. One round trip."""
    return [why_nothing(query, limits, [ChunkKind.CONTENT]) if with_vectors else reasons_by_words(query)]


def reasons_by_words(query: Query) -> Step:
    """Why words alone found nothing. One round trip."""
    return no_documents(query) or nothing("no_term_found")
