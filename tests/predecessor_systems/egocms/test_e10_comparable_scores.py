"""E10: scores say the same of every field, document and question: from 0 to 1, by words as by similarity."""

import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.search.search import search
from tests import factories

pytestmark = pytest.mark.django_db
FILLING = [f"Der Bericht {number} handelt von Straßen, Wegen und Plätzen der Gemeinde." for number in range(30)]


def scores(question: str) -> dict[str, float]:
    """Of each document, that of its best passage."""
    found = async_to_sync(search)(question, SearchRequest(algorithm="fields", limit=40), ledger=Ledger()).passages
    assert all(0.0 <= one.score <= 1.0 and one.document_score >= one.score for one in found)
    assert [one.document_score for one in found] == sorted((one.document_score for one in found), reverse=True)
    return {one.external_id: one.document_score for one in found}


@pytest.fixture(autouse=True)
def pages() -> None:
    factories.document(["Die Hundesteuer beträgt neunzig Euro im Jahr."], external_id="hund", title="Abgaben")
    factories.document(["Hundesteuer und Marktgebühr zahlen Sie im Rathaus."], external_id="beide", title="Kasse")
    for number, text in enumerate(FILLING):
        factories.document([text], external_id=f"bericht-{number}", title=f"Bericht {number}")
    write_keyword_index.index_missing_documents()


def test_a_field_with_all_words_has_1_and_one_with_half_of_them_half() -> None:
    assert scores("Hundesteuer Marktgebühr") == {"beide": 1.0, "hund": 0.5}


def test_a_common_word_and_a_rare_one_are_on_the_same_scale() -> None:
    assert scores("Zeppelin Hundesteuer") == {"hund": 0.5, "beide": 0.5}
    assert set(scores("Gemeinde").values()) == {1.0}


def test_longer_questions_score_by_similarity_on_it_too() -> None:
    found = scores("Wie hoch ist die Hundesteuer im Jahr?")
    assert max(found, key=lambda name: found[name]) == "hund"
