"""What words and vectors may say of a question: vectors of meaning more, words of another language hardly anything."""

from dataclasses import replace

import pytest

from apps.documents.keywords import write_keyword_index
from apps.documents.models import Embedding
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import embedding_model_row
from apps.retrieval.algorithms import hybrid
from apps.retrieval.hybrid.score_passages import (
    BY_MEANING,
    BY_SPELLING,
    FOREIGN,
    fill_missing_with_mean,
    fusion_weights,
)
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.types import Query
from tests import factories

NORTH = [1.0, *[0.0] * 1023]
EAST = [0.0, 1.0, *[0.0] * 1022]
NORTH_EAST = [0.6, 0.8, *[0.0] * 1022]


def query_of(**facts: bool) -> Query:
    return replace(Query("", (), 1, [1]), **facts)  # type: ignore[arg-type]


def test_weights_follow_what_each_half_can_know() -> None:
    assert fusion_weights(query_of()) == BY_SPELLING
    assert fusion_weights(query_of(is_foreign=True)) == BY_SPELLING
    assert fusion_weights(query_of(understands=True)) == BY_MEANING
    assert fusion_weights(query_of(understands=True, is_foreign=True)) == FOREIGN


def test_what_has_no_vector_yet_counts_as_the_mean() -> None:
    assert fill_missing_with_mean([0.2, None, 0.4]) == pytest.approx([0.2, 0.3, 0.4])
    assert fill_missing_with_mean([None, None]) == [0.0, 0.0]


@pytest.fixture
def query() -> Query:
    """For what the first document says in its words and partly by its vector, the second by its vector alone."""
    model = embedding_model_row()
    factories.document(["Die Kopie kostet Geld."], page_vectors=[NORTH_EAST], model=model, external_id="words")
    factories.document(["Ganz anderer Text."], page_vectors=[NORTH], model=model, external_id="meaning")
    factories.document(["Noch ein Text."], page_vectors=[EAST], model=model, external_id="neither")
    write_keyword_index.index_missing_documents()
    setup = load_search_setup(SearchRequest(algorithm="hybrid"), Ledger())
    return replace(setup.query, text="Kopie kostet", vector=NORTH, understands=True)


def first(query: Query) -> str:
    limits = load_search_setup(SearchRequest(algorithm="hybrid"), Ledger()).limits
    return hybrid.retrieve(query, replace(limits, threshold=-1.0)).passages[0].external_id


@pytest.mark.django_db
def test_words_lead_in_the_own_language_and_meaning_in_another_one(query: Query) -> None:
    assert first(replace(query, is_foreign=False)) == "words"
    assert first(replace(query, is_foreign=True)) == "meaning"


@pytest.mark.django_db
def test_a_document_whose_vector_is_still_to_come_is_found_by_its_words(query: Query) -> None:
    Embedding.objects.filter(document__external_id="words").delete()
    assert first(query) == "words"
