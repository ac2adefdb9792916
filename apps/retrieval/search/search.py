"""One search, from a question to passages: settings, vector of the question, algorithm, each step timed."""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings as settings_of_project

from apps.database.async_access import in_database_again
from apps.database.read_from_standby import in_standby, position
from apps.database.settings_cache import is_remembering, remembered
from apps.documents.models import Collection, Readers, reader_of
from apps.documents.models.reader_permissions import PUBLIC, Reader
from apps.documents.vectors.hnsw_index import indexed_kinds, kinds_by_signs
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import (
    embedder,
    embedding_model_in_house,
    embedding_model_row,
    made_with_documents,
    stand_in,
    understands,
)
from apps.llm.models import EmbeddingModel
from apps.llm.prompts_and_models import ModelAccess
from apps.llm.semantic_embedding.detect_question_language import foreign_language, language_of_letters
from apps.retrieval.algorithms import get_algorithm
from apps.retrieval.algorithms.named_documents_first import begin_naming, with_named_first
from apps.retrieval.models import Profile
from apps.retrieval.query.passage_metadata import with_numbers_and_files
from apps.retrieval.query.search_few_documents import narrow_to_few_documents, open_share, rights_may_leave_few
from apps.retrieval.query.term_statistics import SECONDS, TermStatistics, term_statistics
from apps.retrieval.query.types import Algorithm, Found, Query, SearchLimits, SearchStep
from apps.retrieval.search.active_profile import active_profile, profile_as_json, saved_profile
from apps.retrieval.search.load_search_setup import Settings, VectorSpace
from apps.retrieval.search.query_embedding import embed_question
from apps.retrieval.search.rerank import candidate_limits, rerank
from apps.retrieval.search.search_request import SearchRequest, User
from apps.retrieval.search.search_result import SearchResult
from apps.retrieval.vectors.deduplicate_documents import first_of_its_kind, given_once
from apps.retrieval.vectors.explain_no_results import no_document_left_step, no_result_step
from apps.text.index_terms import GERMAN

EVERYTHING_PUBLIC = SearchRequest()
LONGEST_QUERY = 8_000
"""Characters. What is longer was not typed; embedding models refuse it or read its beginning only, as we do."""
MOST_DOCUMENTS = 40
WORD = re.compile(r"\w")


class UnknownCollection(ValueError):  # noqa: N818 - it is an answer to the person who typed the name
    """Names what was typed and the collections this person may read. The message is English, for commands and logs."""

    def __init__(self, name: str, known: str) -> None:
        super().__init__(f"Unknown collection '{name}'. Known: {known or 'none'}.")
        self.name, self.known = name, known


async def search(question: str, request: SearchRequest = EVERYTHING_PUBLIC, *, ledger: Ledger) -> SearchResult:
    """Passages for a question, best first.

    Without a vector of the question, words alone are searched (query_embedding.py). Raises UnknownCollection,
    UnknownAlgorithm, NoActiveProfile, ValueError for a limit out of range; ModelError from algorithms that ask models.
    """
    started = time.perf_counter()
    settings = await sync_to_async(load_settings)(request, ledger)
    steps = [SearchStep("settings", time.perf_counter() - started, len(settings.query.collection_ids))]
    text = clean(question)
    found = await find(text, settings)
    return SearchResult(
        question=question,
        query=text,
        algorithm=settings.algorithm.slug,
        profile=profile_as_json(settings.profile, settings.limits),
        passages=found.passages,
        steps=[*steps, *found.steps],
        seconds=time.perf_counter() - started,
        embedding_model=settings.embedder.name,
    )


async def find(text: str, settings: Settings) -> Found:
    if not WORD.search(text):
        return Found([], [no_result_step("no_words")])
    if not settings.query.collection_ids:
        return Found([], [no_result_step("no_collections")])
    query, steps = replace(settings.query, text=text), list(settings.chosen)
    if settings.may_be_few:
        started = time.perf_counter()
        query = await in_standby(query.position, narrow_to_few_documents, query)
        steps += filter_step(query, time.perf_counter() - started)
    if query.document_ids is not None and not query.document_ids and settings.algorithm.asks is None:
        return Found([], [*steps, no_document_left_step(query)])
    found = await found_with_vector(query, settings)
    # Of the primary: what was withdrawn, or closed to this reader, is left out now, whatever a standby still knows.
    passages = await in_database_again(with_numbers_and_files, query, found.passages)
    # A right that was taken meanwhile: what was told of these documents beside their pages is left out as well.
    notes = found.notes if len(passages) == len(found.passages) else ""
    if first_of_its_kind(passages):
        passages = await in_database_again(given_once, passages)
    return replace(found, passages=passages, notes=notes, steps=[*steps, *found.steps])


