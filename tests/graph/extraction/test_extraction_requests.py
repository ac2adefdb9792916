"""Rounds of asking for what was missed: each text by itself, until its model says no or the rounds are used up."""

from collections import Counter
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync

from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.extraction.extraction_requests import ExtractionConversation, is_readable_reply, may_need_another_round
from apps.graph.models import Entity, GraphIndex, Mention
from apps.llm.errors import ModelError, model_error
from apps.llm.types import Completion, Message
from tests.factories import collection, document
from tests.fakes.openai_server import FakeOpenAIServer, Request
from tests.graph.conftest import BY_MODEL, scripted
from tests.graph.stored_graph import names

FIRST = '("entity"<|>Tiefbauamt<|>Amt<|>Es saniert.)<|COMPLETE|>'
SECOND = 'YES\n("entity"<|>Nordbrücke<|>Bauwerk<|>Sie wird saniert.)<|COMPLETE|>'
THIRD = 'YES\n("entity"<|>Kornhaus<|>Bauwerk<|>Es steht daneben.)<|COMPLETE|>'
FOURTH = 'YES\n("entity"<|>Rathaus<|>Bauwerk<|>Es steht auch dort.)<|COMPLETE|>'


@pytest.fixture
def page(db: None) -> GraphIndex:
    """A graph of one page, with up to three rounds of asking again."""
    made = collection("one-page", language="de")
    document(["Das Tiefbauamt saniert die Nordbrücke neben dem Kornhaus."], collection=made)
    index = get_or_create_graph_index(made)
    index.gleanings = 3
    index.save()
    return index


def extractions(server: FakeOpenAIServer) -> list[Request]:
    return [request for request in server.chat_requests if "entity" in request.system]


def in_rounds(*replies: str) -> Callable[[Request], str]:
    """Says these one after the other, by how often it has answered about the text already."""

    def reply(request: Request) -> str:
        if "entity" not in request.system:
            return scripted(request)
        said = sum(message["role"] == "assistant" for message in request.body["messages"])
        return replies[said]

    return reply


def test_rounds_end_when_the_model_says_no(page: GraphIndex, model_server: FakeOpenAIServer) -> None:
    model_server.default_reply = in_rounds(FIRST, "NO")
    build_collection_graph(page, BY_MODEL)
    assert len(extractions(model_server)) == 2
    assert names() == {"Tiefbauamt"}


def test_as_long_as_it_says_yes_it_is_asked_again(page: GraphIndex, model_server: FakeOpenAIServer) -> None:
    model_server.default_reply = in_rounds(FIRST, SECOND, THIRD, "NO")
    build_collection_graph(page, BY_MODEL)
    assert len(extractions(model_server)) == 4
    assert names() == {"Tiefbauamt", "Nordbrücke", "Kornhaus"}


def test_the_last_round_that_is_set_is_the_last_one(page: GraphIndex, model_server: FakeOpenAIServer) -> None:
    page.gleanings = 2
    model_server.default_reply = in_rounds(FIRST, SECOND, THIRD, FOURTH)
    build_collection_graph(page, BY_MODEL)
    assert len(extractions(model_server)) == 3
    assert "Rathaus" not in names()


def test_each_round_reads_what_was_said_before(page: GraphIndex, model_server: FakeOpenAIServer) -> None:
    model_server.default_reply = in_rounds(FIRST, SECOND, THIRD, "NO")
    build_collection_graph(page, BY_MODEL)
    last = extractions(model_server)[-1].body["messages"]
    assert [message["content"] for message in last if message["role"] == "assistant"] == [FIRST, SECOND, THIRD]
    assert [message["role"] for message in last] == ["system", "user"] + ["assistant", "user"] * 3


def test_what_later_rounds_repeat_is_one_mention(page: GraphIndex, model_server: FakeOpenAIServer) -> None:
    model_server.default_reply = in_rounds(FIRST, f"YES\n{FIRST}", "NO")
    build_collection_graph(page, BY_MODEL)
    assert Mention.objects.filter(entity=Entity.objects.get(name="Tiefbauamt")).count() == 1


