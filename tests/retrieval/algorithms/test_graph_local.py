import pytest
from asgiref.sync import async_to_sync

from apps.documents.models import Collection, Readers
from apps.documents.withdrawing import withdraw
from apps.llm.ledger import Ledger
from apps.retrieval.filters import Filters
from apps.retrieval.results import SearchResult
from apps.retrieval.search import search
from tests.factories import collection, document
from tests.town import town_with_graph


@pytest.fixture
def town(db: None) -> Collection:
    return town_with_graph()


def ask(question: str, **options: object) -> SearchResult:
    return async_to_sync(search)(question, algorithm="graph-local", ledger=Ledger(), **options)  # type: ignore[arg-type]


def test_it_finds_the_pages_that_speak_of_what_is_asked_about(town: Collection) -> None:
    found = ask("Was kostet die Nordbrücke?")
    assert found.passages[0].external_id == "bridge.txt"
    assert found.passages[0].page == 1
    assert all(passage.page is not None for passage in found.passages)


def test_without_a_graph_it_finds_nothing_and_says_why(db: None) -> None:
    document(["Die Nordbrücke wird saniert."], collection=collection("plain"))
    found = ask("Was kostet die Nordbrücke?")
    assert found.passages == []
    assert found.steps[-1].detail["reason"] == "no_graph"


def test_what_may_not_be_read_is_not_found_nor_told(town: Collection) -> None:
    Collection.objects.update(readers=Readers.STAFF)
    assert ask("Was kostet die Nordbrücke?").passages == []


def test_filters_hold_for_pages_and_for_entities(town: Collection) -> None:
    town.documents.filter(external_id="library.txt").update(document_type="Satzung")
    found = ask("Was kostet die Nordbrücke?", filters=Filters(document_types=("Satzung",)))
    assert {passage.external_id for passage in found.passages} == {"library.txt"}


def test_a_withdrawn_document_is_gone_at_once(town: Collection) -> None:
    withdraw([town.documents.get(external_id="bridge.txt").pk])
    assert {passage.external_id for passage in ask("Was kostet die Nordbrücke?").passages} <= {"library.txt"}
