"""A model is connected on one page: what does not answer is not stored, and the key is never seen again."""

import json
import logging
from decimal import Decimal
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Group, User
from django.core import serializers
from django.test import Client
from django.urls import reverse

from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_language_model
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Price, Purpose
from apps.llm.models.chat_models import ordered_model_ids
from apps.llm.transport.server_capabilities import forget_all_capabilities
from apps.llm.types import Message
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.django_db
KEY = "sk-typed-into-the-console"


@pytest.fixture(autouse=True)
def _reads_json(openai_server: FakeOpenAIServer) -> None:
    forget_all_capabilities()
    openai_server.default_reply = '{"ja": true}'
    openai_server.listed = [{"id": "m", "max_model_len": 32_768}, {"id": "n"}]


def send(client: Client, server: FakeOpenAIServer, **values: Any) -> dict[str, Any]:
    form = {"base_url": server.base_url, "key": KEY, "name": "m", "purpose": "default", "step": "connect"} | values
    answer = client.post(reverse("admin:llm_connect_model"), form, headers={"Accept": "application/json"})
    assert KEY not in answer.content.decode()
    return dict(json.loads(answer.content))


def stored_texts() -> str:
    rows = [*Endpoint.objects.all(), *ChatModel.objects.all(), *ModelOrder.objects.all()]
    return serializers.serialize("json", rows)


def test_a_model_that_answers_is_stored_with_server_key_and_price_and_asked_first(
    admin_client: Client, openai_server: FakeOpenAIServer, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        said = send(admin_client, openai_server, input_price="0.1", output_price="0.3")
    assert said["ok"], said
    row = ChatModel.objects.get(name="m")
    assert said["url"] == reverse("admin:llm_chatmodel_change", args=[row.pk])
    assert row.context_window == 32_768
    assert row.abilities["json_schema"]
    assert ordered_model_ids(Purpose.DEFAULT)[0] == row.pk
    assert ordered_model_ids(Purpose.SUMMARISE) == [row.pk]
    assert Price.objects.get(model_name="m").output_per_million == Decimal("0.3")
    assert KEY not in stored_texts()
    assert KEY not in caplog.text
    openai_server.clear()
    openai_server.reply("drei Euro")
    async_to_sync(build_language_model(Purpose.ANSWER, ledger=Ledger(), in_house=False).complete)(
        [Message("user", "Wie hoch?")]
    )
    assert openai_server.chat_requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_without_a_name_the_models_of_the_server_are_shown_and_nothing_is_stored(
    admin_client: Client, openai_server: FakeOpenAIServer
) -> None:
    said = send(admin_client, openai_server, name="")
    assert said["models"] == ["m", "n"]
    assert not Endpoint.objects.exists()
    assert not openai_server.chat_requests


@pytest.mark.parametrize("step", ["list", "connect"])
@pytest.mark.parametrize(
    ("base_url", "word"),
    [
        ("http://10.0.0.1:8472/v1", "MODEL_HOSTS=10.0.0.1:8472"),
        ("http://models.example:99999/v1", ""),
        ("keine Adresse", ""),
    ],
)
def test_an_address_that_cannot_be_asked_gets_one_sentence(
    admin_client: Client, openai_server: FakeOpenAIServer, step: str, base_url: str, word: str
) -> None:
    said = send(admin_client, openai_server, base_url=base_url, step=step)
    assert not said["ok"]
    [sentence] = said["sentences"]
    assert word in sentence["text"]
    assert not Endpoint.objects.exists()


@pytest.mark.parametrize(
    ("fault", "word"),
    [
        ("401", "richtigen Schlüssel"),
        ("403", "Anbieter"),
        ("404", "Namen"),
        ("html", "etwas anderes"),
        ("503", "Protokoll"),
    ],
)
def test_a_server_that_does_not_answer_is_not_stored(
    admin_client: Client, openai_server: FakeOpenAIServer, fault: str, word: str
) -> None:
    openai_server.fault(fault, times=5)
    openai_server.fault("400", times=5, on="embeddings")
    before = stored_texts()
    said = send(admin_client, openai_server)
    assert not said["ok"]
    assert word in " ".join(one["text"] for one in said["sentences"])
    assert stored_texts() == before
    # Put right, it is asked at once: one refused key leaves the server alone for half a minute otherwise.
    openai_server.recover()
    assert send(admin_client, openai_server)["ok"]


@pytest.mark.parametrize(("name", "word"), [("m", "schreibt keine Texte"), ("unlisted", "stimmt der Name")])
def test_a_model_that_makes_vectors_alone_is_told_from_a_wrong_name(
    admin_client: Client, openai_server: FakeOpenAIServer, name: str, word: str
) -> None:
    openai_server.fault("400", times=5, message="This model does not support chat completions")
    said = send(admin_client, openai_server, name=name)
    assert not said["ok"]
    assert word in said["sentences"][-1]["text"]
    assert not Endpoint.objects.exists()


def test_a_key_that_is_typed_again_takes_the_place_of_the_first(
    admin_client: Client, openai_server: FakeOpenAIServer
) -> None:
    send(admin_client, openai_server)
    send(admin_client, openai_server, key="sk-second")
    assert Endpoint.objects.get().api_key() == "sk-second"
    send(admin_client, openai_server, key="", name="n")
    assert Endpoint.objects.get().api_key() == "sk-second"
    assert set(ChatModel.objects.exclude(endpoint=None).values_list("name", flat=True)) == {"m", "n"}
    assert ModelOrder.objects.filter(purpose="default").count() == len(ordered_model_ids("default"))


def test_the_page_without_its_script_shows_the_sentence_and_never_the_key(
    admin_client: Client, openai_server: FakeOpenAIServer
) -> None:
    openai_server.fault("401", times=5)
    form = {"base_url": openai_server.base_url, "key": KEY, "name": "m", "purpose": "default"}
    page = admin_client.post(reverse("admin:llm_connect_model"), form).content.decode()
    assert "lehnt den Schlüssel ab" in page
    assert KEY not in page
    openai_server.recover()
    assert admin_client.post(reverse("admin:llm_connect_model"), form).status_code == 302


def test_editors_connect_no_models(client: Client) -> None:
    editor = User.objects.create_user("editor-person", is_staff=True)
    editor.groups.add(Group.objects.get(name="editor"))
    client.force_login(editor)
    assert client.get(reverse("admin:llm_connect_model")).status_code == 403
