"""Drafts of changes in the admin: what changes, what the suite says of it, and the buttons that measure or publish."""

from typing import cast

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import User
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly, column, short
from apps.evaluation.admin.admin_page_helpers import add_message, redirect_to_row, require_permission, row_path
from apps.evaluation.gate import gate_actions
from apps.evaluation.gate.draft_change_diff import draft_changes
from apps.evaluation.gate.pending_drafts import open_drafts
from apps.evaluation.gate.release_decision import (
    ChangedOutcomes,
    ReleaseDecision,
    baseline_run,
    changed_outcomes,
    decide_release,
    decide_releases,
    find_newest_run,
    pinned_suite,
)
from apps.evaluation.gate.share_of_proved_sentences import proved_change
from apps.evaluation.judging.judge_agreement_with_people import annotate_calibration, calibration_of_runs
from apps.evaluation.limit_rows_to_readable_collections import readable_runs
from apps.evaluation.models import Draft, DraftState, Release, Run, RunState, Suite
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, content_digest, load_model_names
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.planning.run_configuration import (
    DraftTargetMissing,
    configuration_in_force,
    prompt_slug_from_target,
)
from apps.evaluation.run_pages.run_metrics import run_progress
from apps.evaluation.tasks import enqueue_run
from apps.llm.errors import PromptError
from apps.llm.model_registry import models_in_order
from apps.llm.models import Purpose
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile


