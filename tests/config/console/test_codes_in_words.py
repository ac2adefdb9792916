"""Lists, filters and fields of the console say in words what rows keep as codes, and days in the short form."""

import re
from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Group, User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.admin_base import json_lines
from apps.chat.models import Conversation, Turn
from apps.documents.models import Step
from apps.llm.models import ModelCall, ModelOutage, Prompt, PromptUse
from config.user_directory.models import GroupAssignment
from config.webhooks.models import Webhook, WebhookDelivery
from tests import factories

pytestmark = pytest.mark.django_db
MOMENT = datetime(2031, 3, 9, 11, 5, tzinfo=UTC)


def page(client: Client, name: str) -> str:
    cache.clear()
    return client.get(reverse(f"admin:{name}")).content.decode()


def test_turns_and_conversations_name_algorithm_model_and_language(admin_client: Client) -> None:
    for language, algorithm in (("de", "hybrid"), ("tr", "keyword")):
        talk = Conversation.objects.create(language=language)
        turn = {"state": "done", "algorithm": algorithm, "model": "offline-extractive"}
        Turn.objects.create(conversation=talk, number=1, question="?", **turn)
    turns = page(admin_client, "chat_turn_changelist")
    assert turns.count("Wörter und Vektoren") == 2  # In the row and in the filter.
    assert "eingebaut: Sätze der Dokumente" in turns
    talks = page(admin_client, "chat_conversation_changelist")
    assert talks.count("Türkisch") == 2
    assert timezone.localdate().strftime("%d.%m.%Y") in talks


def test_profiles_are_filtered_by_names_of_algorithms(admin_client: Client) -> None:
    assert "?algorithm=hybrid" in (html := page(admin_client, "retrieval_profile_changelist"))
    assert ">\n      hybrid" not in html
    assert ">hybrid<" not in html


def test_fixed_answers_are_named_by_what_they_are_for(admin_client: Client) -> None:
    html = page(admin_client, "chat_fixedanswer_changelist")
    assert "Gedanken an Suizid" in html
    assert ">suicide<" not in html


def test_deliveries_and_webhooks_say_what_happened(admin_client: Client) -> None:
    webhook = Webhook.objects.create(name="Portal", url="https://portal.example/", events=["gap.opened"])
    for event in ("gap.opened", "test"):
        now = timezone.now()
        WebhookDelivery.objects.create(webhook=webhook, event=event, row=1, happened_at=now, next_attempt_at=now)
    deliveries = page(admin_client, "config_webhookdelivery_changelist")
    assert deliveries.count("gefragt wurde, was die Dokumente nicht beantworten") == 2
    assert "Test von Hand" in deliveries
    assert "gap.opened" not in page(admin_client, "config_webhook_changelist")


def test_reasons_of_outages_and_failed_documents_are_sentences(admin_client: Client) -> None:
    for server, reason in (("a", "timeout"), ("b", "unauthorised")):
        ModelOutage.objects.create(endpoint=server, reason=reason)
    for reason in ("encrypted", "no_text"):
        factories.document(status="failed", reason_code=reason)
    assert "lehnt den Schlüssel ab" in page(admin_client, "llm_modeloutage_changelist")
    documents = page(admin_client, "documents_document_changelist")
    assert "Die Datei ist durch ein Kennwort geschützt</a>" in documents


def test_prompts_and_groups_are_chosen_by_what_they_are_for(admin_client: Client) -> None:
    assert "Antwort auf eine Frage (answer)" in page(admin_client, "llm_promptuse_add")
    assert "Antwort auf eine Frage (answer/1)" in page(admin_client, "evaluation_run_start")
    GroupAssignment.objects.create(foreign_name="Amt 10", group=Group.objects.get(name="editor"))
    for name in ("config_groupassignment_add", "config_groupassignment_changelist"):
        assert "Redaktion" in page(admin_client, name)


