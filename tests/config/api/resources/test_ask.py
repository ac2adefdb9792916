"""Asking over the interface: the command's JSON, a stream of events, once for each id."""

import json
from typing import Any

import pytest
from django.test import AsyncClient

from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.chat.models.service_settings import PersonalData, ServiceRules
from apps.documents.models import Document, Readers
from tests import factories
from tests.config.api.conftest import FEES, Api, MakeToken

pytestmark = pytest.mark.django_db

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"


def test_an_answer_is_the_json_of_the_command(fees: Document) -> None:
    answer = Api().post("ask", {"question": QUESTION})
    assert answer.status_code == 200
    body = answer.json()
    assert "30,70 Euro" in body["answer"]
    assert {"answer", "refused", "ai_generated", "conversation", "turn", "citations", "warnings", "model", "algorithm",
            "prompt_version", "seconds", "tokens"} <= set(body)  # fmt: skip
    assert body["citations"][0]["quote"] in FEES
    assert body["citations"][0]["url"].startswith(f"/documents/{fees.pk}/pages/1/")
    assert Conversation.objects.get().channel == Channel.API


def test_the_conversation_goes_on(fees: Document) -> None:
    first = Api().post("ask", {"question": QUESTION}).json()
    second = Api().post("ask", {"question": "Und wie ist sie zu zahlen?", "conversation": first["conversation"]}).json()
    assert second["conversation"] == first["conversation"]
    assert Turn.objects.filter(conversation__token=first["conversation"]).count() == 2


