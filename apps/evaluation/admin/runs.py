"""Runs in the admin: started, watched, figures, transcripts with weak replies in red, two runs side by side, files."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.defaultfilters import floatformat
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly, column, short
from apps.evaluation.admin.admin_page_helpers import (
    add_message,
    file_response,
    format_score,
    redirect_to_row,
    render_page,
    require_permission,
    row_path,
)
from apps.evaluation.admin.start_run_form import RUN_START_ERRORS, BudgetForm, StartForm
from apps.evaluation.dialogues.stopped_and_stalled_runs import STOPPABLE, reopen_run, stop_run
from apps.evaluation.import_export.export_run import FORMATS, export_run
from apps.evaluation.import_export.export_run_to_google_sheets import SheetsUnavailable, push_run_to_sheet
from apps.evaluation.judging.judge_agreement_with_people import annotate_calibration
from apps.evaluation.limit_rows_to_readable_collections import readable_runs, readable_suites
from apps.evaluation.models import Run, RunKind, RunState
from apps.evaluation.models.change_drafts_and_release_log import load_model_names
from apps.evaluation.planning.pending_vectors import BEGIN_AT_ONCE
from apps.evaluation.planning.variants import variant_label
from apps.evaluation.run_pages.run_page import run_page_context
from apps.evaluation.tasks import enqueue_run


class RunList(ChangeList):
    """The rows of one page with the names of the models in their drafts: one query for all of them."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        load_model_names([run.draft for run in self.result_list if run.draft])


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
        return annotate_calibration(readable_runs(request, super().get_queryset(request)))

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[ChangeList]:
        return RunList

    @admin.display(description=_("score"), ordering="mean")
    def score(self, run: Run) -> str:
        return "" if run.mean is None else format_score(run, getattr(run, "is_calibrated", False))

    @admin.display(description=_("what"))
    def what(self, run: Run) -> str:
        if run.kind in (RunKind.COMPARISON, RunKind.HIT_RATE):
            return ""
        return str(run.draft or variant_label(run.configuration.get("variant", ""), {}))

    @admin.display(description=_("cost"))
    def costs(self, run: Run) -> str:
        return floatformat(run.result["cost"], 4) if run.result.get("cost") else ""

    @admin.display(description=_("by"))
    def by(self, run: Run) -> str:
        return str(run.created_by or "")

    started = column("created_at", short, _("started"))

    def get_urls(self) -> list[URLPattern]:
        own = [
            row_path(self, "export/<str:form>/", "export", self.export_view),
            row_path(self, "stop/", "stop", self.stop_view, posts=True),
            row_path(self, "resume/", "resume", self.resume_view, posts=True),
            row_path(self, "sheet/", "sheet", self.sheet_view, posts=True),
            path("start/", self.admin_site.admin_view(self.start_view), name="evaluation_run_start"),
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        run = self.get_object(request, object_id)
        context = run_page_context(request, run) if run else {}
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
                except RUN_START_ERRORS as error:
                    form.add_error(None, str(error))
                else:
                    enqueue_run(run)
                    return redirect_to_row(run)
            else:
                estimate = form.estimate()
        return render_page(self, request, "run/start.html", title=_("Start a run"), form=form, estimate=estimate)

    def export_view(self, request: HttpRequest, run: Run, form: str) -> HttpResponse:
        # A file holds held-out cases, too.
        require_permission(request, "evaluation.change_case")
        if form not in FORMATS:
            return HttpResponse(status=404)
        return file_response(export_run(run, form), f"run-{run.pk}.{form}", FORMATS[form])

    def stop_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        require_permission(request, "evaluation.add_run")
        if run.kind in STOPPABLE:
            stop_run(run)
            add_message(request, _("The run stops when what is under way is done. It can go on later."))
        return redirect_to_row(run)

    def resume_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        """Resumes a run, also one that stopped at its budget, with a new budget, or that was given up.

        It waits for nothing any more.
        """
        require_permission(request, "evaluation.add_run")
        if run.state == RunState.FINISHED:
            return redirect_to_row(run)
        form = BudgetForm(request.POST)
        if run.state == RunState.STOPPED and form.is_valid():
            run.with_budget(form.cleaned_data["budget"])
        reopen_run(run)
        run.options = {**run.options, BEGIN_AT_ONCE: timezone.now().isoformat()}
        enqueue_run(run)
        return redirect_to_row(run)

    def sheet_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        require_permission(request, "evaluation.change_case")
        try:
            title = push_run_to_sheet(run, request.POST.get("spreadsheet", "").strip())
        except SheetsUnavailable as error:
            add_message(request, error, messages.ERROR)
        else:
            add_message(request, _("The run is in the spreadsheet, on sheet “%(title)s”.") % {"title": title})
        return redirect_to_row(run)
