"""Suites in the admin: their cases imported, exported and built; pinned and run."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.admin_base import LinesField
from apps.documents.admin.limit_rows_to_readable_collections import readable_collections, sees_all
from apps.evaluation.admin.admin_page_helpers import (
    add_message,
    file_response,
    format_score,
    redirect_to_row,
    render_page,
    require_permission,
    row_path,
)
from apps.evaluation.gate import gate_actions, write_release_log
from apps.evaluation.import_export.export_cases import FORMATS, export_cases
from apps.evaluation.import_export.import_cases import import_cases
from apps.evaluation.import_export.read_case_records import BadSuite
from apps.evaluation.judging.judge_agreement_with_people import annotate_calibration
from apps.evaluation.limit_rows_to_readable_collections import readable_suites
from apps.evaluation.models import Run, RunKind, Suite
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.planning.generate_cases import build_suite
from apps.evaluation.planning.run_configuration import DraftTargetMissing
from apps.evaluation.tasks import enqueue_case_build, enqueue_run
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile


class ImportForm(forms.Form):
    file = forms.FileField(label=_("File"), help_text=_("JSON Lines, CSV or XLSX, as exported here."))


class BuildForm(forms.Form):
    """What the builder makes; 0 leaves a kind out."""

    verbatim = forms.IntegerField(label=_("Questions found word for word"), min_value=0, max_value=500, initial=50)
    outside = forms.IntegerField(label=_("Controls outside the collection"), min_value=0, max_value=50, initial=5)
    users = forms.IntegerField(
        label=_("Invented: people, tasks and questions each"), min_value=0, max_value=5, initial=0,
        help_text=_("5 makes 5 x 5 x 5 = 125 questions by the model for “write questions”, in 26 calls."),
    )  # fmt: skip


class SuiteForm(forms.ModelForm[Suite]):
    aspects = LinesField(
        label=_("Aspects of a whole dialogue"), required=False,
        help_text=_("One sentence per line, such as: the assistant stays polite. A critic says yes or no to each."),
    )  # fmt: skip


@admin.register(Suite)
class SuiteAdmin(admin.ModelAdmin[Suite]):
    form = SuiteForm
    list_display = ["name", "case_count", "pinned", "pass_mark", "newest_run"]
    search_fields = ["name", "slug"]
    change_form_template = "admin/evaluation/suite/change_form.html"
    prepopulated_fields = {"slug": ["name"]}
    # Django's own widget for two lists labels an element that has no role.
    formfield_overrides = {models.ManyToManyField: {"widget": forms.CheckboxSelectMultiple}}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Suite]:
        suites = super().get_queryset(request).filter(pk__in=readable_suites(request).values("pk"))
        suites = suites.annotate(number=Count("cases", filter=Q(cases__is_active=True)))
        dialogues = Run.objects.filter(kind=RunKind.DIALOGUES)
        newest = dialogues.filter(suite=OuterRef("pk")).order_by("-pk").values("pk")[:1]
        one_each = Prefetch("runs", dialogues.order_by("suite_id", "-pk").distinct("suite_id"), to_attr="newest_runs")
        return annotate_calibration(suites.annotate(newest=Subquery(newest)).prefetch_related(one_each), "newest")

    @admin.display(description=_("cases"), ordering="number")
    def case_count(self, suite: Suite) -> SafeString:
        address = reverse("admin:evaluation_case_changelist") + f"?suite__id__exact={suite.pk}"
        return format_html('<a href="{}">{}</a>', address, getattr(suite, "number", 0))

    @admin.display(description=_("pinned"), boolean=True, ordering="is_pinned")
    def pinned(self, suite: Suite) -> bool:
        return suite.is_pinned

    @admin.display(description=_("newest run"))
    def newest_run(self, suite: Suite) -> str | SafeString:
        """Links to the newest run of dialogues: a hit rate is no score that the pass mark is about."""
        newest: list[Run] = getattr(suite, "newest_runs", [])
        if not newest:
            return ""
        [run] = newest
        is_calibrated = getattr(suite, "is_calibrated", False)
        figure = run.get_state_display() if run.mean is None else format_score(run, is_calibrated)
        return format_html('<a href="{}">{}</a>', reverse("admin:evaluation_run_change", args=[run.pk]), figure)

    def save_model(self, request: HttpRequest, obj: Suite, form: Any, change: bool) -> None:
        """A lower pass mark lets more through: who changed it stands in the log."""
        marks = ("pass_mark", "proved_mark") if change else ()
        before = {name: form.initial.get(name) for name in marks if form.initial.get(name) != getattr(obj, name)}
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            if before:
                write_release_log.log_pass_marks(obj, before, cast(User, request.user))

    def get_urls(self) -> list[URLPattern]:
        own = [
            row_path(self, "pin/", "pin", self.pin_view, posts=True),
            row_path(self, "run/", "run", self.run_view, posts=True),
            row_path(self, "import/", "import", self.import_view),
            row_path(self, "build/", "build", self.build_view),
            row_path(self, "export/<str:form>/", "export", self.export_view),
        ]
        return [*own, *super().get_urls()]

    def pin_view(self, request: HttpRequest, suite: Suite) -> HttpResponseBase:
        user = cast(User, request.user)
        if suite.is_pinned:
            gate_actions.unpin_suite(user)
            add_message(request, _("Changes go live at once again."), messages.WARNING)
        else:
            gate_actions.pin_suite(suite, user)
            add_message(request, _("From now on every change has to pass this suite before it goes live."))
        return redirect_to_row(suite)

    def run_view(self, request: HttpRequest, suite: Suite) -> HttpResponseBase:
        require_permission(request, "evaluation.add_run")
        try:
            run = start_suite_run(suite, user=request.user)
        except (ValueError, DraftTargetMissing, NoActiveProfile, LookupError) as error:
            add_message(request, error, messages.ERROR)
            return redirect_to_row(suite)
        enqueue_run(run)
        return redirect_to_row(run)

    def import_view(self, request: HttpRequest, suite: Suite) -> HttpResponseBase:
        require_permission(request, "evaluation.change_suite")
        form = ImportForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            upload = form.cleaned_data["file"]
            try:
                number = import_cases(suite, upload.name, upload.read())
            except BadSuite as error:
                form.add_error("file", error.sentence)
            else:
                add_message(
                    request,
                    ngettext("%(number)s case imported.", "%(number)s cases imported.", number) % {"number": number},
                )
                return redirect_to_row(suite)
        return render_page(
            self, request, "suite/form.html", title=_("Import cases"), original=suite, form=form, has_file=True
        )

    def build_view(self, request: HttpRequest, suite: Suite) -> HttpResponseBase:
        require_permission(request, "evaluation.change_suite")
        form = BuildForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            readable = None if sees_all(request) else readable_collections(request)
            if form.cleaned_data["users"]:
                collections = None if readable is None else [each.pk for each in readable]
                if not enqueue_case_build(suite, form.cleaned_data, collections):
                    add_message(request, _("Cases of this suite are being built already."), messages.WARNING)
                return redirect_to_row(suite)
            made = build_suite(suite, **form.cleaned_data, readable=readable)
            add_message(request, _("%(number)s cases built.") % {"number": sum(made.values())})
            return redirect_to_row(suite)
        return render_page(self, request, "suite/form.html", title=_("Build cases"), original=suite, form=form)

    def export_view(self, request: HttpRequest, suite: Suite, form: str) -> HttpResponse:
        require_permission(request, "evaluation.change_suite")
        if form not in FORMATS:
            return HttpResponse(status=404)
        return file_response(export_cases(suite, form), f"{suite.slug}.{form}", FORMATS[form])

    def has_delete_permission(self, request: HttpRequest, obj: Suite | None = None) -> bool:
        # The gate must not vanish by the way.
        return super().has_delete_permission(request, obj) and not (obj and obj.is_pinned)