async def found_with_vector(query: Query, settings: Settings) -> Found:
    """What the algorithm finds, once the question is embedded; what needs no vector is begun before."""
    branches, limits = settings.algorithm.branches, candidate_limits(settings)
    nearest = 0.0
    words = asyncio.ensure_future(in_standby(query.position, branches.by_words, query, limits)) if branches else None
    told = asyncio.ensure_future(language_if_foreign(query.text, query))
    named = begin_naming(query, settings.limits, after=words)
    try:
        settings, vector, embedded = await embed_question(query.text, settings)
        query, limits = settings.compared(query, vector), candidate_limits(settings)
        if settings.algorithm.branches is not None and words is not None:
            vectors = await in_standby(query.position, settings.algorithm.branches.by_vectors, query, limits)
            nearest = max(vectors.scores.values(), default=0.0)
            query = replace(query, is_foreign=bool(await told) and query.understands)
            joined = settings.algorithm.branches.joined
            found = await in_standby(query.position, joined, query, limits, await words, vectors)
        else:
            query = replace(query, is_foreign=bool(await told) and query.understands)
            found = await found_in_one(query, settings, limits)
        if settings.algorithm.asks is None:
            found = await rerank(found, query.text, settings)
        found = await with_named_first(found, query, settings.algorithm, settings.limits, await named)
    finally:
        named.cancel()
        told.cancel()
        if words is not None:
            words.cancel()
    language = told.result()
    if language and not await is_of_documents(language, query, found):
        detail: dict[str, object] = {"foreign": language, "nearest": round(nearest, 3)}
        if not query.understands and await in_database_again(meaning_is_prepared):
            detail["prepared"] = True
        embedded.append(SearchStep("language", 0.0, 1, detail=detail))
    return replace(found, steps=[*embedded, *found.steps])


async def found_in_one(query: Query, settings: Settings, limits: SearchLimits) -> Found:
    """By an algorithm that is not searched in branches."""
    if settings.algorithm.asks is not None:
        return await settings.algorithm.asks(query, settings.limits, settings.models)
    return await in_standby(query.position, settings.algorithm.retrieve, query, limits)


async def language_if_foreign(text: str, query: Query) -> str:
    """Of a text when it is certainly none of the searched collections'; may ask the process of the model."""
    if query.understands or settings_of_project.MEANING:
        return await foreign_language(text, query.languages)
    return language_of_letters(text, query.languages)


async def is_of_documents(language: str, query: Query, found: Found) -> bool:
    """Whether the best passage is in that language although its collection does not say so."""
    return bool(found.passages) and await language_if_foreign(found.passages[0].text, query) == language


def meaning_is_prepared() -> bool:
    """Whether vectors of another model, which compares what is meant, fill in at the moment. One query."""
    row = EmbeddingModel.objects.filter(takes_over=True).first()
    return row is not None and understands(row)


def filter_step(query: Query, seconds: float) -> list[SearchStep]:
    """None when nothing was filtered. `found` is the number of documents left; -1 when they are too many to count."""
    if not query.filters:
        return []
    left = -1 if query.document_ids is None else len(query.document_ids)
    return [SearchStep("filters", seconds, left, detail=query.filters.as_json())]


def clean(text: str) -> str:
    """The query without NUL, which PostgreSQL does not take, and not longer than a model reads."""
    return text.replace("\0", " ").strip()[:LONGEST_QUERY]


def load_settings(request: SearchRequest, ledger: Ledger) -> Settings:
    """Four small queries; within `remembering` only when settings have changed. Raises as `search` does."""
    profile, algorithm = profile_and_algorithm(request)
    reader = reader_of(request.user)
    known = collections_known_to(request.user, reader)
    searched = named(request.collections, known)
    in_house = request.in_house or any(each.stays_in_house for each in searched)
    used = embedding_model_in_house() if in_house else embedding_model_row()
    model = made_with_documents(used) if algorithm.searches_graph else used
    limits = profile.limits(model.threshold)
    if request.limit is not None:
        limits = replace(limits, document_limit=checked_limit(request.limit), content_limit=request.limit)
    models = ModelAccess(ledger, request.trial, in_house, profile.slug)
    has_readers = any(each.has_readers for each in searched)
    query = Query(
        text="",
        vector=(),
        embedding_model_id=model.pk,
        collection_ids=[each.pk for each in searched],
        indexed_kinds=remembered_indexes(model.pk),
        kinds_by_signs=remembered_kinds_by_signs(model.pk),
        filters=request.filters,
        reader=reader if has_readers else PUBLIC,
        position=position(),
        languages=sorted(set().union(*(each.languages for each in searched))) or (GERMAN,),
        understands=understands(model),
        statistics=remembered_statistics() if is_remembering() else None,
    )
    may_be_few = bool(request.filters) or len(searched) < len(known)
    if has_readers:
        query = replace(query, open_share=open_share(query))
        may_be_few = may_be_few or rights_may_leave_few(query)
    return Settings(
        profile=profile,
        algorithm=algorithm,
        limits=limits,
        query=query,
        embedder=embedder(model, ledger=ledger, is_query=True),
        models=models,
        may_be_few=may_be_few,
        reranker=models.reranker() if limits.rerank_limit else None,
        stand_in=vectors_by_spelling(model, profile, ledger),
    )


