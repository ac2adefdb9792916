"""A calibration belongs to a judge: to a model, a version of its prompt, a language."""

import json

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.evaluation.gate.public_evaluation_results import published_runs
from apps.evaluation.import_export.export_run import export_run
from apps.evaluation.judging.judge_agreement_with_people import (
    Judge,
    annotate_calibration,
    calibration_of_runs,
    calibrations_by_judge,
)
from apps.evaluation.models import Dialogue, DialogueTurn, Review, Run, Suite, Verdict
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db
ALL = ("understanding", "relevance", "completeness", "correctness", "coherence", "overall")
OLD = Judge("alt", "judge/1", "de")


def judged(measured: Measured, suite: Suite, judge: Judge, *people: User, cases: int = 50) -> Run:
    """A run with so many turns that this judge has scored, marked alike by all these people."""
    run = measured(suite, finished_at=timezone.now())
    DialogueTurn.objects.filter(dialogue__run=run).delete()
    dialogue = run.dialogues.first()
    assert dialogue is not None
    Dialogue.objects.filter(pk=dialogue.pk).update(language=judge.language)
    turns = [
        DialogueTurn(
            dialogue=dialogue, number=number, said="?", reply="!", state="scored",
            score=(5 if number % 2 else 2) / 5, criteria={"relevance": 5 if number % 2 else 2},
        )
        for number in range(1, cases + 1)
    ]  # fmt: skip
    DialogueTurn.objects.bulk_create(turns)
    Verdict.objects.bulk_create(
        Verdict(turn=turn, state="scored", model=judge.model, prompt_version=judge.prompt_version) for turn in turns
    )
    for person in people:
        marks = [(turn, round((turn.score or 0) * 5)) for turn in turns]
        Review.objects.bulk_create(
            Review(turn=turn, reviewer=person, **dict.fromkeys(ALL, mark)) for turn, mark in marks
        )
    return run


def is_calibrated(run: Run) -> bool:
    """By both ways, which must say the same."""
    one = bool(calibration_of_runs(run)["calibrated"])
    assert getattr(annotate_calibration(Run.objects.all()).get(pk=run.pk), "is_calibrated") == one  # noqa: B009
    return one


def test_fifty_cases_and_two_people_who_agree_calibrate_a_judge(
    suite: Suite, measured: Measured, evaluator: User, administrator: User
) -> None:
    run = judged(measured, suite, OLD, evaluator, administrator)
    assert is_calibrated(run)
    [found] = calibration_of_runs(run)["judges"]
    assert (found["model"], found["prompt_version"], found["language"]) == OLD
    assert (found["cases"], found["people"], found["marks"]) == (50, 2, 100)
    assert (found["kappa"]["overall"], found["kappa"]["relevance"]) == (1.0, 1.0)
    assert found["kappa"]["coherence"] is None
    assert found["kappa_between_people"] == 1.0
    # A criterion is trusted by its own marks, whatever became of the others.
    assert calibration_of_runs(run)["calibrated_criteria"] == ["relevance"]
    Review.objects.filter(reviewer=evaluator).update(overall=3)
    assert not is_calibrated(run)
    assert calibration_of_runs(run)["calibrated_criteria"] == ["relevance"]


@pytest.mark.parametrize(("cases", "persons"), [(49, 2), (50, 1), (10, 1)])
def test_fewer_cases_or_a_single_person_do_not(
    suite: Suite, measured: Measured, evaluator: User, administrator: User, cases: int, persons: int
) -> None:
    assert not is_calibrated(judged(measured, suite, OLD, *[evaluator, administrator][:persons], cases=cases))


