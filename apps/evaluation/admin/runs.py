"""Runs in the admin: started, watched, figures, transcripts with weak replies in red, two runs side by side, files."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly, short
from apps.evaluation.admin.hit_rates import histories
from apps.evaluation.admin.parts import (
    back_to,
    download,
    page,
    require,
    row_path,
    shown_score,
    tell,
    with_calibration,
)
from apps.evaluation.admin.run_figures import beside, held_out_questions, progress, shown_result, visible
from apps.evaluation.admin.start_form import WRONG, BudgetForm, StartForm
from apps.evaluation.exchange.export_run import FORMATS, exported_run
from apps.evaluation.exchange.google_sheets import SheetsMissing, how_to_connect, push
from apps.evaluation.hit_rates.compare_runs import laid_beside
from apps.evaluation.judging.calibration import calibration
from apps.evaluation.models import Run
from apps.evaluation.models.runs import with_turns
from apps.evaluation.tasks import enqueue

DIALOGUES_SHOWN = 200


@admin.register(Run)
class RunAdmin(ReadOnly, admin.ModelAdmin[Run]):
    list_display = ["__str__", "state", "score", "suite", "what", "costs", "by", "started"]
    list_filter = ["kind", "state", "suite"]
    list_select_related = ["suite", "draft", "created_by"]
    search_fields = ["title"]
    change_form_template = "admin/evaluation/run/change_form.html"
    change_list_template = "admin/evaluation/run/change_list.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        context = {"may_run": request.user.has_perm("evaluation.add_run")}
        return super().changelist_view(request, (extra_context or {}) | context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Run]:
        return with_calibration(super().get_queryset(request))

    @admin.display(description=_("score"), ordering="mean")
    def score(self, run: Run) -> str:
        return "" if run.mean is None else shown_score(run, getattr(run, "is_calibrated", False))

    @admin.display(description=_("what"))
    def what(self, run: Run) -> str:
        if run.kind == Run.Kind.COMPARISON:
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
            row_path(self, "beside/", "beside", self.beside_view),
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
        """First what it may cost, then it runs."""
        require(request, "evaluation.add_run")
        form = StartForm(request.POST or None, initial={"suite": request.GET.get("suite")})
        estimate = None
        if request.method == "POST" and form.is_valid():
            if "start" in request.POST:
                try:
                    run = form.started(cast(User, request.user))
                except WRONG as error:
                    form.add_error(None, str(error))
                else:
                    enqueue(run)
                    return back_to(run)
            else:
                estimate = form.estimate()
        return page(self, request, "run/start.html", title=_("Start a run"), form=form, estimate=estimate)

    def page_of(self, request: HttpRequest, run: Run) -> dict[str, object]:
        dialogues = visible(request, run)
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
            "histories": histories(run) if run.kind == Run.Kind.HIT_RATE and run.has_ended else [],
            "sheets_missing": how_to_connect(),
            "calibration": calibration(),
            "others": others_like(run),
            "comparisons": run.comparisons.filter(is_done=True).exclude(question__in=hidden)[:DIALOGUES_SHOWN],
            "may_run": request.user.has_perm("evaluation.add_run"),
            "may_export": request.user.has_perm("evaluation.change_case"),
            "formats": list(FORMATS),
        }

    def export_view(self, request: HttpRequest, run: Run, form: str) -> HttpResponse:
        # A file holds held-out cases, too.
        require(request, "evaluation.change_case")
        if form not in FORMATS:
            return HttpResponse(status=404)
        return download(exported_run(run, form), f"run-{run.pk}.{form}", FORMATS[form])

    def beside_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        require(request, "evaluation.view_run")
        against = request.GET.get("against", "")
        other = Run.objects.filter(pk=int(against) if against.isdecimal() else 0, kind=run.kind).first()
        if other is None:
            tell(request, _("Choose a run to compare with."), messages.ERROR)
            return back_to(run)
        title = _("Run %(new)s beside run %(old)s") % {"new": run.pk, "old": other.pk}
        shown: dict[str, Any] = {"title": title, "original": run, "run": run, "other": other}
        if run.kind == Run.Kind.HIT_RATE:
            hits = laid_beside(other.result, run.result, hidden=held_out_questions(request))
            return page(self, request, "run/beside_hit_rates.html", **shown, pairs=hits)
        pairs = beside(visible(request, other), visible(request, run))
        return page(self, request, "run/beside.html", **shown, pairs=pairs, calibration=calibration())

    def resume_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        """Also what stopped at its budget, with another one, and what was given up."""
        require(request, "evaluation.add_run")
        if run.state == Run.State.FINISHED:
            return back_to(run)
        if run.has_ended:
            form = BudgetForm(request.POST)
            if run.state == Run.State.STOPPED and form.is_valid():
                run.budget = form.cleaned_data["budget"]
            run.state, run.error, run.attempts = Run.State.WAITING, "", 0
            run.save(update_fields=["state", "error", "attempts", "budget"])
        enqueue(run)
        return back_to(run)

    def sheet_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        require(request, "evaluation.change_case")
        try:
            title = push(run, request.POST.get("spreadsheet", "").strip())
        except SheetsMissing as error:
            tell(request, error, messages.ERROR)
        else:
            tell(request, _("The run is in the spreadsheet, on sheet “%(title)s”.") % {"title": title})
        return back_to(run)


def others_like(run: Run) -> QuerySet[Run]:
    """What it can be laid beside; without what makes their rows long."""
    finished = Run.objects.filter(kind=run.kind, state=Run.State.FINISHED).exclude(pk=run.pk)
    return finished.defer("result", "configuration", "options")[:20]
