"""The page of a run: a head that stays in view, and its parts one by one: weak replies, all, figures, comparison."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Q, QuerySet, When
from django.http import HttpRequest
from django.utils.translation import gettext as _

from apps.evaluation.dialogues.stopped_and_stalled_runs import STOPPABLE, is_stalled
from apps.evaluation.import_export.export_run import FORMATS
from apps.evaluation.import_export.export_run_to_google_sheets import sheets_setup_problem
from apps.evaluation.judging.judge_agreement_with_people import calibration_of_runs
from apps.evaluation.limit_rows_to_readable_collections import readable_runs
from apps.evaluation.models import Dialogue, DialogueTurn, Persona, Run, RunKind, RunState
from apps.evaluation.models.runs import prefetch_turns
from apps.evaluation.planning.pending_vectors import awaited_vectors
from apps.evaluation.planning.variants import profile_names
from apps.evaluation.run_pages.hit_rate_history import hit_rate_histories
from apps.evaluation.run_pages.run_metrics import (
    compare_runs_for_page,
    held_out_questions,
    result_for_page,
    run_progress,
    visible_dialogues,
)
from apps.evaluation.statistics.judge_scores import WEAK_SCORE
from apps.text.numbers.parse_database_row_id import parse_row_id

DIALOGUES_SHOWN = 200
COMPARABLE_SHOWN = 20
WITHOUT_MODEL = "done_without_llm"
"""A state of turns (apps/chat/models/conversations.py), which this app knows by its name alone."""
WEAK_TAB, ALL_TAB, FIGURES_TAB, COMPARISON_TAB = "weak", "all", "figures", "comparison"


@dataclass(frozen=True, slots=True)
class Tab:
    """A part of the page; `count` is None where there is nothing to count."""

    slug: str
    name: str
    count: int | None = None


def run_page_context(request: HttpRequest, run: Run) -> dict[str, object]:
    """For templates/admin/evaluation/run/change_form.html. What no open part shows is not loaded."""
    dialogues = visible_dialogues(request, run)
    others = comparable_runs(request, run)
    tabs = run_tabs(run, dialogues, bool(others))
    opened = selected_tab(request, tabs)
    done, number = run_progress(run)
    hidden = held_out_questions(request)
    return {
        "title": str(run),
        "subtitle": None,
        "run": run,
        "result": result_for_page(run, hidden),
        "number": number,
        "done": done,
        "awaited": awaited_vectors(run),
        "stands_still": is_stalled(run),
        "can_stop": run.kind in STOPPABLE and not run.has_ended and not run.is_to_stop,
        "calibration": calibration_of_runs(run),
        "is_judged": run.kind != RunKind.HIT_RATE,
        "may_run": request.user.has_perm("evaluation.add_run"),
        "may_export": request.user.has_perm("evaluation.change_case"),
        "formats": list(FORMATS),
        "sheets_missing": sheets_setup_problem(),
        "tabs": tabs,
        "opened": opened,
        "without_model": turns_without_model(dialogues),
        "others": others,
        "profiles": profile_names() if run.kind in (RunKind.HIT_RATE, RunKind.COMPARISON) else {},
        **tab_content(request, run, opened, dialogues, hidden),
        **(comparison_tab_content(request, run, others) if opened == COMPARISON_TAB else {}),
    }


def turns_without_model(dialogues: QuerySet[Dialogue]) -> int:
    """How many replies no language model gave where one was to: such a run says nothing of prompts. One query."""
    return DialogueTurn.objects.filter(dialogue__in=dialogues, chat_state=WITHOUT_MODEL, metrics={}).count()


def tab_content(
    request: HttpRequest, run: Run, opened: str, dialogues: QuerySet[Dialogue], hidden: set[str]
) -> dict[str, object]:
    """What the open part lists."""
    if opened == FIGURES_TAB:
        return {"histories": hit_rate_histories(run) if run.kind == RunKind.HIT_RATE and run.has_ended else []}
    if opened == ALL_TAB and run.kind == RunKind.COMPARISON:
        return {"comparisons": run.comparisons.filter(is_done=True).exclude(question__in=hidden)[:DIALOGUES_SHOWN]}
    if opened not in (WEAK_TAB, ALL_TAB):
        return {}
    listed = weak_dialogues(dialogues).order_by("passed", "score", "number") if opened == WEAK_TAB else dialogues
    return {
        "dialogues": prefetch_turns(listed)[:DIALOGUES_SHOWN],
        "hidden": run.dialogues.count() - dialogues.count(),
        "personas": dict(Persona.objects.values_list("slug", "name")),
    }


def run_tabs(run: Run, dialogues: QuerySet[Dialogue], has_others: bool) -> list[Tab]:
    """Returns the tabs for this kind of run; a comparison where there is another run. At most two queries."""
    tabs = []
    if run.kind in (RunKind.DIALOGUES, RunKind.SAMPLE):
        tabs.append(Tab(WEAK_TAB, _("Weak"), weak_dialogues(dialogues).count()))
        tabs.append(Tab(ALL_TAB, _("All"), dialogues.count()))
    tabs.append(Tab(FIGURES_TAB, _("Figures")))
    if run.kind == RunKind.COMPARISON:
        tabs.append(Tab(ALL_TAB, _("All"), run.comparisons.filter(is_done=True).count()))
    elif has_others and run.has_ended:
        tabs.append(Tab(COMPARISON_TAB, _("Comparison")))
    return tabs


def selected_tab(request: HttpRequest, tabs: list[Tab]) -> str:
    """The one asked for; else the first that lists something."""
    asked = request.GET.get("view", "")
    known = [tab.slug for tab in tabs]
    return asked if asked in known else next(tab.slug for tab in tabs if tab.count != 0)


def weak_dialogues(dialogues: QuerySet[Dialogue]) -> QuerySet[Dialogue]:
    """Keeps those that failed, and those with a reply below the mark for a weak one."""
    return dialogues.filter(Q(passed=False) | Q(turns__score__lt=WEAK_SCORE)).distinct()


def comparable_runs(request: HttpRequest, run: Run) -> list[Run]:
    """Finished runs that this one can be compared with, without their long columns.

    Those of its suite first, and of these the ones before it, newest first.
    """
    if run.kind == RunKind.COMPARISON:
        return []
    finished = Run.objects.filter(kind=run.kind, state=RunState.FINISHED).exclude(pk=run.pk)
    of_its_suite = Case(When(suite=run.suite_id, then=0), default=1)
    before_it = Case(When(pk__lt=run.pk, then=0), default=1)
    found = readable_runs(request, finished).defer("result", "configuration", "options")
    return list(found.order_by(of_its_suite, before_it, "-pk")[:COMPARABLE_SHOWN])


def comparison_tab_content(request: HttpRequest, run: Run, others: list[Run]) -> dict[str, Any]:
    """The run beside the one asked for, else beside the newest before it."""
    number = parse_row_id(request.GET.get("against", "")) or others[0].pk
    readable = readable_runs(request, Run.objects.filter(kind=run.kind, state=RunState.FINISHED))
    other = readable.filter(pk=number).exclude(pk=run.pk).first()
    return {} if other is None else {"other": other, **compare_runs_for_page(request, other, run)}
