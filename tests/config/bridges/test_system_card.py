"""The system card: its figures are those of the tables, and it tells nothing that is not public."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from apps.chat.models import Conversation, Feedback, Turn
from apps.chat.models.service_settings import ServiceRules
from apps.documents.models import Readers
from apps.evaluation.models import Run
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()


def test_its_figures_are_those_of_the_tables(client: Client) -> None:
    factories.document(collection=factories.collection("stadt"))
    factories.document(collection=factories.collection("verschluss", readers=Readers.STAFF))
    talk = Conversation.objects.create()
    for number, state in enumerate(["done", "done", "refused", "done_without_llm"], start=1):
        turn = Turn.objects.create(conversation=talk, number=number, question="Geheim?", state=state)
    Feedback.objects.create(turn=turn, rating="up")
    card = client.get("/system-card.json").json()
    assert [(one["name"], one["documents"]) for one in card["collections"]] == [("Stadt", 1)]
    assert card["answers"] | {"days": 30} == {
        "days": 30, "count": 4, "refused": 0.25, "without_model": 0.25, "helpful": 1, "not_helpful": 0,
    }  # fmt: skip
    page = client.get("/system-card", headers={"accept-language": "de"}).content.decode()
    assert "25,0" in page
    assert "Verschluss" not in page
    assert "Geheim" not in page


def test_the_newest_document_is_the_one_that_came_into_search_last(client: Client) -> None:
    document = factories.document(collection=factories.collection("stadt"))
    document.title = "Satzung"
    document.save()
    [card] = client.get("/system-card.json").json()["collections"]
    assert document.current_revision is not None
    assert parse_datetime(card["newest"]) == document.current_revision.published_at


def test_it_counts_visitors_only_and_every_answer_that_no_language_model_wrote(client: Client) -> None:
    for channel, model in [("web", "offline-extractive"), ("web", "gpt"), ("review", "gpt"), ("review", "gpt")]:
        talk = Conversation.objects.create(channel=channel)
        Turn.objects.create(conversation=talk, number=1, question="?", state="done", model=model)
    answers = client.get("/system-card.json").json()["answers"]
    assert (answers["count"], answers["without_model"]) == (2, 0.5)


def test_it_names_the_newest_finished_run_of_each_kind(client: Client) -> None:
    for mean, state in [(0.5, "finished"), (0.72, "finished"), (0.9, "running")]:
        Run.objects.create(kind="dialogues", state=state, mean=mean, low=0.6, high=0.8, finished_at=timezone.now())
    [run] = client.get("/system-card.json").json()["evaluation"]
    assert (run["mean"], run["low"], run["high"]) == (0.72, 0.6, 0.8)


def test_it_shows_models_and_prompts_in_force(client: Client) -> None:
    card = client.get("/system-card.json").json()
    assert {one["name"] for one in card["prompts"]} >= {"answer", "rephrase"}
    assert all(one["models"] for one in card["models"])
    assert card["prompts"][0]["version"] in client.get("/system-card").content.decode()


def test_it_says_in_words_what_each_prompt_is_for(client: Client) -> None:
    page = client.get("/system-card", headers={"accept-language": "de"}).content.decode()
    summaries = re.findall(r"<summary>(.*?)<small>", page)
    assert summaries == ["Antwort ", "Folgefrage umformulieren ", "In einfache Sprache übertragen "]


def test_it_speaks_of_a_language_model_only_where_one_writes(client: Client) -> None:
    assert client.get("/system-card.json").json()["language_model"] is False
    assert "AI assistant" not in client.get("/system-card", headers={"accept-language": "en"}).content.decode()
    endpoint = Endpoint.objects.create(name="test", base_url="http://127.0.0.1:9/v1", api_key_variable="")
    large = ChatModel.objects.create(name="large", endpoint=endpoint)
    ModelOrder.objects.create(purpose="answer", model=large, position=1)
    cache.clear()
    assert client.get("/system-card.json").json()["language_model"] is True
    assert "AI assistant" in client.get("/system-card", headers={"accept-language": "en"}).content.decode()


def test_it_says_when_answers_are_switched_off(client: Client) -> None:
    ServiceRules.objects.create(pk=1, answers_are_on=False)
    assert client.get("/system-card.json").json()["limits"]["answers_are_on"] is False
    assert 'class="failure"' in client.get("/system-card").content.decode()


def test_answers_are_counted_once_a_minute_and_not_for_everybody_who_looks(
    client: Client,
) -> None:
    first = client.get("/system-card.json").json()
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/system-card.json").json() == first
    assert not [each["sql"] for each in queries if "chat_turn" in each["sql"]]
