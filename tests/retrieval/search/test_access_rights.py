"""What others keep to themselves, in every algorithm there is: also when it becomes theirs while a search runs.

A second connection changes something before each statement of a search in turn, and commits.
"""

from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Group
from django.db import connection, connections

from apps.documents.keywords import write_keyword_index as keyword_index
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Readers, Status
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import RetrievalResult
from apps.retrieval.search.search import search_with_setup
from tests import factories
from tests.town import town_with_graph

pytestmark = pytest.mark.django_db(transaction=True)
Change = Callable[[], object]
QUESTION = "Was kostet die Nordbrücke das Tiefbauamt?"
SECRET = "Kristallsekret"
SECRETS = f"Das Tiefbauamt zahlt für die Nordbrücke {SECRET}. Die Nordbrücke kostet das Tiefbauamt {SECRET}."
MOST_STATEMENTS = 40
STATEMENTS_TO_PAGES = {"graph-local": 3}
"""After its pages it tells what the graph knows around them, as of when they were read. Others read pages last."""


def search(algorithm: str) -> RetrievalResult:
    """By the public."""
    return search_with(load_search_setup(SearchRequest(algorithm=algorithm), Ledger()))


def search_with(setup: SearchSetup) -> RetrievalResult:
    return async_to_sync(search_with_setup)(QUESTION, setup)


def searches(algorithm: str, change: Change, undo: Change) -> Iterator[RetrievalResult]:
    """What is found when the change is committed before the first statement, the second, and so on to the last."""
    setup = load_search_setup(SearchRequest(algorithm=algorithm), Ledger())
    for place in range(MOST_STATEMENTS):
        turn = Turn(place, change)
        with connection.execute_wrapper(turn):
            found = search_with(setup)
        if turn.statements <= place:
            return
        yield found
        undo()
    raise AssertionError(f"{algorithm} takes more than {MOST_STATEMENTS} statements")


class Turn:
    """Before one statement of a search, another connection does something."""

    def __init__(self, place: int, change: Change) -> None:
        self.place, self.change, self.statements = place, change, 0

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        if self.statements == self.place:
            elsewhere(self.change)
        self.statements += 1
        return execute(sql, params, many, context)


def elsewhere(change: Change) -> None:
    failed: list[Exception] = []

    def work() -> None:
        try:
            change()
        except Exception as error:  # noqa: BLE001 - told by the thread that waits for this one
            failed.append(error)
        finally:
            connections.close_all()

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert not failed, failed


def told(found: RetrievalResult) -> str:
    """Everything that leaves the search."""
    return repr((found.passages, found.steps, found.notes))


def counts(found: RetrievalResult) -> list[tuple[str, int]]:
    return [(step.name, step.found) for step in found.steps]


@pytest.fixture
def town() -> Collection:
    made = town_with_graph()
    index()
    return made


def index() -> None:
    while keyword_index.index_missing_documents():
        pass


def keep_secret() -> Collection:
    group = Group.objects.create(name="Rat")
    council = factories.collection("council", readers=Readers.GROUPS, groups=[group])
    for number in range(3):
        factories.document([SECRETS], title=f"{SECRET} {number}", summary=f"{SECRETS} Kurz.", collection=council)
    build_collection_graph(get_or_create_graph_index(council))
    index()
    return council


def test_what_others_keep_changes_nothing_that_is_found_or_counted(town: Collection) -> None:
    before = {algorithm: search(algorithm) for algorithm in ALGORITHMS}
    keep_secret()
    for algorithm, alone in before.items():
        found = search(algorithm)
        assert SECRET not in told(found), algorithm
        assert [passage.chunk_id for passage in found.passages] == [passage.chunk_id for passage in alone.passages]
        assert counts(found) == counts(alone), algorithm


def test_a_document_is_gone_as_soon_as_it_is_moved_to_others(town: Collection) -> None:
    council = keep_secret()
    bridge = Document.objects.get(external_id="bridge.txt")

    def move() -> None:
        Document.objects.filter(pk=bridge.pk).update(collection=council)

    def move_back() -> None:
        Document.objects.filter(pk=bridge.pk).update(collection=town)

    for algorithm in ALGORITHMS:
        shown = ["Nordbrücke" in told(found) for found in searches(algorithm, move, move_back)]
        assert not any(shown[: STATEMENTS_TO_PAGES.get(algorithm)]), algorithm


def test_rights_that_are_taken_hold_for_the_next_search_and_break_none(town: Collection) -> None:
    def close() -> None:
        Collection.objects.filter(pk=town.pk).update(readers=Readers.STAFF)

    def reopen() -> None:
        Collection.objects.filter(pk=town.pk).update(readers=Readers.PUBLIC)

    for algorithm in ALGORITHMS:
        whole = [passage.chunk_id for passage in search(algorithm).passages]
        for found in searches(algorithm, close, reopen):
            assert [passage.chunk_id for passage in found.passages] in ([], whole), algorithm
            assert "Nordbrücke" not in told(search(algorithm)), algorithm


def test_a_withdrawal_breaks_no_search_and_leaves_nothing(town: Collection) -> None:
    made: list[Document] = []

    def come() -> None:
        made.append(factories.document([SECRETS], title=SECRET, summary=f"{SECRETS} Kurz.", collection=town))
        index()

    for algorithm in ALGORITHMS:
        come()
        for _ in searches(algorithm, lambda: withdraw_documents([made[-1].pk]), come):
            assert SECRET not in told(search(algorithm)), algorithm
        withdraw_documents([made[-1].pk])


def test_a_new_revision_is_found_whole_or_the_old_one(town: Collection) -> None:
    paper = factories.document([f"{QUESTION} Alt."] * 3, title="Alt", summary="Alt Nordbrücke", collection=town)
    index()
    versions = ["Neu", "Alt"]

    def switch() -> None:
        name = versions[0]
        revision = factories.add_revision(paper, [f"{QUESTION} {name}."] * 3, summary=f"{name} Nordbrücke")
        Document.objects.filter(pk=paper.pk).update(title=name, current_revision=revision, status=Status.READY)
        index()

    for algorithm in ALGORITHMS:
        for found in searches(algorithm, switch, lambda: versions.reverse()):
            own = [passage for passage in found.passages if passage.document_id == paper.pk]
            assert len({word for passage in own for word in ("Alt", "Neu") if word in passage.text}) < 2, algorithm
