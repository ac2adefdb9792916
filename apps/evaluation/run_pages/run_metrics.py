"""The metrics on the pages of runs: figures laid out, dialogues people may see, two runs side by side."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.chat.reply_stream.strip_quotes_and_markdown import EMPHASIS
from apps.evaluation.gate.release_decision import dialogue_key
from apps.evaluation.gate.share_of_proved_sentences import proved_change, proved_share
from apps.evaluation.hit_rates.compare_runs import compare_hit_rates, result_with_current_names
from apps.evaluation.judging.judge_agreement_with_people import calibration_of_runs
from apps.evaluation.models import Case, Dialogue, DialogueState, DialogueTurn, Run, RunKind
from apps.evaluation.statistics.significance_tests import sign_test, significance_verdict
from apps.evaluation.statistics.trend_charts import ChartPoint, trend_chart
from apps.text.diff import diff_lines

MARK_OF_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE)


def run_progress(run: Run) -> tuple[int, int]:
    """How many dialogues or comparisons of the run are done, and of how many. Two queries."""
    if run.kind == RunKind.COMPARISON:
        return run.comparisons.filter(is_done=True).count(), run.comparisons.count()
    return run.dialogues.filter(state=DialogueState.DONE).count(), run.dialogues.count()


def result_for_page(run: Run, hidden: Collection[str]) -> dict[str, object]:
    """The figures as the page lays them out: shares in percent, hit rates in the order of their depths.

    `hidden` questions count and are not listed.
    """
    if run.kind != RunKind.HIT_RATE or not run.result:
        return {**run.result, "unparsable_percent": 100 * (run.result.get("unparsable_share") or 0)}
    algorithms = {
        name: {**figures, "cells": table_cells(figures)} for name, figures in run.result["algorithms"].items()
    }
    depths = list(next(iter(algorithms.values()))["hit_rate"])
    comparisons = [hide_questions(pair, hidden) for pair in run.result["comparisons"]]
    return {**run.result, "algorithms": algorithms, "depths": depths, "comparisons": comparisons}


def hide_questions(pair: dict[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    return {**pair, "flipped": [flip for flip in pair.get("flipped", []) if flip["question"] not in hidden]}


def table_cells(figures: dict[str, Any]) -> list[dict[str, Any]]:
    documents = [
        {"rate": rate, "interval": figures["interval_95"][depth]} for depth, rate in figures["hit_rate"].items()
    ]
    return documents + [{"rate": rate} for rate in figures["page_hit_rate"].values()]


def held_out_questions(request: HttpRequest) -> set[str]:
    """Questions hidden from those who may not change cases. One query, none for those who may."""
    if request.user.has_perm("evaluation.change_case"):
        return set()
    return set(Case.objects.filter(held_out=True).values_list("question", flat=True))


def visible_dialogues(request: HttpRequest, run: Run) -> QuerySet[Dialogue]:
    """The dialogues of a run; those of held-out cases only for those who may change cases."""
    dialogues = run.dialogues.order_by("number")
    if request.user.has_perm("evaluation.change_case"):
        return dialogues
    return dialogues.exclude(expectation__held_out=True)


@dataclass(frozen=True, slots=True)
class DialoguePair:
    """Both dialogues of one question; `turns` are lines of both with their differences word by word."""

    question: str
    before: Dialogue
    after: Dialogue
    turns: list[tuple[Any, Any, Any]]


def compare_runs_for_page(request: HttpRequest, before: Run, after: Run) -> dict[str, object]:
    """What the page of two runs of one kind shows: pairs, and the template that lays them out. A few queries.

    Held-out questions count for everybody, so that everybody reads one verdict; not everybody sees them listed.
    """
    if after.kind == RunKind.HIT_RATE:
        hits = compare_hit_rates(
            result_with_current_names(before), result_with_current_names(after), hidden=held_out_questions(request)
        )
        return {"pairs": hits, "compared_by": "admin/evaluation/run/compared_hit_rates.html"}
    pairs = compare_dialogues(before.dialogues.order_by("number"), after.dialogues.order_by("number"))
    shown = {run.pk: set(visible_dialogues(request, run).values_list("pk", flat=True)) for run in (before, after)}
    return {
        "pairs": [pair for pair in pairs if pair.before.pk in shown[before.pk] and pair.after.pk in shown[after.pk]],
        "outcome": comparison_outcome(pairs),
        "compared_by": "admin/evaluation/run/compared_dialogues.html",
        "calibration": calibration_of_runs(before, after),
        "proved": proved_change(before, after),
    }


def compare_dialogues(before: QuerySet[Dialogue], after: QuerySet[Dialogue]) -> list[DialoguePair]:
    """Questions of both runs, those whose score changed most first."""
    old = {dialogue_key(dialogue): dialogue for dialogue in before.prefetch_related("turns")}
    pairs = [
        DialoguePair(
            dialogue.question,
            old[dialogue_key(dialogue)],
            dialogue,
            paired_turns(old[dialogue_key(dialogue)], dialogue),
        )
        for dialogue in after.prefetch_related("turns")
        if dialogue_key(dialogue) in old
    ]
    return sorted(pairs, key=lambda pair: -abs((pair.after.score or 0.0) - (pair.before.score or 0.0)))


@dataclass(frozen=True, slots=True)
class ComparisonOutcome:
    """Counts the questions of both runs that the later one answers better, worse and alike.

    `significance_verdict` by the sign test: "a better" is the earlier run, "b better" the later one.
    """

    better: int
    worse: int
    alike: int
    verdict: str

    @property
    def number(self) -> int:
        return self.better + self.worse + self.alike


def comparison_outcome(pairs: Sequence[DialoguePair]) -> ComparisonOutcome:
    changes = [score_change(pair) for pair in pairs]
    better, worse = sum(each > 0 for each in changes), sum(each < 0 for each in changes)
    said = significance_verdict(worse, better, sign_test(better, worse))
    return ComparisonOutcome(better, worse, len(changes) - better - worse, said)


def score_change(pair: DialoguePair) -> float:
    """Returns the change of the score; where one of the two has none, of whether the case passed."""
    before, after = pair.before, pair.after
    if before.score is not None and after.score is not None:
        return round(after.score - before.score, 6)
    return float(bool(after.passed)) - float(bool(before.passed))


def paired_turns(before: Dialogue, after: Dialogue) -> list[tuple[object, object, object]]:
    """Turns of both dialogues with their differences; None stands for a turn that the shorter dialogue lacks."""
    both = zip_longest(before.turns.all(), after.turns.all())
    return [(a, b, diff_lines(reply_without_markdown(a), reply_without_markdown(b))) for a, b in both]


def reply_without_markdown(turn: DialogueTurn | None) -> str:
    """Strips Markdown's marks for headings and emphasis: the words are compared."""
    return EMPHASIS.sub("", MARK_OF_HEADING.sub("", turn.reply)) if turn else ""


def score_trend_chart(runs: list[Run]) -> object:
    points = [
        ChartPoint(run.title[5:], run.mean, run.low if run.low is not None else run.mean, run.high or run.mean)
        for run in runs
        if run.mean is not None
    ]
    return trend_chart(points, str(_("Mean score of real answers by day"))) if points else ""


def proved_share_trend_chart(runs: list[Run]) -> object:
    shares = [(run.title[5:], share) for run in runs if (share := proved_share(run)) is not None]
    points = [ChartPoint(day, share, share, share) for day, share in shares]
    return trend_chart(points, str(_("Share of proved sentences of real answers by day"))) if points else ""
