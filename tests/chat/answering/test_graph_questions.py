"""A question about the whole collection in a conversation: another way, another prompt, the same proof."""

import pytest
from asgiref.sync import async_to_sync

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events
from apps.chat.models import Turn
from apps.chat.turn_state.turn_events import TurnDone
from apps.documents.models import Collection
from apps.graph.models import GraphIndex
from apps.llm.models import ChatModel, Endpoint, ModelCall, ModelOrder, Purpose
from tests.fakes.openai_server import FakeOpenAIServer
from tests.town import TEXTS, town_with_graph

OPEN = "Was ist bei der Nordbrücke und im Kornhaus geschehen?"
"""Its words do not tell whether the whole is meant."""


@pytest.fixture
def town(db: None) -> Collection:
    return town_with_graph()


def ask(question: str, **options: object) -> TurnDone:
    async def last() -> object:
        found = None
        async for event in stream_turn_events(AskedQuestion(question, **options)):  # type: ignore[arg-type]
            found = event
        return found

    done = async_to_sync(last)()
    assert isinstance(done, TurnDone)
    return done


def test_every_paragraph_cites_a_page_and_the_answer_says_how_it_was_found(town: Collection) -> None:
    done = ask("Welche Themen kommen immer wieder vor?")
    assert done.state == "done"
    assert (done.algorithm, done.prompt_version) == ("graph-global", "graph-reduce/1")
    assert {citation.external_id for citation in done.citations} == set(TEXTS)
    assert all(citation.verified for citation in done.citations)
    assert all("[" in line for line in done.answer.splitlines() if line.strip())
    assert Turn.objects.get().steps[0]["name"] == "route"


def test_in_a_conversation_the_whole_is_not_narrowed_to_what_was_spoken_of_before(town: Collection) -> None:
    first = ask("Was kostet die Nordbrücke?")
    done = ask("Worum geht es in allen Dokumenten?", token=first.conversation)
    assert done.algorithm == "graph-global"
    assert {citation.external_id for citation in done.citations} == set(TEXTS)


def test_who_names_an_algorithm_gets_it(town: Collection) -> None:
    assert ask("Welche Themen kommen immer wieder vor?", algorithm="keyword").algorithm == "keyword"


def test_other_questions_are_answered_as_before(town: Collection) -> None:
    done = ask("Was kostet die Nordbrücke?")
    assert (done.algorithm, done.prompt_version.partition("/")[0]) == ("hybrid", "answer")


def test_around_the_things_asked_about(town: Collection) -> None:
    done = ask("Was kostet die Nordbrücke?", algorithm="graph-local")
    assert done.prompt_version == "graph-local/1"
    assert {citation.external_id for citation in done.citations} == {"bridge.txt"}


@pytest.fixture
def guide(town: Collection, openai_server: FakeOpenAIServer) -> FakeOpenAIServer:
    """A model that is asked for the way alone."""
    endpoint = Endpoint.objects.create(name="guide", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="guide", context_window=8_000)
    ModelOrder.objects.create(purpose=Purpose.ROUTE, model=model, position=1)
    return openai_server


def switch_on() -> None:
    GraphIndex.objects.update(asks_the_way=True)


def test_a_model_may_be_asked_for_the_way_and_the_turn_says_so(guide: FakeOpenAIServer) -> None:
    switch_on()
    guide.reply('{"way": "global"}')
    done = ask(OPEN)
    assert (done.algorithm, done.prompt_version) == ("graph-global", "graph-reduce/1")
    step = Turn.objects.get().steps[0]
    assert (step["name"], step["detail"]["instead_of"], step["detail"]["asked"]) == ("route", "hybrid", "model")
    assert list(ModelCall.objects.filter(model="guide").values_list("purpose", "outcome")) == [("route", "ok")]


def test_no_model_is_asked_for_the_way_unless_it_is_switched_on(guide: FakeOpenAIServer) -> None:
    assert ask(OPEN).algorithm == "hybrid"
    assert not guide.requests


def test_what_words_tell_is_not_asked(guide: FakeOpenAIServer) -> None:
    switch_on()
    assert ask("Welche Themen kommen immer wieder vor?").algorithm == "graph-global"
    assert ask(OPEN, algorithm="keyword").algorithm == "keyword"
    assert not guide.requests


@pytest.mark.parametrize("reply", ['{"way": "local"}', "Das weiß ich nicht.", '{"way": "sideways"}'])
def test_any_other_reply_leaves_the_question_where_it_was(guide: FakeOpenAIServer, reply: str) -> None:
    switch_on()
    guide.default_reply = reply
    assert ask(OPEN).algorithm == "hybrid"


def test_a_model_that_fails_leaves_the_question_where_it_was(guide: FakeOpenAIServer) -> None:
    switch_on()
    guide.fault("400")
    done = ask("Was kostet die Nordbrücke?")
    assert (done.state, done.algorithm) == ("done", "hybrid")


def test_a_paragraph_of_a_model_that_cites_nothing_is_marked_as_unproved(
    town: Collection, openai_server: FakeOpenAIServer
) -> None:
    endpoint = Endpoint.objects.create(name="writer", base_url=openai_server.base_url)
    model = ChatModel.objects.create(endpoint=endpoint, name="writer", context_window=32_000)
    ModelOrder.objects.create(purpose=Purpose.REDUCE, model=model, position=1)
    sentence = TEXTS["bridge.txt"].partition(".")[0]
    openai_server.default_reply = f"{sentence} [1, 2, 3].\n\nIn der Stadt sind alle zufrieden."
    done = ask("Welche Themen kommen immer wieder vor?")
    assert (done.state, done.prompt_version) == ("done", "graph-reduce/1")
    assert {citation.external_id for citation in done.citations} >= {"bridge.txt"}
    unproved = [warning["text"] for warning in done.warnings if warning["kind"] == "unproved_sentence"]
    assert unproved == ["In der Stadt sind alle zufrieden."]
