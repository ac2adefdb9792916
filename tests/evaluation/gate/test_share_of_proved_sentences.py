"""The share of proved sentences: asked for by a suite, and shown where a draft lowers it."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from apps.evaluation.gate.release_decision import decide_release
from apps.evaluation.gate.share_of_proved_sentences import proved_change, proved_share_objections
from apps.evaluation.models import Draft, Release, Run, Suite
from apps.llm.models import Prompt, PromptVersion
from apps.llm.prompts.prompt_store import publish_version
from apps.llm.publication_hooks import PublicationHeld
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db


def with_share(run: Run, share: float | None) -> Run:
    run.result["metrics"] = {"proved_sentences": {"mean": share, "turns": 3, "undefined": 0}}
    run.save()
    return run


@pytest.fixture
def strict(pinned: Suite) -> Suite:
    """It asks that eight of ten sentences are proved."""
    pinned.proved_mark = 0.8
    pinned.save()
    return pinned


@pytest.fixture
def draft(pinned: Suite) -> Draft:
    prompt = Prompt.objects.select_related("published").get(slug="answer")
    assert prompt.published is not None
    version = PromptVersion.objects.create(
        prompt=prompt, system=f"{prompt.published.system}!", user=prompt.published.user
    )
    with pytest.raises(PublicationHeld):
        publish_version(prompt, version)
    return Draft.objects.get()


@pytest.mark.parametrize(("share", "passes"), [(0.79, False), (0.8, True), (1.0, True), (None, False)])
def test_a_draft_passes_only_with_the_share_that_the_suite_asks_for(
    strict: Suite, draft: Draft, measured: Measured, share: float | None, passes: bool
) -> None:
    with_share(measured(strict, draft), share)
    decision = decide_release(draft, strict)
    assert decision.passes is passes
    assert len(decision.reasons) == (0 if passes else 1)


def test_a_run_that_is_older_than_the_figure_does_not_pass(strict: Suite, measured: Measured) -> None:
    assert proved_share_objections(measured(strict), strict)


def test_a_suite_that_asks_for_no_share_takes_any(pinned: Suite, draft: Draft, measured: Measured) -> None:
    with_share(measured(pinned, draft), 0.0)
    assert decide_release(draft, pinned).passes


def test_the_reason_says_both_shares(strict: Suite, measured: Measured) -> None:
    [reason] = proved_share_objections(with_share(measured(strict), 0.714), strict)
    assert "71 %" in reason
    assert "80 %" in reason


@pytest.mark.parametrize(("before", "after", "lower"), [(0.8, 0.7, True), (0.7, 0.8, False), (0.8, 0.799, False)])
def test_a_draft_that_lowers_the_share_is_told_apart(
    pinned: Suite, draft: Draft, measured: Measured, before: float, after: float, lower: bool
) -> None:
    change = proved_change(with_share(measured(pinned), before), with_share(measured(pinned, draft), after))
    assert change is not None
    assert (change.before, change.after, change.is_lower) == (before, after, lower)


def test_a_share_of_sentences_is_not_compared_with_a_mean_of_answers(
    pinned: Suite, draft: Draft, measured: Measured
) -> None:
    before, after = with_share(measured(pinned), 0.8), with_share(measured(pinned, draft), 0.7)
    after.result["metrics"]["sentences"] = {"mean": 4.0, "turns": 3, "undefined": 0}
    assert proved_change(before, after) is None


def test_the_pages_of_the_draft_and_of_two_runs_say_so(
    pinned: Suite, draft: Draft, measured: Measured, admin_client: Client
) -> None:
    old, new = with_share(measured(pinned), 0.82), with_share(measured(pinned, draft), 0.71)
    page = admin_client.get(reverse("admin:evaluation_draft_change", args=[draft.pk])).content.decode()
    assert "0,82 → 0,71" in page
    assert "Es sind weniger Sätze belegt als vorher." in page
    beside = admin_client.get(
        reverse("admin:evaluation_run_change", args=[new.pk]), {"view": "comparison", "against": old.pk}
    )
    assert "0,82 → 0,71" in beside.content.decode()


def gate(draft: Draft) -> dict[str, Any]:
    output = StringIO()
    with pytest.raises(CommandError):
        call_command("evaluate", "gate", "--draft", str(draft.pk), "--no-run", "--json", stdout=output)
    result: dict[str, Any] = json.loads(output.getvalue())
    return result


def test_the_command_prints_share_mark_and_what_it_was(strict: Suite, draft: Draft, measured: Measured) -> None:
    with_share(measured(strict), 0.9)
    with_share(measured(strict, draft), 0.7)
    assert gate(draft)["proved_sentences"] == {"share": 0.7, "mark": 0.8, "before": 0.9, "lower": True}


def test_a_changed_share_stands_in_the_log(pinned: Suite, admin_client: Client) -> None:
    address = reverse("admin:evaluation_suite_change", args=[pinned.pk])
    given = {
        "slug": pinned.slug,
        "name": pinned.name,
        "turns": 3,
        "judge_repeats": 1,
        "vote": "mean",
        "seed": 42,
        "aspect_votes": 3,
    }
    for mark in ("0.8", "0.5", ""):
        admin_client.post(address, {**given, "pass_mark": "0.7", "proved_mark": mark})
    lines = Release.objects.order_by("pk")
    assert [line.reason for line in lines] == ["– → 0.8", "0.8 → 0.5", "0.5 → –"]
    assert lines[0].after == {"proved_mark": 0.8}


def test_the_trend_of_real_answers_has_the_share(admin_client: Client, suite: Suite, measured: Measured) -> None:
    from apps.evaluation.run_pages.run_metrics import proved_share_trend_chart

    run = with_share(measured(suite, title="live 2026-05-01"), 0.75)
    assert "0,75" in str(proved_share_trend_chart([run]))
    assert proved_share_trend_chart([with_share(run, None)]) == ""
