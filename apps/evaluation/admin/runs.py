"""Runs in the admin: figures, transcripts with weak replies in red, two runs side by side, files."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from apps.documents.admin_parts import ReadOnly, short
from apps.evaluation.admin.parts import back_to, download, page, require, row_path, tell
from apps.evaluation.calibration import calibration
from apps.evaluation.charts import Point, trend
from apps.evaluation.deciding import key
from apps.evaluation.exporting import FORMATS, exported_run
from apps.evaluation.models import Dialogue, Run
from apps.evaluation.sheets import SheetsMissing, push
from apps.evaluation.tasks import enqueue
from apps.llm.diffing import compare

DIALOGUES_SHOWN = 200


@admin.register(Run)
class RunAdmin(ReadOnly, admin.ModelAdmin[Run]):
    list_display = ["__str__", "state", "score", "suite", "what", "by", "started"]
    list_filter = ["kind", "state", "suite"]
    list_select_related = ["suite", "draft", "created_by"]
    search_fields = ["title"]
    change_form_template = "admin/evaluation/run/change_form.html"

    @admin.display(description=_("score"), ordering="mean")
    def score(self, run: Run) -> str:
        if run.mean is None:
            return ""
        interval = "" if run.low is None or run.high is None else f" ({run.low:.2f}–{run.high:.2f})"
        return f"{run.mean:.2f}{interval}"

    @admin.display(description=_("what"))
    def what(self, run: Run) -> str:
        return str(run.draft or _("in force"))

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
        ]
        return [*own, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        run = self.get_object(request, object_id)
        context = self.page_of(request, run) if run else {}
        return super().change_view(request, object_id, form_url, (extra_context or {}) | context)

    def page_of(self, request: HttpRequest, run: Run) -> dict[str, Any]:
        dialogues = visible(request, run)
        done = run.dialogues.filter(state=Dialogue.State.DONE).count()
        return {
            "title": str(run),
            "run": run,
            "result": run.result,
            "dialogues": dialogues.prefetch_related("turns__verdicts")[:DIALOGUES_SHOWN],
            "number": run.dialogues.count(),
            "done": done,
            "hidden": run.dialogues.count() - dialogues.count(),
            "calibration": calibration(),
            "others": Run.objects.filter(kind=run.kind, state=Run.State.FINISHED).exclude(pk=run.pk)[:20],
            "comparisons": run.comparisons.prefetch_related("ballots")[:DIALOGUES_SHOWN],
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
        pairs = beside(visible(request, other), visible(request, run))
        title = _("Run %(new)s beside run %(old)s") % {"new": run.pk, "old": other.pk}
        return page(self, request, "run/beside.html", title=title, original=run, run=run, other=other, pairs=pairs)

    def resume_view(self, request: HttpRequest, run: Run) -> HttpResponseBase:
        require(request, "evaluation.add_run")
        if not run.has_ended:
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


def visible(request: HttpRequest, run: Run) -> QuerySet[Dialogue]:
    """Held-out cases are measured for everybody and shown to those who keep the cases."""
    dialogues = run.dialogues.order_by("number")
    if request.user.has_perm("evaluation.change_case"):
        return dialogues
    return dialogues.exclude(expectation__held_out=True)


@dataclass(frozen=True, slots=True)
class Pair:
    """Both dialogues of one question; `turns` are lines of both with their differences word by word."""

    question: str
    before: Dialogue
    after: Dialogue
    turns: list[tuple[Any, Any, Any]]


def beside(before: QuerySet[Dialogue], after: QuerySet[Dialogue]) -> list[Pair]:
    """Questions of both runs, those whose score changed most first."""
    old = {key(dialogue): dialogue for dialogue in before.prefetch_related("turns")}
    pairs = [
        Pair(dialogue.question, old[key(dialogue)], dialogue, turns_of(old[key(dialogue)], dialogue))
        for dialogue in after.prefetch_related("turns")
        if key(dialogue) in old
    ]
    return sorted(pairs, key=lambda pair: -abs((pair.after.score or 0.0) - (pair.before.score or 0.0)))


def turns_of(before: Dialogue, after: Dialogue) -> list[tuple[Any, Any, Any]]:
    return [(a, b, compare(a.reply, b.reply)) for a, b in zip(before.turns.all(), after.turns.all(), strict=False)]


def trend_of(runs: list[Run]) -> Any:
    points = [
        Point(run.title[5:], run.mean, run.low if run.low is not None else run.mean, run.high or run.mean)
        for run in runs
        if run.mean is not None
    ]
    return trend(points, str(_("Mean score of real answers by day"))) if points else ""