@pytest.mark.parametrize(
    "other", [Judge("neu", "judge/1", "de"), Judge("alt", "judge/2", "de"), Judge("alt", "judge/1", "en")]
)
def test_another_model_prompt_or_language_begins_at_zero(
    suite: Suite, measured: Measured, evaluator: User, administrator: User, other: Judge
) -> None:
    before = judged(measured, suite, OLD, evaluator, administrator)
    after = judged(measured, suite, other)
    assert is_calibrated(before)
    assert not is_calibrated(after)
    assert [judge["cases"] for judge in calibration_of_runs(after)["judges"]] == [0]
    # The marks from before stay, and count for the one they were given against.
    assert list(calibrations_by_judge()) == [OLD]
    # Where a calibrated judge and another one stand side by side, nobody vouches for both.
    assert not calibration_of_runs(before, after)["calibrated"]


def test_a_turn_that_two_models_have_judged_counts_for_neither(
    suite: Suite, measured: Measured, evaluator: User, administrator: User
) -> None:
    run = judged(measured, suite, OLD, evaluator, administrator)
    turn = DialogueTurn.objects.filter(dialogue__run=run).first()
    Verdict.objects.create(turn=turn, repetition=2, state="scored", model="Ersatz", prompt_version="judge/1")
    assert calibrations_by_judge()[OLD]["cases"] == 49
    assert not is_calibrated(run)


def test_a_run_without_a_judge_of_replies_is_not_calibrated(suite: Suite, measured: Measured) -> None:
    assert not is_calibrated(measured(suite))
    assert calibration_of_runs() == {"calibrated": False, "calibrated_criteria": [], "judges": []}


def test_pages_and_files_say_it_of_the_judge_of_each_run(
    client: Client, suite: Suite, measured: Measured, evaluator: User, administrator: User
) -> None:
    before = judged(measured, suite, OLD, evaluator, administrator)
    after = judged(measured, suite, Judge("neu", "judge/1", "de"))
    Run.objects.update(result=before.result | {"calibration": {"calibrated": True}})
    client.force_login(administrator)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    listed = client.get(reverse("admin:evaluation_run_changelist")).content.decode()
    assert listed.count("0.90 (0.90–0.90)") == 2
    assert listed.count("0.90 (0.90–0.90), uncalibrated") == 1
    for run, expected in ((before, True), (after, False)):
        run.refresh_from_db()
        shown = client.get(reverse("admin:evaluation_run_change", args=[run.pk]), {"view": "figures"}).content.decode()
        assert ("The judge is uncalibrated" not in shown) == expected
        assert (">uncalibrated</span>" not in shown) == expected
        # What was stored when the run ended may be older than the marks.
        exported = json.loads(export_run(run, "json"))["calibration"]
        assert exported["calibrated"] == expected
        assert [judge["model"] for judge in exported["judges"]] == ["alt" if expected else "neu"]
    assert [getattr(run, "is_calibrated", None) for run in published_runs()] == [False]
    table = client.get(reverse("admin:evaluation_review_changelist")).content.decode()
    assert "alt, judge/1, de" in table
    assert "neu, judge/1, de" not in table


def test_passages_and_replies_are_not_loaded_to_count_marks(
    suite: Suite, measured: Measured, editor: User, evaluator: User
) -> None:
    judged(measured, suite, OLD, editor, evaluator)
    with CaptureQueriesContext(connection) as queries:
        assert calibrations_by_judge()[OLD]["calibrated"]
    asked = " ".join(query["sql"] for query in queries)
    assert len(queries) == 2
    assert not [column for column in ("passages", "reply", "raw", "metrics") if f'"{column}"' in asked]


def test_marks_of_two_judges_are_rounded_as_people_round(measured: Measured, suite: Suite, evaluator: User) -> None:
    run = judged(measured, suite, OLD, cases=4)
    turns = DialogueTurn.objects.filter(dialogue__run=run).order_by("number")
    for turn, score, mark in zip(turns, (0.9, 0.9, 0.5, 0.5), (5, 5, 3, 3), strict=True):
        DialogueTurn.objects.filter(pk=turn.pk).update(score=score, criteria={"relevance": score * 5})
        Review.objects.create(turn=turn, reviewer=evaluator, **dict.fromkeys(ALL, mark))
    kappas = calibrations_by_judge()[OLD]["kappa"]
    assert (kappas["overall"], kappas["relevance"]) == (1.0, 1.0)