class DraftList(ChangeList):
    """The rows of one page with the decision on each that is open: as many queries for all of them as for one."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        suite = pinned_suite()
        drafts = list(self.result_list)
        load_model_names(drafts)
        decisions = (
            decide_releases([draft for draft in drafts if draft.state == DraftState.OPEN], suite) if suite else {}
        )
        for draft in drafts:
            draft.decision = decisions.get(draft.pk)
        self.result_list = drafts


@admin.register(Draft)
class DraftAdmin(ReadOnly, admin.ModelAdmin[Draft]):
    list_display = ["__str__", "state", "verdict", "by", "made"]
    list_filter = ["state", "kind"]
    list_select_related = ["created_by"]
    change_form_template = "admin/evaluation/draft/change_form.html"

    @admin.display(description=_("gate"))
    def verdict(self, draft: Draft) -> str:
        """Says the verdict of a row of a DraftList."""
        decision: ReleaseDecision | None = getattr(draft, "decision", None)
        if decision is None:
            return ""
        return str(_("passed") if decision.passes else decision.reasons[0])

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[ChangeList]:
        return DraftList

    @admin.display(description=_("by"))
    def by(self, draft: Draft) -> str:
        return str(draft.created_by or "")

    made = column("created_at", short, _("made"))

    def get_urls(self) -> list[URLPattern]:
        own = [
            row_path(self, "measure/", "measure", self.measure_view, posts=True),
            row_path(self, "publish/", "publish", self.publish_view, posts=True),
            row_path(self, "override/", "override", self.override_view, posts=True),
            row_path(self, "discard/", "discard", self.discard_view, posts=True),
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        draft = self.get_object(request, object_id)
        context = self.page_of(request, draft) if draft else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)

    def page_of(self, request: HttpRequest, draft: Draft) -> dict[str, object]:
        suite = pinned_suite()
        decision = decide_release(draft, suite) if suite else ReleaseDecision(True)
        run, baseline = decision.run, baseline_run(suite) if suite else None
        are_compared = run is not None and baseline is not None
        are_readable = may_read_answers(request, run, baseline)
        outcomes = changed_outcomes(baseline, run) if run and baseline and are_readable else ChangedOutcomes()
        may_see_held_out = request.user.has_perm("evaluation.change_case")
        return {
            "title": str(draft),
            "subtitle": "",
            "suite": suite,
            "decision": decision,
            "are_compared": are_compared,
            "are_readable": are_readable,
            "repaired": outcomes.repaired,
            "broken": outcomes.broken,
            "proved": proved_change(baseline, run),
            "may_see_held_out": may_see_held_out,
            "changes": draft_changes(draft),
            "calibration": calibration_of_runs(*(each for each in (run, baseline) if each)),
            "runs": annotate_calibration(draft.runs.all())[:10],
            **open_run_progress(draft, suite),
            "line": release_to_roll_back(draft),
            "waiting": open_drafts(draft.kind, draft.target, but=draft.pk),
            "reads_no_prompts": draft.kind == ChangeKind.PROMPT
            and is_prompt_unused(prompt_slug_from_target(draft.target)),
            "may_publish": request.user.has_perm(gate_actions.RIGHT_TO_CHANGE[ChangeKind(draft.kind)]),
            "may_override": request.user.has_perm(gate_actions.OVERRIDE_PERMISSION),
            "may_measure": request.user.has_perm("evaluation.add_run"),
            "is_open": draft.state == DraftState.OPEN,
        }

    def measure_view(self, request: HttpRequest, draft: Draft) -> HttpResponseBase:
        """Starts a run of the draft, and one of what is in force where there is none to compare with."""
        require_permission(request, "evaluation.add_run")
        suite = pinned_suite()
        if suite is None:
            add_message(request, _("No suite is pinned."), messages.ERROR)
            return redirect_to_row(draft)
        try:
            for run in start_draft_runs(suite, draft, cast(User, request.user)):
                enqueue_run(run)
        except (ValueError, DraftTargetMissing, NoActiveProfile, LookupError) as error:
            add_message(request, error, messages.ERROR)
        else:
            add_message(request, _("The suite runs on this draft. This page shows how far it is."))
        return redirect_to_row(draft)

    def publish_view(self, request: HttpRequest, draft: Draft) -> HttpResponseBase:
        try:
            gate_actions.publish_draft(draft, cast(User, request.user))
        except (PublicationHeld, DraftTargetMissing, PromptError) as error:
            add_message(request, error, messages.ERROR)
        else:
            add_message(request, _("It is in force from the next question on."))
        return redirect_to_row(draft)

    def override_view(self, request: HttpRequest, draft: Draft) -> HttpResponseBase:
        try:
            gate_actions.override_gate(draft, cast(User, request.user), request.POST.get("reason", ""))
        except (ValueError, DraftTargetMissing) as error:
            add_message(request, error, messages.ERROR)
        else:
            add_message(
                request, _("It is in force from the next question on; your reason is in the log."), messages.WARNING
            )
        return redirect_to_row(draft)

    def discard_view(self, request: HttpRequest, draft: Draft) -> HttpResponseBase:
        gate_actions.discard_draft(draft, cast(User, request.user))
        return redirect_to_row(draft)


def may_read_answers(request: HttpRequest, *runs: Run | None) -> bool:
    """Whether none of them answered from what is closed to this person. A few queries."""
    keys = {run.pk for run in runs if run}
    return readable_runs(request, Run.objects.filter(pk__in=keys)).count() == len(keys)


def open_run_progress(draft: Draft, suite: Suite | None) -> dict[str, object]:
    """The run that measures it at this moment, and how far that is. A few queries.

    Where there is none, the run of what is in force that it will be compared with.
    """
    is_open = Q(state__in=[RunState.WAITING, RunState.RUNNING])
    run = draft.runs.filter(is_open).first()
    if run is None and suite is not None and draft.state == DraftState.OPEN and draft.runs.exists():
        run = Run.objects.filter(is_open, suite=suite, fingerprint=configuration_in_force().fingerprint).first()
    done, number = run_progress(run) if run else (0, 0)
    return {"under_way": run, "done": done, "number": number}


def release_to_roll_back(draft: Draft) -> Release | None:
    """The line of the log by which it went live, while nothing has come after it."""
    if draft.state != DraftState.PUBLISHED:
        return None
    in_force = Release.objects.filter(kind=draft.kind, target=draft.target, action__in=Release.IN_FORCE)
    line = in_force.order_by("-pk").first()
    is_its = line is not None and content_digest(line.after) == draft.digest
    return line if line is not None and is_its and gate_actions.can_be_rolled_back(line) else None


def is_prompt_unused(slug: str) -> bool:
    """Whether the built-in model does the work of this prompt: its answers are the same with any wording."""
    rows = models_in_order(slug if slug in Purpose.values else Purpose.DEFAULT)
    return not rows or rows[0].endpoint_id is None


def start_draft_runs(suite: Suite, draft: Draft, user: User) -> list[Run]:
    """Raises ValueError, DraftTargetMissing, NoActiveProfile, UnknownPersona."""
    runs = [] if find_newest_run(suite, configuration_in_force().fingerprint) else [start_suite_run(suite, user=user)]
    return [*runs, start_suite_run(suite, draft=draft, user=user)]
