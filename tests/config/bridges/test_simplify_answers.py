"""An answer said simply: its proofs stay links, its label is there, and only who holds the conversation gets it."""

import re
import uuid
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from apps.chat.models import Citation, Conversation, Turn
from apps.chat.models.service_settings import ServiceRules
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from config.bridges.simplify_slack_messages import simplify_message
from tests import factories
from tests.fakes.openai_server import FakeOpenAIServer
from tests.simplify.conftest import shipped_rows as shipped_rows  # a fixture: other tests may have emptied its tables

pytestmark = pytest.mark.django_db

ANSWER = (
    "Die Gebühr für die Ausstellung eines Anwohnerparkausweises beträgt 30,70 Euro im Jahr [1]. "
    "Sie ist innerhalb von zwei Wochen bar zu entrichten [1]. Eine Zahl ohne Beleg bleibt Text [7]."
)


@pytest.fixture
def turn(shipped_rows: object) -> Turn:
    document = factories.document([ANSWER], title="Gebühren")
    made = Turn.objects.create(
        conversation=Conversation.objects.create(), number=1, question="Wie hoch?", answer=ANSWER, state="done"
    )
    Citation.objects.create(
        turn=made, number=1, document=document, external_id="a", title="Gebühren", page=1, quote=ANSWER, verified=True
    )
    return made


def say(turn: Turn, client: Client | None = None, /, **values: Any) -> Any:
    body = {"conversation": turn.conversation.token, "turn": str(turn.pk)} | values
    return (client or Client()).post("/plain-language", body, headers={"X-Requested-With": "script"})


def test_numbers_and_links_of_proved_sources_stay(turn: Turn) -> None:
    answer = say(turn)
    assert answer.status_code == 200
    html = answer.json()["html"]
    assert "30,70 Euro" in html
    assert len(re.findall(r'<a class="citation" href="/documents/\d+/pages/1/', html)) == 2
    assert "[7]" in html
    assert "Einfache" in answer.json()["label"]


def test_without_script_it_is_a_page(turn: Turn) -> None:
    body = {"conversation": turn.conversation.token, "turn": str(turn.pk)}
    page = Client(enforce_csrf_checks=True).post("/plain-language", body)
    assert page.status_code == 200
    assert "30,70 Euro" in page.content.decode()


def test_the_label_says_that_no_language_model_wrote_it(
    turn: Turn, settings: Settings, openai_server: FakeOpenAIServer
) -> None:
    built_in = "eingebauten Regeln"
    assert built_in not in say(turn).json()["label"], "where no server is set up nobody stands in for it"
    endpoint = Endpoint.objects.create(name="down", base_url=openai_server.base_url, api_key_variable="")
    ModelOrder.objects.update(position=2)
    model = ChatModel.objects.create(name="large", endpoint=endpoint)
    ModelOrder.objects.create(purpose="default", model=model, position=1)
    openai_server.fault("400", times=10)
    assert built_in in say(turn).json()["label"]
    assert built_in in async_to_sync(simplify_message)(ANSWER, "de")


def test_the_label_is_in_the_language_of_the_reader(turn: Turn) -> None:
    assert say(turn).json()["label"] == "Einfache Sprache (Entwurf)"
    Conversation.objects.update(language="tr")
    assert say(turn).json()["label"] == "Sade dil (taslak)"


@pytest.mark.parametrize(
    "values", [{"turn": str(uuid.uuid4())}, {"turn": "x"}, {"conversation": "nobody"}, {"conversation": "a\0"}]
)
def test_who_does_not_hold_the_conversation_gets_nothing(turn: Turn, values: dict[str, str]) -> None:
    assert say(turn, **values).status_code == 404


def test_an_answer_of_somebody_signed_in_is_theirs_alone(turn: Turn) -> None:
    person = User.objects.create_user("person")
    Conversation.objects.update(user=person)
    assert say(turn).status_code == 404
    client = Client()
    client.force_login(person)
    assert say(turn, client).status_code == 200


def test_when_answers_are_switched_off_it_says_so(turn: Turn) -> None:
    ServiceRules.objects.create(pk=1, answers_are_on=False)
    answer = say(turn)
    assert answer.status_code == 429
    assert answer.json()["error"]


def test_a_message_reaches_no_model_either_when_they_are_switched_off(
    shipped_rows: object, openai_server: FakeOpenAIServer
) -> None:
    endpoint = Endpoint.objects.create(name="up", base_url=openai_server.base_url, api_key_variable="")
    ModelOrder.objects.update(position=2)
    ModelOrder.objects.create(
        purpose="default", model=ChatModel.objects.create(name="large", endpoint=endpoint), position=1
    )
    ServiceRules.objects.create(pk=1, answers_are_on=False)
    assert "30,70 Euro" in async_to_sync(simplify_message)(ANSWER, "de")
    assert openai_server.requests == []


def test_nothing_active_comes_out_of_it(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    class Hostile:
        text = '<script>alert(1)</script> <img src="https://evil.example/x"> [a](javascript:x) \ue0009\ue001'
        model = "m"
        label = "Einfache Sprache"

    async def hostile(*arguments: object, **values: object) -> Hostile:
        return Hostile()

    monkeypatch.setattr("config.bridges.simplify_answers.simplify_answer", hostile)
    html = say(turn).json()["html"]
    assert not re.search(r"<script|<img|href=.javascript", html)
