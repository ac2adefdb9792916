"""Lists of evaluation take the same number of database statements, however many rows they have."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.evaluation.models import Draft, Release, Run, Suite
from apps.llm.models import ChatModel, Prompt, PromptVersion, version_content
from apps.retrieval.models import Profile, answering_values
from tests.evaluation.admin.conftest import text
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db


def statements_of(page: Client, model: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        text(page.get(reverse(f"admin:evaluation_{model}_changelist")))
    return len(queries)


def test_more_suites_and_lines_of_the_log_take_no_more_statements(
    page: Client, suite: Suite, measured: Measured, administrator: User
) -> None:
    measured(suite)
    lines = [
        Release(action="published", kind="prompt", target=f"prompt-{n}", before={"number": 1}, after={"number": 2})
        for n in range(12)
    ]
    Release.objects.bulk_create(lines[:2])
    page.get(reverse("admin:evaluation_suite_changelist"))
    before = {model: statements_of(page, model) for model in ("suite", "release")}
    for number in range(6):
        other = Suite.objects.create(slug=f"other-{number}", name=f"Other {number}")
        Run.objects.create(kind="dialogues", suite=other, state="finished", mean=0.8)
    Release.objects.bulk_create(lines[2:])
    assert {model: statements_of(page, model) for model in ("suite", "release")} == before


def test_more_runs_of_drafts_of_a_model_order_take_no_more_statements(
    page: Client, pinned: Suite, measured: Measured
) -> None:
    def measure_order(number: int) -> None:
        model = ChatModel.objects.create(name=f"model-{number}")
        content = {"models": [model.pk]}
        draft = Draft.objects.create(kind="model_order", target="answer", content=content, digest=f"order {number}")
        measured(pinned, draft)

    measure_order(0)
    page.get(reverse("admin:evaluation_run_changelist"))
    before = statements_of(page, "run")
    for number in (1, 2, 3):
        measure_order(number)
    assert statements_of(page, "run") == before
    assert "model-3" in text(page.get(reverse("admin:evaluation_run_changelist")))


def test_more_open_drafts_take_no_more_statements(
    page: Client, pinned: Suite, measured: Measured, administrator: User
) -> None:
    prompt = Prompt.objects.get(slug="answer")
    models = [ChatModel.objects.create(name=f"model-{number}") for number in range(4)]
    profile = Profile.objects.get(is_active=True)

    def drafts(number: int) -> list[Draft]:
        version = PromptVersion.objects.create(prompt=prompt, system=f"Anders {number}.", user="{question} {context}")
        other = {"profile": profile.slug, "values": answering_values(profile) | {"chunk_limit": 30 + number}}
        return [
            Draft.objects.create(kind=kind, target=target, content=content, digest=f"{kind} {number}")
            for kind, target, content in (
                ("prompt", "answer", version_content(version)),
                ("profile", "active", other),
                ("model_order", "answer", {"models": [models[number].pk]}),
            )
        ]

    for draft in drafts(0):
        measured(pinned, draft, mean=0.1)
    page.get(reverse("admin:evaluation_draft_changelist"))
    before = statements_of(page, "draft")
    for number in (1, 2, 3):
        for draft in drafts(number):
            measured(pinned, draft)
    assert statements_of(page, "draft") == before
    shown = text(page.get(reverse("admin:evaluation_draft_changelist")))
    assert shown.count('field-verdict">bestanden') == 9
    assert shown.count("0,10 (") == 3
    assert "model-3" in shown