def test_a_text_that_says_no_does_not_end_the_rounds_of_another(
    page: GraphIndex, model_server: FakeOpenAIServer
) -> None:
    document(["Die Stadtbücherei öffnet im Kornhaus."], collection=page.collection)
    talkative = in_rounds(FIRST, SECOND, THIRD, "NO")

    def reply(request: Request) -> str:
        if "entity" in request.system and "Stadtbücherei" in request.body["messages"][1]["content"]:
            return "NO" if "YES" in request.prompt else FIRST
        return talkative(request)

    model_server.default_reply = reply
    build_collection_graph(page, BY_MODEL)
    rounds = Counter("Stadtbücherei" in each.body["messages"][1]["content"] for each in extractions(model_server))
    assert rounds == {True: 2, False: 4}


def test_no_round_is_paid_twice(page: GraphIndex, model_server: FakeOpenAIServer) -> None:
    model_server.default_reply = in_rounds(FIRST, SECOND, THIRD, "NO")
    build_collection_graph(page, BY_MODEL)
    model_server.requests.clear()
    build_collection_graph(page, BY_MODEL)
    assert model_server.chat_requests == []


def test_one_more_round_asks_for_that_round_alone(page: GraphIndex, model_server: FakeOpenAIServer) -> None:
    page.gleanings = 1
    model_server.default_reply = in_rounds(FIRST, SECOND, THIRD, "NO")
    build_collection_graph(page, BY_MODEL)
    model_server.requests.clear()
    page.gleanings = 2
    build_collection_graph(page, BY_MODEL)
    assert len(extractions(model_server)) == 1


@pytest.mark.parametrize("reply", ["NO", "No.", "Nein", "**NO**", "None are missing.", "Nothing", "Keine", "Nichts."])
def test_no_in_other_words_is_no_fault(reply: str) -> None:
    assert is_readable_reply(reply)
    assert not may_need_another_round([FIRST, reply])


@pytest.mark.parametrize("reply", ["YES", "Ja, es fehlen welche.", "Notar und Nordbrücke fehlen."])
def test_yes_without_any_record_is_asked_for_once_more(reply: str) -> None:
    assert not is_readable_reply(reply)
    assert not may_need_another_round([FIRST, reply])
    assert may_need_another_round([FIRST, FIRST])


def test_pieces_with_the_same_text_are_asked_about_once(db: None, model_server: FakeOpenAIServer) -> None:
    made = collection("twins", language="de")
    for _ in range(3):
        document(["Das Tiefbauamt saniert die Nordbrücke."], collection=made)
    build_collection_graph(get_or_create_graph_index(made), BY_MODEL)
    assert len(extractions(model_server)) == 2
    assert Entity.objects.get(name="Tiefbauamt").mention_count == 3


def test_a_question_whose_repair_failed_is_asked_again_from_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(['("entity", kaputt', model_error("timeout", "fake"), '("entity", kaputt', FIRST])
    asked = []

    async def reply(self: ExtractionConversation, messages: Sequence[Message]) -> Completion:
        asked.append([message.role for message in messages])
        if isinstance(now := next(said), str):
            return Completion(now, "fake")
        raise now

    monkeypatch.setattr(ExtractionConversation, "reply", reply)
    monkeypatch.setattr(ExtractionConversation, "messages", lambda self: [Message("user", "Text")])
    model = SimpleNamespace(prompts=SimpleNamespace(written_in="de"))
    extraction = ExtractionConversation(None, [], model)  # type: ignore[arg-type]
    with pytest.raises(ModelError):
        async_to_sync(extraction.ask)()
    assert async_to_sync(extraction.ask)() == (FIRST, 2, "")
    assert asked == [["user"], ["user", "assistant", "user"]] * 2
