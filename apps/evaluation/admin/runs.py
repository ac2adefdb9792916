"""Runs in the admin: started, watched, figures, transcripts with weak replies in red, two runs side by side, files."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly, short
from apps.evaluation.admin.hit_rate_history import histories
from apps.evaluation.admin.page_responses import (
    add_message,
    file_response,
    redirect_to_row,
    render_page,
    require_permission,
    row_path,
    shown_score,
)
from apps.evaluation.admin.run_metrics import (
    compared_runs,
    held_out_questions,
    progress,
    shown_result,
    visible_dialogues,
)
from apps.evaluation.admin.start_form import WRONG, BudgetForm, StartForm
from apps.evaluation.exchange.export_run import FORMATS, exported_run
from apps.evaluation.exchange.google_sheets import SheetsMissing, how_to_connect, push
from apps.evaluation.judging.calibration import calibration_of, with_calibration
from apps.evaluation.models import Persona, Run, RunKind, RunState
from apps.evaluation.models.runs import with_turns
from apps.evaluation.rows_of_readable_collections import readable_runs, readable_suites
from apps.evaluation.tasks import enqueue

DIALOGUES_SHOWN = 200


@admin.register(Run)
class RunAdmin(ReadOnly, admin.ModelAdmin[Run]):
    list_display = ["__str__", "state", "score", "suite", "what", "costs", "by", "started"]
    list_filter = ["kind", "state", ("suite", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["suite", "draft", "created_by"]
    search_fields = ["title"]
    change_form_template = "admin/evaluation/run/change_form.html"
    change_list_template = "admin/evaluation/run/change_list.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        context = {"may_run": request.user.has_perm("evaluation.add_run")}
        return super().changelist_view(request, (extra_context or {}) | context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        return with_calibration(readable_runs(request, super().get_queryset(request)))

    @admin.display(description=_("score"), ordering="mean")
    def score(self, run: Run) -> str:
        return "" if run.mean is None else shown_score(run, getattr(run, "is_calibrated", False))

    @admin.display(description=_("what"))
    def what(self, run: Run) -> str:
        if run.kind == RunKind.COMPARISON:
            return ""
        return str(run.draft or run.configuration.get("variant") or _("in force"))

    @admin.display(description=_("cost"))
    def costs(self, run: Run) -> str:
        return f"{run.result['cost']:.4f}" if run.result.get("cost") else ""

    @admin.display(description=_("by"))
    def by(self, run: Run) -> str:
        return str(run.created_by or "")

    @admin.display(description=_("started"), ordering="created_at")
    def started(self, run: Run) -> str:
        return short(run.created_at)

    def get_urls(self) -> list[URLPattern]:
        own = [
            row_path(self, "export/<str:form>/", "export", self.export_view),
            row_path(self, "beside/", "beside", self.compare_view),
            row_path(self, "resume/", "resume", self.resume_view, posts=True),
            row_path(self, "sheet/", "sheet", self.sheet_view, posts=True),
            path("start/", self.admin_site.admin_view(self.start_view), name="evaluation_run_start"),
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        run = self.get_object(request, object_id)
        context = self.page_of(request, run) if run else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)

    def start_view(self, request: HttpRequest) -> HttpResponseBase:
        """Shows the estimate first; the second button starts the run."""
        require_permission(request, "evaluation.add_run")
        form = StartForm(request.POST or None, initial={"suite": request.GET.get("suite")})
        form.offer(readable_suites(request))
        estimate = None
        if request.method == "POST" and form.is_valid():
            if "start" in request.POST:
                try:
                    run = form.started(cast(User, request.user))
                except WRONG as error:
                    form.add_error(None, str(error))
                else:
                    enqueue(run)
                    return redirect_to_row(run)
            else:
                estimate = form.estimate()
        return render_page(self, request, "run/start.html", title=_("Start a run"), form=form, estimate=estimate)

    def page_of(self, request: HttpRequest, run: Run) -> dict[str, object]:
        dialogues = visible_dialogues(request, run)
        done, number = progress(run)
        hidden = held_out_questions(request)
        return {
            "title": str(run),
            "subtitle": None,
            "run": run,
            "result": shown_result(run, hidden),
            "dialogues": with_turns(dialogues)[:DIALOGUES_SHOWN],
            "number": number,
            "done": done,
            "hidden": run.dialogues.count() - dialogues.count(),
            "histories": histories(run) if run.kind == RunKind.HIT_RATE and run.has_ended else [],
            "sheets_missing": how_to_connect(),
            "calibration": calibration_of(run),
            "others": comparable_runs(run),
            "comparisons": run.comparisons.filter(is_done=True).exclude(question__in=hidden)[:DIALOGUES_SHOWN],
            "may_run": request.user.has_perm("evaluation.add_run"),
            "may_export": request.user.has_perm("evaluation.change_case"),
            "formats": list(FORMATS),
            "personas": dict(Persona.objects.values_list("slug", "name")),
        }

    def export_view(self, request: HttpRequest, run: Run, form: str) -> HttpResponse:
        # A file holds held-out cases, too.
        require_permission(request, "evaluation.change_case")
        if form not in FORMATS:
            return HttpResponse(status=404)
        return file_response(exported_run(run, form), f"run-{run.pk}.{form}", FORMATS[form])

    def compare_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        require_permission(request, "evaluation.view_run")
        against = request.GET.get("against", "")
        other = (
            readable_runs(request, Run.objects.all())
            .filter(pk=int(against) if against.isdecimal() else 0, kind=run.kind)
            .first()
        )
        if other is None:
            add_message(request, _("Choose a run to compare with."), messages.ERROR)
            return redirect_to_row(run)
        title = _("Run %(new)s beside run %(old)s") % {"new": run.pk, "old": other.pk}
        shown = {"title": title, "original": run, "run": run, "other": other, **compared_runs(request, other, run)}
        return render_page(self, request, "run/compare.html", **shown)

    def resume_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        """Resumes a run, also one that stopped at its budget, with a new budget, or that was given up."""
        require_permission(request, "evaluation.add_run")
        if run.state == RunState.FINISHED:
            return redirect_to_row(run)
        if run.has_ended:
            form = BudgetForm(request.POST)
            if run.state == RunState.STOPPED and form.is_valid():
                run.budget = form.cleaned_data["budget"]
            run.state, run.error, run.attempts = RunState.WAITING, "", 0
            run.save(update_fields=["state", "error", "attempts", "budget"])
        enqueue(run)
        return redirect_to_row(run)

    def sheet_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        require_permission(request, "evaluation.change_case")
        try:
            title = push(run, request.POST.get("spreadsheet", "").strip())
        except SheetsMissing as error:
            add_message(request, error, messages.ERROR)
        else:
            add_message(request, _("The run is in the spreadsheet, on sheet “%(title)s”.") % {"title": title})
        return redirect_to_row(run)


def comparable_runs(run: Run) -> QuerySet[Run]:
    """Finished runs that this one can be compared with, without their long columns."""
    finished = Run.objects.filter(kind=run.kind, state=RunState.FINISHED).exclude(pk=run.pk)
    return finished.defer("result", "configuration", "options")[:20]
