"""Loads from the database all that a search needs, before the question is embedded."""

from dataclasses import replace

from apps.database.read_from_standby import primary_position
from apps.database.settings_cache import is_settings_cache_active, load_cached
from apps.documents.models import reader_of
from apps.documents.models.reader_access_filter import PUBLIC
from apps.documents.vectors.hnsw_index import indexed_kinds, kinds_by_signs
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import (
    build_embedder,
    compares_meaning,
    embedding_model_for_documents,
    embedding_model_in_house,
    embedding_model_row,
    fallback_embedding_model,
)
from apps.llm.models import EmbeddingModel
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.retrieval.algorithms import get_algorithm
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import active_profile, saved_or_shipped_profile
from apps.retrieval.preparation.readable_collections import choose_collections, readable_collections
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.preparation.search_setup import SearchSetup, VectorSpace
from apps.retrieval.query.narrow_to_few_documents import open_share, rights_may_leave_few
from apps.retrieval.query.postgres_term_statistics import CACHE_SECONDS, TermStatistics, load_term_statistics
from apps.retrieval.query.types import Algorithm, Query
from apps.text.index_terms import GERMAN

MOST_DOCUMENTS = 40


def load_search_setup(request: SearchRequest, ledger: Ledger) -> SearchSetup:
    """Loads by four small queries; within `use_settings_cache` only when settings changed. Raises as `search` does."""
    profile, algorithm = profile_and_algorithm(request)
    reader = reader_of(request.user)
    known = readable_collections(request.user, reader)
    searched = choose_collections(request.collections, known)
    in_house = request.in_house or any(each.stays_in_house for each in searched)
    used = embedding_model_in_house() if in_house else embedding_model_row()
    model = embedding_model_for_documents(used) if algorithm.searches_graph else used
    limits = profile.limits(model.threshold)
    if request.limit is not None:
        limits = replace(limits, document_limit=check_document_limit(request.limit), content_limit=request.limit)
    models = ModelAccess(ledger, request.trial, in_house, profile.slug)
    has_readers = any(each.has_readers for each in searched)
    query = Query(
        text="",
        vector=(),
        embedding_model_id=model.pk,
        collection_ids=[each.pk for each in searched],
        indexed_kinds=cached_indexed_kinds(model.pk),
        kinds_by_signs=cached_kinds_by_signs(model.pk),
        filters=request.filters,
        reader=reader if has_readers else PUBLIC,
        position=primary_position(),
        languages=sorted(set().union(*(each.languages for each in searched))) or (GERMAN,),
        understands=compares_meaning(model),
        statistics=cached_term_statistics() if is_settings_cache_active() else None,
    )
    may_be_few = bool(request.filters) or len(searched) < len(known)
    if has_readers:
        query = replace(query, open_share=open_share(query))
        may_be_few = may_be_few or rights_may_leave_few(query)
    return SearchSetup(
        profile=profile,
        algorithm=algorithm,
        limits=limits,
        query=query,
        embedder=build_embedder(model, ledger=ledger, is_query=True),
        models=models,
        may_be_few=may_be_few,
        reranker=models.reranker() if limits.rerank_limit else None,
        stand_in=spelling_vector_space(model, profile, ledger),
    )


def spelling_vector_space(model: EmbeddingModel, profile: Profile, ledger: Ledger) -> VectorSpace | None:
    """What is compared when the built-in model of meaning fails. Two queries, none when they are remembered."""
    row = fallback_embedding_model(model)
    if row is None:
        return None
    limits = profile.limits(row.threshold)
    return VectorSpace(
        build_embedder(row, ledger=ledger, is_query=True),
        row.pk,
        cached_indexed_kinds(row.pk),
        cached_kinds_by_signs(row.pk),
        limits.threshold,
        understands=False,
    )


def cached_indexed_kinds(model_id: int) -> frozenset[str]:
    return load_cached(("indexed-kinds", str(model_id)), lambda: indexed_kinds(model_id))


def cached_kinds_by_signs(model_id: int) -> frozenset[str]:
    return load_cached(("kinds-by-signs", str(model_id)), lambda: kinds_by_signs(model_id))


def profile_and_algorithm(request: SearchRequest) -> tuple[Profile, Algorithm]:
    """Returns those that answer, unless the request names others. Raises NoActiveProfile, UnknownAlgorithm."""
    profile = request.profile or active_profile(channel=request.channel, collections=request.collections)
    algorithm = get_algorithm(request.algorithm or profile.algorithm)
    if profile.algorithm not in (algorithm.slug, *algorithm.aliases):
        profile = saved_or_shipped_profile(algorithm.slug)
    return profile, algorithm


def cached_term_statistics() -> TermStatistics:
    return load_cached("term-statistics", load_term_statistics, seconds=CACHE_SECONDS)


def check_document_limit(limit: int) -> int:
    if not 1 <= limit <= MOST_DOCUMENTS:
        raise ValueError(f"The limit is {limit}, use a number of documents from 1 to {MOST_DOCUMENTS}.")
    return limit
