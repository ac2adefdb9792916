import pytest

from apps.documents.models import Collection
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.filters import Filters
from apps.retrieval.search.query_routing import use_graph_for_global_question
from tests.factories import collection, document

WHOLE, PLACE = "Welche Themen kommen immer wieder vor?", "Was kostet die Nordbrücke?"


@pytest.fixture
def town(db: None) -> Collection:
    made = collection("town")
    document(["Das Tiefbauamt saniert die Nordbrücke."], collection=made)
    build_collection_graph(get_or_create_graph_index(made))
    return made


def algorithm_for(question: str, **options: object) -> str:
    return use_graph_for_global_question(load_search_setup(SearchRequest(**options), Ledger()), question).algorithm.slug  # type: ignore[arg-type]


def test_a_question_about_the_whole_goes_to_the_graph_and_the_step_says_so(town: Collection) -> None:
    setup = use_graph_for_global_question(load_search_setup(SearchRequest(), Ledger()), WHOLE)
    assert setup.algorithm.slug == "graph-global"
    assert setup.chosen[0].detail == {"algorithm": "graph-global", "instead_of": "hybrid"}


def test_a_question_about_one_place_is_searched_as_before(town: Collection) -> None:
    assert algorithm_for(PLACE) == "hybrid"


def test_without_a_graph_nothing_changes(db: None) -> None:
    document(["Text"], collection=collection("plain"))
    assert algorithm_for(WHOLE) == "hybrid"


def test_a_part_is_never_told_as_the_whole(town: Collection) -> None:
    document(["Noch eine Sammlung ohne Graph."], collection=collection("plain"))
    assert algorithm_for(WHOLE) == "hybrid"
    assert algorithm_for(WHOLE, collections=["town"]) == "graph-global"


def test_filters_ask_for_a_part(town: Collection) -> None:
    assert algorithm_for(WHOLE, filters=Filters(numbers=("1",))) == "hybrid"