def vectors_by_spelling(model: EmbeddingModel, profile: Profile, ledger: Ledger) -> VectorSpace | None:
    """What is compared when the built-in model of meaning fails. Two queries, none when they are remembered."""
    row = stand_in(model)
    if row is None:
        return None
    limits = profile.limits(row.threshold)
    return VectorSpace(
        embedder(row, ledger=ledger, is_query=True),
        row.pk,
        remembered_indexes(row.pk),
        remembered_kinds_by_signs(row.pk),
        limits.threshold,
        understands=False,
    )


def remembered_indexes(model_id: int) -> frozenset[str]:
    return remembered(("indexed-kinds", str(model_id)), lambda: indexed_kinds(model_id))


def remembered_kinds_by_signs(model_id: int) -> frozenset[str]:
    return remembered(("kinds-by-signs", str(model_id)), lambda: kinds_by_signs(model_id))


def profile_and_algorithm(request: SearchRequest) -> tuple[Profile, Algorithm]:
    """Those that answer, unless the request names others. Raises NoActiveProfile, UnknownAlgorithm."""
    profile = request.profile or active_profile(channel=request.channel, collections=request.collections)
    algorithm = get_algorithm(request.algorithm or profile.algorithm)
    if profile.algorithm not in (algorithm.slug, *algorithm.aliases):
        profile = saved_profile(algorithm.slug)
    return profile, algorithm


def remembered_statistics() -> TermStatistics:
    return remembered("term-statistics", term_statistics, seconds=SECONDS)


def checked_limit(limit: int) -> int:
    if not 1 <= limit <= MOST_DOCUMENTS:
        raise ValueError(f"The limit is {limit}, use a number of documents from 1 to {MOST_DOCUMENTS}.")
    return limit


class Searched(NamedTuple):
    """A collection, and the languages by which its words are indexed: two while the second replaces the first."""

    pk: int
    languages: frozenset[str]
    has_readers: bool
    """Whether some of its documents have, or had, readers of their own."""
    stays_in_house: bool
    """Whether what searches it may be sent to no server outside."""


class Known(NamedTuple):
    """A collection with all that says who may read it."""

    slug: str
    searched: Searched
    readers: str
    groups: frozenset[int]
    people: frozenset[int]

    def is_open_to(self, user: User | None, reader: Reader) -> bool:
        """What CollectionQuerySet.readable_by says of it."""
        if user is None or not user.is_authenticated:
            return self.readers == Readers.PUBLIC
        if getattr(user, "is_superuser", False):
            return True
        if self.readers != Readers.GROUPS:
            return True
        return reader.user_id in self.people or not self.groups.isdisjoint(reader.group_ids)


def all_collections() -> list[Known]:
    """Three queries, none while they are remembered."""
    columns = ("slug", "readers", "pk", "has_document_readers", "stays_in_house", "language", "former_language")
    groups = named_by_collection(Collection.reader_groups.through.objects.values_list("collection_id", "group_id"))
    people = named_by_collection(Collection.reader_users.through.objects.values_list("collection_id", "user_id"))
    return [
        Known(
            slug,
            Searched(pk, frozenset(filter(None, words)), closed, in_house),
            readers,
            frozenset(groups[pk]),
            frozenset(people[pk]),
        )
        for slug, readers, pk, closed, in_house, *words in Collection.objects.values_list(*columns)
    ]


def named_by_collection(rows: Iterable[tuple[int, int]]) -> defaultdict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for collection, reader in rows:
        found[collection].add(reader)
    return found


def collections_known_to(user: User | None, reader: Reader) -> dict[str, Searched]:
    """All that this person may read, by short name."""
    every = remembered("collections", all_collections)
    return {each.slug: each.searched for each in every if each.is_open_to(user, reader)}


def named(slugs: Sequence[str] | None, known: Mapping[str, Searched]) -> list[Searched]:
    """Those of the known collections, each once; None means all. Raises UnknownCollection.

    A collection that may not be read is as unknown as one that does not exist.
    """
    if slugs is None:
        return list(known.values())
    for slug in slugs:
        if slug not in known:
            raise UnknownCollection(slug, ", ".join(sorted(known)))
    return [known[slug] for slug in dict.fromkeys(slugs)]


def readable_ids(slugs: Sequence[str] | None, user: User | None) -> list[int]:
    """Their ids. Raises UnknownCollection."""
    return [each.pk for each in named(slugs, collections_known_to(user, reader_of(user)))]