def test_own_wordings_are_filtered_by_prompts_that_have_some(admin_client: Client) -> None:
    for slug in ("answer", "rephrase"):
        prompt = Prompt.objects.get(slug=slug)
        PromptUse.objects.create(prompt=prompt, model="large", version=prompt.versions.get())
    html = page(admin_client, "llm_promptuse_changelist")
    assert "Nachfrage in eine vollständige Frage umformen (rephrase)" in html
    assert "(judge)" not in html


def test_criteria_of_comparisons_have_names(admin_client: Client) -> None:
    assert "Vollständigkeit der Darstellung" in page(admin_client, "evaluation_criterion_changelist")


@pytest.mark.parametrize("address", ["llm/modeloutage", "config/webhookdelivery"])
@pytest.mark.parametrize(("language", "short"), [("de", "09.03.2031 12:05"), ("en", "03/09/2031 12:05 p.m.")])
def test_days_and_times_in_lists_are_short(admin_client: Client, address: str, language: str, short: str) -> None:
    ModelOutage.objects.create(endpoint="a", reason="unreachable", began_at=MOMENT, ended_at=MOMENT)
    webhook = Webhook.objects.create(name="w", url="https://example.org/hook", events=["gap.opened"])
    WebhookDelivery.objects.create(webhook=webhook, event="gap.opened", row=1, happened_at=MOMENT)
    answer = admin_client.get(f"/admin/{address}/?o=-3", headers={"Accept-Language": language})
    [table] = re.findall(r'<table id="result_list".*?</table>', answer.content.decode(), re.DOTALL)
    assert short in table
    assert "March" not in table
    assert "März" not in table
    assert "&lt;" not in table


def test_json_that_nobody_may_change_is_shown_without_its_braces(client: Client) -> None:
    questions = ["Was kostet der Pass?", "Wann ist offen?"]
    collection = factories.collection()
    collection.example_questions = questions
    collection.save()
    evaluator = User.objects.create_user("evaluator", is_staff=True)
    evaluator.groups.add(Group.objects.get(name="evaluator"))
    client.force_login(evaluator)
    html = client.get(reverse("admin:documents_collection_change", args=[collection.pk])).content.decode()
    assert "".join(f"<div>{question}</div>" for question in questions) in html


def test_a_model_call_and_a_step_are_told_in_words_and_short_numbers(admin_client: Client) -> None:
    call = ModelCall.objects.create(purpose="embed", model="offline-ngrams", seconds=0.00080453898, outcome="ok")
    step = factories.document(embed=False).current_revision.steps.create(stage="extract", seconds=1.8841298530023778)
    for row, said in ((call, "0,001"), (step, "1,884")):
        address = reverse(f"admin:{row._meta.label_lower.replace('.', '_')}_change", args=[row.pk])
        fields = admin_client.get(address).content.decode().partition("<fieldset")[2]
        assert said in fields
        assert not re.search(r">\s*(embed|extract|ok)\s*<", fields)


def test_entries_of_json_are_lines() -> None:
    assert json_lines([{"a": 1, "b": [2, 3]}, {"c": None}]) == ["a: 1, b: 2, 3", "c: –"]
    assert json_lines({"a": 1, "b": {"c": "x"}}) == ["a: 1", "b: c: x"]
    assert json_lines("x") == ["x"]


def test_the_pages_of_rows_that_keep_codes_are_titled_in_words(admin_client: Client) -> None:
    call = ModelCall.objects.create(purpose="embed", model="offline-ngrams", seconds=0.1, outcome="ok")
    step = Step.objects.create(revision=factories.document().revisions.get(), stage="extract", state="done")
    titles = {
        reverse("admin:llm_modelcall_change", args=[call.pk]): "Vektoren berechnen: beantwortet",
        reverse("admin:documents_step_change", args=[step.pk]): "Text lesen: erledigt",
        reverse("admin:auth_group_change", args=[Group.objects.get(name="editor").pk]): "Redaktion",
    }
    for address, title in titles.items():
        html = admin_client.get(address).content.decode()
        assert f"<h2>{title}</h2>" in html
        assert f"&rsaquo; {title}\n</div>" in html
        assert f"<title>{title} | " in " ".join(html.split())
