"""Plain language over HTTP: the command's JSON, sentences as they are checked, the models."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client

from apps.chat.models.service_settings import ServiceRules
from apps.llm.call_ledger import Ledger
from apps.llm.models import ChatModel, Endpoint, ModelCall, ModelOrder
from apps.simplify.errors import RewriteInterrupted
from apps.simplify.initial_data import TEXT_TYPES
from apps.simplify.models import TextType
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.rewriting.rewrite_text import SentencesChecked, rewrite
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db

TEXT = "Die Gebühr in Höhe von 30,00 € ist unverzüglich zu entrichten. Das Halten von Hunden ist untersagt."


def streamed(answer: Any) -> str:
    """All of a stream, as a client reads it."""

    async def gather() -> list[bytes]:
        return [part async for part in answer.streaming_content]

    return b"".join(async_to_sync(gather)()).decode()


@pytest.fixture(autouse=True)
def _text_types(db: None) -> None:
    for row in TEXT_TYPES:
        TextType.objects.get_or_create(slug=row["slug"], defaults=row)


def post(body: Any, **headers: str) -> Any:
    return Client().post("/api/v1/simplify", body, content_type="application/json", headers=headers)


def test_it_answers_what_the_command_prints() -> None:
    answer = post({"text": TEXT, "text_type": "notice"})
    assert answer.status_code == 200
    body = answer.json()
    assert body["text"] == "Die Gebühr von 30,00 € ist sofort zu zahlen. Das Halten von Hunden ist verboten."
    assert body["text_type"] == "notice"
    assert body["label"] == "Einfache Sprache (Entwurf)"
    assert ModelCall.objects.filter(purpose="simplify", reference="simplify").exists()


def test_what_a_rewrite_cost_that_broke_off_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks_off(asked: RewriteRequest, *, setup: RewriteSetup, ledger: Ledger) -> None:
        async for event in rewrite(asked, setup=setup, ledger=ledger):
            if isinstance(event, SentencesChecked):
                raise RewriteInterrupted

    monkeypatch.setattr("config.api.resources.simplify.rewrite_to_end", breaks_off)
    assert "error" in post({"text": TEXT}).json()
    assert ModelCall.objects.filter(purpose="simplify", reference="simplify").exists()


def test_it_streams_each_sentence_and_ends_with_the_whole() -> None:
    answer = post({"text": TEXT}, accept="text/event-stream")
    assert answer["Content-Type"].startswith("text/event-stream")
    events = [event.split("\n") for event in streamed(answer).strip().split("\n\n")]
    names = [event[0].removeprefix("event: ") for event in events]
    values = [json.loads(event[1].removeprefix("data: ")) for event in events]
    assert names == ["sentence", "sentence", "progress", "done"]
    assert values[0]["before"].startswith("Die Gebühr in Höhe")
    assert "".join(value["after"] + value["separator"] for value in values[:2]).strip() == values[-1]["text"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": "  "}, {"empty_text", "invalid"}),
        ({"text": "Hallo.", "text_type": "roman"}, {"unknown_text_type"}),
        ({"text": "Hallo.", "model": "nobody"}, {"unknown_model"}),
        ({"text": "Hallo.", "instruction": "kürzer"}, {"instruction_without_draft"}),
        ({"text": "Hallo.", "organisation": "Niemand"}, {"unknown_organisation"}),
        ({"text": "a\0b"}, {"invalid", "bad_request"}),
        ({"text": 5}, {"invalid"}),
        ({}, {"invalid"}),
        ({"text": "Hallo.", "unknown": 1}, {"invalid"}),
        (
            {"text": "Les personnes concernées peuvent déposer leur demande auprès du service compétent avant la fin."},
            {"other_language"},
        ),
        ({"text": "a" * 200_001}, {"invalid", "text_too_long"}),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_bad_input_is_one_sentence(body: dict[str, Any], code: set[str], accept: str) -> None:
    answer = post(body, accept=accept)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] in code
    assert "\n" not in error["message"]


def test_a_megabyte_is_refused() -> None:
    assert post({"text": "a" * 1_100_000}).status_code == 413


def test_numbers_come_back_as_they_are() -> None:
    assert post({"text": "12 345"}).json()["text"] == "12 345"


def test_models_and_text_types_are_listed_with_their_health(openai_server: FakeOpenAIServer) -> None:
    endpoint = Endpoint.objects.create(name="fake", base_url="http://127.0.0.1:9", api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="first")
    ModelOrder.objects.create(purpose="simplify", model=model, position=1)
    listed = Client().get("/api/v1/simplify/models").json()
    assert listed["models"] == [
        {"name": "first", "label": "first", "position": 1, "max_input_chars": 9000, "offline": False}
    ]
    assert [one["slug"] for one in listed["text_types"]] == ["letter", "email", "web", "notice"]
    checked = Client().get("/api/v1/simplify/models?check=true").json()
    assert checked["models"][0]["healthy"] is False
    Endpoint.objects.update(base_url=openai_server.base_url)
    for name, is_there in [("not-there", False), ("fake", True)]:
        ChatModel.objects.filter(pk=model.pk).update(name=name)
        checked = Client().get("/api/v1/simplify/models?check=true").json()
        assert checked["models"][0]["healthy"] is is_there


def test_without_a_model_the_built_in_rules_are_listed() -> None:
    assert Client().get("/api/v1/simplify/models").json()["models"][0]["offline"] is True


def test_a_second_pass_takes_draft_and_instruction() -> None:
    answer = post({"text": TEXT, "draft": "Zahlen Sie 30 Euro.", "instruction": "kürzer"})
    assert answer.status_code == 200


def test_where_models_are_switched_off_the_built_in_rules_write(openai_server: FakeOpenAIServer) -> None:
    endpoint = Endpoint.objects.create(name="fake", base_url=openai_server.base_url, api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="first")
    ModelOrder.objects.create(purpose="simplify", model=model, position=1)
    ServiceRules.objects.update_or_create(pk=1, defaults={"answers_are_on": False})
    assert post({"text": TEXT}).json()["model"] == "offline-extractive"
    assert openai_server.requests == []


def test_the_description_names_every_figure_and_event_that_is_sent() -> None:
    from config.api.resources.simplify import MODELS, READABILITY

    measured = post({"text": TEXT}).json()["readability"]["before"]
    assert set(READABILITY["properties"]) == set(measured)
    listed = Client().get("/api/v1/simplify/models?check=true").json()["models"][0]
    assert set(MODELS["properties"]["models"]["items"]["properties"]) == set(listed)
