"""One search, from a question to passages: set-up, vector of the question, algorithm, each step timed."""

import asyncio
import re
import time
from dataclasses import replace

from asgiref.sync import sync_to_async

from apps.database.async_access import retry_in_database
from apps.database.read_from_standby import read_from_standby
from apps.llm.call_ledger import Ledger
from apps.retrieval.algorithms.put_named_documents_first import put_named_documents_first, start_named_lookup
from apps.retrieval.preparation.active_retrieval_profile import profile_as_json
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.narrow_to_few_documents import narrow_to_few_documents
from apps.retrieval.query.passage_metadata import readable_passages_with_facts
from apps.retrieval.query.types import Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.search.detect_foreign_question import (
    is_language_of_documents,
    is_semantic_takeover_pending,
    language_if_foreign,
)
from apps.retrieval.search.embed_question_with_fallback import embed_question
from apps.retrieval.search.rerank import candidate_limits, rerank
from apps.retrieval.search.search_result import SearchResult
from apps.retrieval.vectors.deduplicate_found_documents import drop_repeated_passages, earlier_similar_documents
from apps.retrieval.vectors.explain_no_results import no_document_left_step, no_result_step
from apps.text.strip_unstorable_characters import limit_combining_marks, strip_unstorable

EVERYTHING_PUBLIC = SearchRequest()
LONGEST_QUERY = 8_000
"""Characters. What is longer was not typed; embedding models refuse it or read its beginning only, as we do."""
WORD = re.compile(r"\w")


async def search(question: str, request: SearchRequest = EVERYTHING_PUBLIC, *, ledger: Ledger) -> SearchResult:
    """Passages for a question, best first.

    Without a vector of the question, words alone are searched (embed_question_with_fallback.py). Raises
    UnknownCollection, UnknownAlgorithm, NoActiveProfile, ValueError for a limit out of range; ModelError from
    algorithms that ask models.
    """
    started = time.perf_counter()
    setup = await sync_to_async(load_search_setup)(request, ledger)
    steps = [SearchStep("settings", time.perf_counter() - started, len(setup.query.collection_ids))]
    text = clean_query(question)
    found = await search_with_setup(text, setup)
    return SearchResult(
        question=question,
        query=text,
        algorithm=setup.algorithm.slug,
        profile=profile_as_json(setup.profile, setup.limits),
        passages=found.passages,
        steps=[*steps, *found.steps],
        seconds=time.perf_counter() - started,
        embedding_model=setup.embedder.name,
    )


async def search_with_setup(text: str, setup: SearchSetup) -> RetrievalResult:
    if not WORD.search(text):
        return RetrievalResult([], [no_result_step("no_words")])
    if not setup.query.collection_ids:
        return RetrievalResult([], [no_result_step("no_collections")])
    query, steps = replace(setup.query, text=text), list(setup.chosen)
    if setup.may_be_few:
        started = time.perf_counter()
        query = await read_from_standby(query.position, narrow_to_few_documents, query)
        steps += filter_steps(query, time.perf_counter() - started)
    if query.document_ids is not None and not query.document_ids and setup.algorithm.asks is None:
        return RetrievalResult([], [*steps, no_document_left_step(query)])
    found = await retrieve_with_vector(query, setup)
    # Of the primary: what was withdrawn, or closed to this reader, is left out now, whatever a standby still knows.
    passages = await retry_in_database(readable_passages_with_facts, query, found.passages)
    # A right that was taken meanwhile: what was told of these documents beside their pages is left out as well.
    notes = found.notes if len(passages) == len(found.passages) else ""
    if earlier_similar_documents(passages):
        passages = await retry_in_database(drop_repeated_passages, passages)
    return replace(found, passages=passages, notes=notes, steps=[*steps, *found.steps])


async def retrieve_with_vector(query: Query, setup: SearchSetup) -> RetrievalResult:
    """What the algorithm finds, once the question is embedded; what needs no vector is begun before."""
    branches, limits = setup.algorithm.branches, candidate_limits(setup)
    nearest = 0.0
    words = (
        asyncio.ensure_future(read_from_standby(query.position, branches.by_words, query, limits)) if branches else None
    )
    told = asyncio.ensure_future(language_if_foreign(query.text, query))
    named = start_named_lookup(query, setup.limits, after=words)
    try:
        setup, vector, embedded = await embed_question(query.text, setup)
        query, limits = setup.compared(query, vector), candidate_limits(setup)
        if setup.algorithm.branches is not None and words is not None:
            vectors = await read_from_standby(query.position, setup.algorithm.branches.by_vectors, query, limits)
            nearest = max(vectors.scores.values(), default=0.0)
            query = replace(query, is_foreign=bool(await told) and query.understands)
            joined = setup.algorithm.branches.joined
            found = await read_from_standby(query.position, joined, query, limits, await words, vectors)
        else:
            query = replace(query, is_foreign=bool(await told) and query.understands)
            found = await retrieve_without_branches(query, setup, limits)
        if setup.algorithm.asks is None:
            found = await rerank(found, query.text, setup)
        found = await put_named_documents_first(found, query, setup.algorithm, setup.limits, await named)
    finally:
        named.cancel()
        told.cancel()
        if words is not None:
            words.cancel()
    language = told.result()
    if language and not await is_language_of_documents(language, query, found):
        detail: dict[str, object] = {"foreign": language, "nearest": round(nearest, 3)}
        if not query.understands and await retry_in_database(is_semantic_takeover_pending):
            detail["prepared"] = True
        embedded.append(SearchStep("language", 0.0, 1, detail=detail))
    return replace(found, steps=[*embedded, *found.steps])


async def retrieve_without_branches(query: Query, setup: SearchSetup, limits: SearchLimits) -> RetrievalResult:
    """Retrieves by an algorithm that is not searched in branches."""
    if setup.algorithm.asks is not None:
        return await setup.algorithm.asks(query, setup.limits, setup.models)
    return await read_from_standby(query.position, setup.algorithm.retrieve, query, limits)


def filter_steps(query: Query, seconds: float) -> list[SearchStep]:
    """Empty when nothing was filtered. `found` is the number of documents left; -1 when they are too many to count."""
    if not query.filters:
        return []
    left = -1 if query.document_ids is None else len(query.document_ids)
    return [SearchStep("filters", seconds, left, detail=query.filters.as_json())]


def clean_query(text: str) -> str:
    """The query as PostgreSQL takes it, and not longer than a model reads."""
    return limit_combining_marks(strip_unstorable(text)).strip()[:LONGEST_QUERY]
