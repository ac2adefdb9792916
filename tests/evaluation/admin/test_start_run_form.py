"""Runs begin in the admin: what is measured, a forecast of calls and cost, then progress."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from apps.evaluation.models import (
    Call,
    Case,
    Comparison,
    Dialogue,
    DialogueTurn,
    Draft,
    ExpectedPage,
    Run,
    RunState,
    Suite,
)
from apps.evaluation.planning import estimate_cost
from apps.evaluation.planning.run_configuration import restore_configuration
from apps.llm.models import ChatModel, Endpoint, ModelOrder, Price
from apps.retrieval.models import Profile, publication_content
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db
START = reverse("admin:evaluation_run_start")


@pytest.fixture
def page(client: Client, evaluator: User) -> Client:
    client.force_login(evaluator)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def values(suite: Suite, **given: Any) -> dict[str, Any]:
    return {"kind": "dialogues", "suite": suite.pk, "a": "in-force", "b": "", "repeats": 4, **given}


def test_the_forecast_starts_nothing(page: Client, suite: Suite) -> None:
    shown = page.post(START, values(suite, estimate="1")).content.decode()
    # Three cases of three turns: 9 answers, 6 follow-ups, 6 lines of visitors, 9 judgements.
    assert "At most 30 calls" in shown
    assert not Run.objects.exists()


def test_calls_are_priced_by_their_usual_length(suite: Suite, measured: Measured) -> None:
    endpoint = Endpoint.objects.create(name="e", base_url="http://127.0.0.1:9/v1")
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=8_000)
    ModelOrder.objects.all().delete()
    ModelOrder.objects.create(purpose="default", model=model)
    assert estimate_cost.estimate_comparison(suite, 4).cost is None
    Price.objects.create(model_name="fake", valid_from="2020-01-01", input_per_million=100, output_per_million=1_000)
    dialogue = measured(suite).dialogues.first()
    for number, purpose in enumerate(["answer", "compare", "compare"]):
        Call.objects.create(dialogue=dialogue, purpose=purpose, digest=str(number), text="", model="fake",
                            input_tokens=1_000 * (number + 1), output_tokens=100)  # fmt: skip
    # 6 answers of 1,000 and 100 tokens, 12 ballots of 2,500 and 100.
    assert estimate_cost.estimate_comparison(suite, 4) == estimate_cost.CostEstimate(
        18, 6 * Decimal("0.2") + 12 * Decimal("0.35")
    )


def test_a_suite_runs_with_a_profile_that_is_not_in_force(page: Client, suite: Suite) -> None:
    other = Profile.objects.filter(is_active=False).first()
    assert other is not None
    response = page.post(START, values(suite, a=other.slug, budget="1.50", start="1"))
    run = Run.objects.get()
    assert response["Location"] == reverse("admin:evaluation_run_change", args=[run.pk])
    assert run.configuration["variant"] == other.slug
    assert restore_configuration(run.configuration).profile.slug == other.slug
    assert (run.suite, str(run.budget), run.options["background"]) == (suite, "1.50", True)
    assert other.slug in page.get(reverse("admin:evaluation_run_changelist")).content.decode()


def test_a_suite_runs_on_a_draft(page: Client, suite: Suite) -> None:
    wanted = publication_content(Profile.objects.filter(is_active=False).first())
    draft = Draft.objects.create(kind="profile", target="active", content=wanted)
    page.post(START, values(suite, a=f"draft:{draft.pk}", start="1"))
    assert Run.objects.get().draft == draft


def test_a_run_with_another_model_keeps_to_it(page: Client, suite: Suite) -> None:
    endpoint = Endpoint.objects.create(name="e", base_url="http://127.0.0.1:9/v1")
    model = ChatModel.objects.create(endpoint=endpoint, name="anderes", context_window=8_000)
    page.post(START, values(suite, a="model:anderes", start="1"))
    tried = restore_configuration(Run.objects.get().configuration)
    assert tried.orders["answer"] == tried.orders["rephrase"] == [model]


def test_a_comparison_begins_with_its_questions_and_shows_how_far_it_is(page: Client, suite: Suite) -> None:
    other = Profile.objects.filter(is_active=False).first()
    assert other is not None
    response = page.post(START, values(suite, kind="comparison", b=other.slug, start="1"))
    run = Run.objects.get()
    assert run.comparisons.count() == 3
    run.comparisons.filter(number=1).update(is_done=True)
    shown = page.get(response["Location"]).content.decode()
    assert "1 of 3 questions" in shown


@pytest.mark.parametrize("b", ["", "in-force"])
def test_a_comparison_needs_two_different_ones(page: Client, suite: Suite, b: str) -> None:
    page.post(START, values(suite, kind="comparison", b=b, start="1"))
    assert not Run.objects.exists()


def test_a_hit_rate_may_leave_each_profile_its_own_number_of_candidates(page: Client, suite: Suite) -> None:
    ExpectedPage.objects.create(case=suite.cases.all()[0], external_id="fees.pdf")
    for number, given in enumerate(({}, {"own_limits": "on"})):
        page.post(START, values(suite, kind="hit-rate", a="hybrid", start="1", **given))
        assert Run.objects.filter(options__own_limits=bool(number)).count() == 1


def test_a_hit_rate_of_a_prompt_is_refused_with_a_sentence(page: Client, suite: Suite) -> None:
    shown = page.post(START, values(suite, kind="hit-rate", a="prompt:answer/1", start="1")).content.decode()
    assert "errorlist" in shown
    assert not Run.objects.exists()


def test_who_may_not_run_starts_nothing(client: Client, editor: User, suite: Suite) -> None:
    client.force_login(editor)
    assert client.get(START).status_code == (200 if editor.has_perm("evaluation.add_run") else 403)


def test_a_run_that_stopped_goes_on_with_more_money(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite, state=RunState.STOPPED, budget=1)
    address = reverse("admin:evaluation_run_resume", args=[run.pk])
    assert address in page.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
    page.post(address, {"budget": "2.50"})
    run.refresh_from_db()
    assert (run.state, str(run.budget)) == ("waiting", "2.50")


def test_costs_are_shown_for_each_turn_and_each_dialogue_and_exported(
    page: Client, suite: Suite, measured: Measured
) -> None:
    run = measured(suite)
    dialogue = Dialogue.objects.get(run=run, number=1)
    for number, (turn, cost) in enumerate([(1, "0.25"), (1, "0.5"), (2, "1"), (2, None)]):
        named = {"purpose": "answer", "digest": str(number), "text": "", "model": "m"}
        Call.objects.create(dialogue=dialogue, turn=turn, cost=cost, **named)
    DialogueTurn.objects.create(dialogue=dialogue, number=2, said="Und?", reply="Ja.")
    shown = page.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
    assert "cost 0.7500" in shown
    assert "cost 1.7500" in shown
    exported = page.get(reverse("admin:evaluation_run_export", args=[run.pk, "json"])).json()
    assert [turn["cost"] for turn in exported["transcripts"][0]["turns"]] == [0.75, 1.0]
    assert exported["transcripts"][1]["cost"] is None


def test_held_out_questions_of_a_comparison_are_hidden_from_those_who_write_prompts(
    client: Client, editor: User, suite: Suite
) -> None:
    Case.objects.filter(question="Wie hoch ist die Hundesteuer?").update(held_out=True)
    run = Run.objects.create(kind="comparison", state="finished", options={"a": "x", "b": "y", "criteria": []})
    Comparison.objects.create(run=run, number=1, question="Wie hoch ist die Hundesteuer?")
    client.force_login(editor)
    shown = client.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
    assert "Hundesteuer" not in shown


def test_without_credentials_the_page_says_how_a_run_gets_into_a_sheet(
    page: Client, admin_client: Client, suite: Suite, measured: Measured, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = reverse("admin:evaluation_run_change", args=[measured(suite).pk]) + "?view=figures"
    monkeypatch.delenv("GOOGLE_SHEETS_CREDENTIALS_FILE", raising=False)
    assert "GOOGLE_SHEETS_CREDENTIALS_FILE" in admin_client.get(address).content.decode()
    told = page.get(address).content.decode()
    assert "an administrator has to connect an account first." in told
    assert "GOOGLE_SHEETS" not in told, "nobody who sets variables reads it"
    monkeypatch.setenv("GOOGLE_SHEETS_CREDENTIALS_FILE", "/credentials.json")
    assert 'name="spreadsheet"' in page.get(address).content.decode()


def test_criteria_statements_held_out_cases_and_win_rates_say_that_the_judge_is_uncalibrated(
    page: Client, suite: Suite, measured: Measured
) -> None:
    run = measured(suite)
    DialogueTurn.objects.filter(dialogue__run=run).update(score=None)
    run.result |= {
        "criteria": {"relevance": 4.0},
        "claims": {"faithfulness": {"mean": 0.5, "turns": 1, "undefined": 0}},
        "held_out": {"dialogues": 1, "mean": 0.25},
    }
    run.save(update_fields=["result"])
    address = reverse("admin:evaluation_run_change", args=[run.pk])
    shown = page.get(address, {"view": "figures"}).content.decode()
    for figure in ("4.00 / 5", "0.500", "0.25"):
        assert f'{figure} <em class="uncalibrated">' in shown
    for part in ("all", "figures"):
        # The head stays in view and says it once for all marks below it.
        assert page.get(address, {"view": part}).content.decode().count(">uncalibrated</span>") == 1
    row = {"wins_a": 1, "wins_b": 0, "ties": 0, "win_rate_a": 0.75, "interval_95": [0, 1], "p_holm": 1, "verdict": ""}
    pair = Run.objects.create(kind="comparison", state="finished", result={"criteria": {"overall": row}})
    shown = page.get(reverse("admin:evaluation_run_change", args=[pair.pk])).content.decode()
    assert '0.75 <em class="uncalibrated">' in shown


def test_every_score_of_the_judge_says_that_it_is_uncalibrated(page: Client, suite: Suite, measured: Measured) -> None:
    run = measured(suite)
    assert "uncalibrated" in page.get(reverse("admin:evaluation_run_changelist")).content.decode()
    assert "uncalibrated" in page.get(reverse("admin:evaluation_suite_changelist")).content.decode()
    shown = page.get(reverse("admin:evaluation_run_change", args=[run.pk])).content.decode()
    assert shown.count('class="badge uncalibrated"') == 1
