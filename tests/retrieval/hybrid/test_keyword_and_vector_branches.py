"""The two halves of `hybrid` are searched at the same time, and lead to what searching them in turn finds."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync

from apps.database.async_access import use_shared_threads
from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.algorithms import hybrid
from apps.retrieval.hybrid.keyword_and_vector_branches import retrieve_by_vectors, retrieve_by_words
from apps.retrieval.hybrid.score_passages import join_branches
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import Branches, BranchResult, Query, RetrievalResult, SearchLimits
from apps.retrieval.search.search import search_with_setup
from tests.factories import document

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = "Was kostet der Personalausweis?"
SECONDS = 10
Search = Callable[[Query, SearchLimits], BranchResult]


@pytest.fixture
def setup() -> SearchSetup:
    document(["Die Gebühr für einen Personalausweis beträgt 37 Euro."], title="Gebühren")
    document(["Bewohnerparkausweise gelten ein Jahr."], title="Parken")
    write_keyword_index.index_missing_documents()
    return load_search_setup(SearchRequest(algorithm="hybrid"), Ledger())


def found_with(setup: SearchSetup, words: Search, vectors: Search) -> RetrievalResult:
    algorithm = replace(hybrid.ALGORITHM, branches=Branches(words, vectors, join_branches))

    async def search() -> RetrievalResult:
        with use_shared_threads():
            return await search_with_setup(QUESTION, replace(setup, algorithm=algorithm))

    return async_to_sync(search)()


def test_both_are_at_work_at_the_same_time_and_find_what_they_find_in_turn(setup: SearchSetup) -> None:
    both = threading.Barrier(2)

    def meeting(search: Search) -> Search:
        def half(query: Query, limits: SearchLimits) -> BranchResult:
            both.wait(SECONDS)
            return search(query, limits)

        return half

    found = found_with(setup, meeting(retrieve_by_words), meeting(retrieve_by_vectors))
    in_turn = async_to_sync(search_with_setup)(QUESTION, setup)
    assert found.passages == in_turn.passages
    assert next(passage.title for passage in found.passages) == "Gebühren"
    assert [(step.name, step.found) for step in found.steps] == [(step.name, step.found) for step in in_turn.steps]


def test_words_are_searched_while_the_question_is_embedded(setup: SearchSetup) -> None:
    searched = threading.Event()

    def words(query: Query, limits: SearchLimits) -> BranchResult:
        try:
            return retrieve_by_words(query, limits)
        finally:
            searched.set()

    class Slow:
        name = setup.embedder.name

        async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
            assert await asyncio.to_thread(searched.wait, SECONDS)
            return await setup.embedder.embed(texts)

    found = found_with(replace(setup, embedder=Slow()), words, retrieve_by_vectors)  # type: ignore[arg-type]
    assert found.passages


def test_an_error_of_one_half_is_the_search_s(setup: SearchSetup) -> None:
    def broken(query: Query, limits: SearchLimits) -> BranchResult:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        found_with(setup, broken, retrieve_by_vectors)
    with pytest.raises(ArithmeticError):
        found_with(setup, retrieve_by_words, broken)
