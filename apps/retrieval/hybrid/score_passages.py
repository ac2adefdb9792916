"""Scores and makes passages at the end of the algorithms that search by words, with vectors or without."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from psycopg.sql import SQL, Literal

from apps.documents.models import ChunkKind
from apps.retrieval.hybrid.score_fusion import best_passages, fuse_scores
from apps.retrieval.keywords.exact_phrases import exact_phrases, share_of_phrases
from apps.retrieval.keywords.reference_numbers import NamedReferences
from apps.retrieval.keywords.score_by_character_ngrams import fold_texts, ngram_match_scores
from apps.retrieval.keywords.score_by_decimal_numbers import shares_of_figures, stated_figures
from apps.retrieval.query import access_conditions
from apps.retrieval.query.execute_search_sql import array_literal, fetch_search_rows
from apps.retrieval.query.types import BranchResult, Passage, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import explain_missing_chunks, no_documents_step, no_result_step
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_parameters


class FusionWeights(NamedTuple):
    """The weights of the four standard scores."""

    stems: float
    fragments: float
    sentences: float
    vectors: float


BY_SPELLING = FusionWeights(1.0, 1.0, 1.0, 0.3)
"""Vectors that compare spelling say little that words have not said. Chosen on the shared sets (docs/evaluation.md)."""
BY_MEANING = FusionWeights(1.0, 1.0, 1.0, 3.0)
"""Vectors of a model that understands meaning, and a question that may be in the language of the documents."""
FOREIGN = FusionWeights(0.1, 0.1, 0.1, 2.0)
"""The question is in another language: words know names and numbers, and agree with anything else by chance."""
LOOKED_AT, LOOKED_AT_FOR_FEW_WORDS = 32, 60
"""Chunks, the best by stems and vectors, whose texts are compared: with 40 as many questions are answered by the first
ten documents, with 24 fewer (docs/evaluation.md)."""
FEW_WORDS = 5
"""Of a question: its stems stand in many chunks alike, and only the texts tell which of them has the very word."""

# Chunks that words alone have found are compared with the question, too; those whose vectors are still to come count as
# the mean, so that a new document is neither better nor worse for it.
SIMILARITY = SQL(
    """coalesce(found.similarity, (
            SELECT -(embedding.vector <#> %(vector)s::halfvec) FROM documents_embedding AS embedding
            WHERE embedding.chunk_id = found.chunk_id AND embedding.model_id = {model}))"""
)
# The same sum of standard scores as in score_fusion.py, so that texts are fetched of the best alone. Rights are asked
# for once more: they may have changed since the branches were searched.
CLOSEST = SQL(
    """
WITH found AS (
    SELECT chunk_id, words, {similarity} AS similarity
    FROM unnest(%(chunks)s::bigint[], %(words)s::float8[], %(similarities)s::float8[])
        AS found(chunk_id, words, similarity)
), closest AS (
    SELECT found.* FROM found, (
        SELECT avg(words) AS words, nullif(stddev_pop(words), 0) AS words_spread,
            avg(similarity) AS similarity, nullif(stddev_pop(similarity), 0) AS similarity_spread
        FROM found) AS mean
    ORDER BY {stems} * coalesce((found.words - mean.words) / mean.words_spread, 0)
        + {vectors} * coalesce((found.similarity - mean.similarity) / mean.similarity_spread, 0) DESC, chunk_id
    LIMIT %(looked_at)s::bigint
)
SELECT shown.*, closest.words, closest.similarity
FROM closest CROSS JOIN LATERAL (
    SELECT chunk.id, document.id, document.external_id, document.title, document.url, document.date,
        chunk.page_number, chunk.kind, chunk.text, chunk.tokens
    FROM documents_chunk AS chunk
    JOIN documents_document AS document
        ON document.id = chunk.document_id AND document.current_revision_id = chunk.revision_id
    WHERE chunk.id = closest.chunk_id AND {allowed}
    LIMIT 1
) AS shown
ORDER BY 1"""
)
TEXT_COLUMNS = 9
"""Those before the scores, in the order of Passage; then come tokens and both scores."""


def join_branches(
    query: Query, limits: SearchLimits, words: BranchResult, vectors: BranchResult | None = None
) -> RetrievalResult:
    """Passages out of the results by words and, if given, by vectors. One round trip, also when nothing was found."""
    steps = [*words.steps, *(vectors.steps if vectors else ())]
    started = time.perf_counter()
    rows = closest_chunks(query, limits, words, vectors)
    if not rows:
        return RetrievalResult([], [*steps, *explain_empty_result(query, limits, with_vectors=vectors is not None)])
    texts = SearchStep("texts", time.perf_counter() - started, len(rows), detail={"limit": chunks_to_compare(words)})
    started = time.perf_counter()
    ranked = best_passages(score_passages(query, rows, with_vectors=vectors is not None), limits)
    compared = SearchStep("fragments", time.perf_counter() - started, len(rows))
    documents = len({passage.document_id for passage in ranked})
    considered = {"considered": len({row[1] for row in rows}), "limit": limits.document_limit}
    ends = [SearchStep("documents", 0.0, documents, detail=considered), SearchStep("passages", 0.0, len(ranked))]
    return RetrievalResult(ranked, [*steps, texts, compared, *ends])


def closest_chunks(
    query: Query, limits: SearchLimits, words: BranchResult, vectors: BranchResult | None
) -> list[tuple[object, ...]]:
    """Rows of the chunks whose texts are compared, with both scores. One round trip, none if nothing was found."""
    similarities = vectors.scores if vectors else {}
    found = list({**words.scores, **similarities})
    if not found:
        return []
    similarity = SIMILARITY.format(model=Literal(query.embedding_model_id)) if vectors else SQL("0::float8")
    statement = CLOSEST.format(
        similarity=similarity,
        stems=Literal(fusion_weights(query).stems),
        vectors=Literal(fusion_weights(query).vectors),
        allowed=access_conditions.access_condition(query),
    )
    known = nearest_chunks_parameters(query, limits) | {
        "chunks": array_literal(found),
        "words": array_literal(words.scores.get(chunk, 0.0) for chunk in found),
        "similarities": array_literal(similarities.get(chunk) for chunk in found),
        "looked_at": chunks_to_compare(words),
    }
    return fetch_search_rows(statement, known)


def chunks_to_compare(words: BranchResult) -> int:
    return LOOKED_AT if words.terms > FEW_WORDS else LOOKED_AT_FOR_FEW_WORDS


def score_passages(query: Query, rows: list[tuple[Any, ...]], *, with_vectors: bool) -> list[Passage]:
    """Passages with their scores; those that contain an exact phrase rank before all others."""
    texts = fold_texts([f"{row[3]}\n{row[8]}" for row in rows])
    whole, sentences = ngram_match_scores(query.text, texts)
    weights = fusion_weights(query) if with_vectors else BY_SPELLING
    scores = fuse_scores(
        (weights.stems, [row[10] for row in rows]),
        (weights.fragments, whole),
        (weights.sentences, sentences),
        (weights.vectors if with_vectors else 0.0, fill_missing_with_mean([row[11] for row in rows])),
    )
    # A match of a reference number ranks before one of a stated figure, that before one of the whole question, and that
    # before all others.
    phrases, named = exact_phrases(query.text), NamedReferences.by(query.text)
    if phrases:
        scores = [(score + share_of_phrases(phrases, text)) / 2 for score, text in zip(scores, texts, strict=True)]
    # People also state figures of their own ("I earn 1.234,50 euros"), which no text holds and which decide nothing.
    if (stated := stated_figures(query.text)) and any(shares := shares_of_figures(stated, texts)):
        scores = [(score + share) / 2 for score, share in zip(scores, shares, strict=True)]
    if named:
        scores = [(score + named.share_in(text)) / 2 for score, text in zip(scores, texts, strict=True)]
    return [
        Passage(*row[:TEXT_COLUMNS], score, score, row[TEXT_COLUMNS])  # type: ignore[call-arg]
        for row, score in zip(rows, scores, strict=True)
    ]


def fusion_weights(query: Query) -> FusionWeights:
    """What words and vectors can know of this question."""
    if not query.understands:
        return BY_SPELLING
    return FOREIGN if query.is_foreign else BY_MEANING


def fill_missing_with_mean(values: Sequence[float | None]) -> list[float]:
    known = [value for value in values if value is not None]
    mean = sum(known) / len(known) if known else 0.0
    return [mean if value is None else value for value in values]


def explain_empty_result(query: Query, limits: SearchLimits, *, with_vectors: bool) -> list[SearchStep]:
    """Why neither words nor vectors found anything. One round trip."""
    return [explain_missing_chunks(query, limits, [ChunkKind.CONTENT]) if with_vectors else why_no_words_found(query)]


def why_no_words_found(query: Query) -> SearchStep:
    """Why words alone found nothing. One round trip."""
    return no_documents_step(query) or no_result_step("no_term_found")
