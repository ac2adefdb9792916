from dataclasses import replace

import pytest
from asgiref.sync import async_to_sync

from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Readers
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.models import Report
from apps.llm.call_ledger import Ledger
from apps.retrieval.algorithms.graph_local import PAGES_SHARE, REPORTS_SHARE, TABLE_SHARE
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.filters import Filters
from apps.retrieval.query.types import RetrievalResult
from apps.retrieval.search.search import search, search_with_setup
from apps.retrieval.search.search_result import SearchResult
from apps.text.estimate_tokens import estimate_tokens
from tests.factories import collection, document
from tests.town import town_with_graph


@pytest.fixture
def town(db: None) -> Collection:
    return town_with_graph()


def ask(question: str, **options: object) -> SearchResult:
    return async_to_sync(search)(question, SearchRequest(algorithm="graph-local", **options), ledger=Ledger())  # type: ignore[arg-type]


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
    withdraw_documents([town.documents.get(external_id="bridge.txt").pk])
    assert {passage.external_id for passage in ask("Was kostet die Nordbrücke?").passages} <= {"library.txt"}


def test_earlier_questions_help_to_tell_which_things_are_meant(town: Collection) -> None:
    follow_up = "Und was kostet das im Ganzen?"
    alone, after = (told(follow_up, earlier) for earlier in ((), ("Wer saniert die Nordbrücke?",)))
    assert after.passages[0].external_id == "bridge.txt"
    assert after.passages[0].score > max((passage.score for passage in alone.passages), default=0.0)


def told(question: str, earlier: tuple[str, ...]) -> RetrievalResult:
    setup = load_search_setup(SearchRequest(algorithm="graph-local"), Ledger())
    return async_to_sync(search_with_setup)(question, setup.after(earlier))


@pytest.fixture
def large(db: None) -> Collection:
    """So much about one bridge that no part of the context has room for all."""
    made = collection("large")
    for number in range(24):
        texts = [
            f"Die Nordbrücke und das Bauwerk{word}{number} hängen zusammen, sagt das Tiefbauamt im Bericht {number}. "
            f"Das Bauwerk{word}{number} kostet die Nordbrücke viel Zeit."
            for word in ("anton", "berta", "cäsar", "dora")
        ]
        document(texts, collection=made, external_id=f"{number}.txt", title=f"Bericht {number}")
    build_collection_graph(get_or_create_graph_index(made), BuildOptions(method="noun-phrases"))
    return made


@pytest.mark.parametrize("context_tokens", [600, 1_200])
def test_the_context_is_half_pages_and_then_facts_and_reports(large: Collection, context_tokens: int) -> None:
    setup = load_search_setup(SearchRequest(algorithm="graph-local"), Ledger())
    limits = replace(setup.limits, context_tokens=context_tokens)
    found = async_to_sync(search_with_setup)("Was ist mit der Nordbrücke?", replace(setup, limits=limits))
    titles = set(Report.objects.values_list("title", flat=True))
    lines = found.notes.splitlines()
    reports = [line for line in lines if line.removeprefix("- ").split(": ")[0] in titles]
    facts = [line for line in lines if line not in reports]
    shares = [
        sum(passage.tokens for passage in found.passages) / context_tokens,
        estimate_tokens("\n".join(facts)) / context_tokens,
        estimate_tokens("\n".join(reports)) / context_tokens,
    ]
    assert 0.4 < shares[0] <= PAGES_SHARE
    assert 0.2 < shares[1] <= TABLE_SHARE
    assert 0.03 < shares[2] <= REPORTS_SHARE
    assert PAGES_SHARE + TABLE_SHARE + REPORTS_SHARE == 1