def test_an_unknown_conversation_is_not_found() -> None:
    answer = Api().post("ask", {"question": QUESTION, "conversation": "nobody"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_conversation")


def test_the_same_id_is_answered_once(fees: Document) -> None:
    bodies = [Api().post("ask", {"question": QUESTION, "id": "mine-1"}).json() for _ in range(2)]
    assert bodies[0]["turn"] == bodies[1]["turn"]
    assert Turn.objects.count() == 1


def test_who_asks_again_too_soon_is_told_so_in_german(fees: Document) -> None:
    asked = {"question": QUESTION, "id": "mine-1"}
    Api().post("ask", asked)
    Turn.objects.update(state=TurnState.RUNNING)
    again = Api(**{"accept-language": "de"}).post("ask", asked)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "answer_running")
    assert again.json()["error"]["message"].startswith("Diese Frage wird gerade beantwortet")


@pytest.mark.parametrize(("header", "language"), [("*", "en"), ("nl, ja;q=0.5", "en"), ("de", "de")])
def test_a_header_that_names_none_of_our_languages_leaves_it_to_the_question(
    header: str, language: str, fees: Document
) -> None:
    asked = {"question": "How much does a resident parking permit cost in this town?"}
    assert Api(**{"accept-language": header}).post("ask", asked).status_code == 200
    assert Conversation.objects.get().language == language


def test_the_same_id_of_another_caller_is_another_question(fees: Document, make_token: MakeToken) -> None:
    mine = Api(make_token("ask")).post("ask", {"question": QUESTION, "id": "1"}).json()
    theirs = Api(make_token("ask")).post("ask", {"question": QUESTION, "id": "1"}).json()
    assert mine["conversation"] != theirs["conversation"]


def test_a_conversation_begun_with_a_token_is_only_its_owners(fees: Document, make_token: MakeToken) -> None:
    begun = Api(make_token("ask", group="editor")).post("ask", {"question": QUESTION}).json()["conversation"]
    stranger = Api(make_token("ask")).post("ask", {"question": "Und nun?", "conversation": begun})
    assert stranger.status_code == 404
    assert Api().post("ask", {"question": "Und nun?", "conversation": begun}).status_code == 404


@pytest.mark.parametrize("path", ["ask", "search"])
def test_nobody_reads_a_collection_that_is_closed_to_them(path: str, make_token: MakeToken) -> None:
    staff = factories.collection("intern", readers=Readers.STAFF)
    factories.document([FEES], collection=staff)
    body = {"question": QUESTION, "collections": ["intern"]}
    anonymous = Api().post(path, body)
    assert (anonymous.status_code, anonymous.json()["error"]["code"]) == (400, "unknown_collection")
    assert "30,70" not in Api().post(path, {"question": QUESTION}).content.decode()
    assert "30,70" in Api(make_token()).post(path, body).content.decode()


@pytest.mark.parametrize("path", ["ask", "search"])
def test_only_a_token_chooses_the_algorithm(path: str, fees: Document, make_token: MakeToken) -> None:
    body = {"question": QUESTION, "algorithm": "keyword"}
    assert Api().post(path, body).status_code == 403
    chosen = Api(make_token()).post(path, body)
    assert (chosen.status_code, chosen.json()["algorithm"]) == (200, "keyword")
    unknown = Api(make_token()).post(path, body | {"algorithm": "magic"})
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (400, "unknown_algorithm")


def test_search_gives_the_json_of_the_command(fees: Document) -> None:
    body = Api().post("search", {"question": QUESTION, "collection": "amt", "limit": 1}).json()
    assert {"question", "query", "algorithm", "seconds", "documents", "steps"} <= set(body)
    [document] = body["documents"]
    assert document["external_id"] == "gebuehren.pdf"
    assert document["passages"][0]["page"] == 1


def test_filters_leave_out_documents(fees: Document) -> None:
    body = {"question": QUESTION, "filters": {"type": "Satzung"}}
    assert Api().post("search", body).json()["documents"] == []
    wrong = Api().post("search", {"question": QUESTION, "filters": {"colour": "red"}})
    assert wrong.status_code == 400
    assert "colour" in wrong.json()["error"]["message"]


@pytest.mark.parametrize("path", ["ask", "search"])
def test_personal_data_are_refused_or_masked(path: str, fees: Document) -> None:
    body = {"question": "Gebühr für a@b.example?"}
    assert "a@b.example" not in Api().post(path, body).content.decode()
    ServiceRules.objects.create(pk=1, personal_data=PersonalData.BLOCK)
    blocked = Api().post(path, body)
    assert (blocked.status_code, blocked.json()["error"]["code"]) == (400, "personal_data")


def test_too_many_calls_of_one_address_wait_whatever_headers_they_send(fees: Document) -> None:
    answers = [
        Api(**{"x-forwarded-for": f"198.51.100.{number}"}).post("search", {}, REMOTE_ADDR="203.0.113.77")
        for number in range(40)
    ]
    last = answers[-1]
    assert (last.status_code, last.json()["error"]["code"]) == (429, "rate_limited")
    assert int(last["Retry-After"]) >= 1


@pytest.mark.django_db(transaction=True)
async def test_with_accept_the_answer_comes_as_server_sent_events() -> None:
    from asgiref.sync import sync_to_async

    await sync_to_async(factories.document)([FEES], external_id="gebuehren.pdf")
    answer = await AsyncClient().post(
        "/api/v1/ask",
        json.dumps({"question": QUESTION, "id": "stream-1"}),
        content_type="application/json",
        headers={"accept": "text/event-stream"},
    )
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/event-stream")
    text = b"".join([part async for part in answer.streaming_content]).decode()  # type: ignore[attr-defined]
    events = [read_event(block) for block in text.strip().split("\n\n")]
    names = [name for name, _number, _data in events]
    assert names[0] == "status"
    assert names[-2:] == ["sources", "done"]
    assert [number for _name, number, _data in events] == list(range(1, len(events) + 1))
    done = events[-1][2]
    assert "30,70 Euro" in done["answer"]
    assert done["answer_html"]
    assert "".join(data["text"] for name, _number, data in events if name == "delta").strip()


def read_event(block: str) -> tuple[str, int, dict[str, Any]]:
    fields = dict(line.split(": ", 1) for line in block.splitlines())
    return fields["event"], int(fields["id"]), json.loads(fields["data"])


async def test_a_stream_that_cannot_begin_is_a_plain_error() -> None:
    answer = await AsyncClient().post(
        "/api/v1/ask",
        json.dumps({"question": QUESTION, "collections": ["nowhere"]}),
        content_type="application/json",
        headers={"accept": "text/event-stream"},
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unknown_collection")
