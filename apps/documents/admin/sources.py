"""Sources in the admin: edited, tried, scheduled, run now, with what they have cost."""

from functools import partial
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.defaultfilters import floatformat
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from apps.admin_base import CountsDeleted, column, short
from apps.documents.admin import document_costs
from apps.documents.admin.document_costs import Spending
from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections
from apps.documents.admin.source_form.cron_schedule_in_words import format_schedule
from apps.documents.admin.source_form.form import CHECKED_FIELDS, SourceForm, option_fields, source_form_class
from apps.documents.admin.source_form.preview_first_documents import LIMITS_AT_SAVING, Preview, preview_first_documents
from apps.documents.admin.source_form.source_kind_help import SOURCE_KIND_HELP
from apps.documents.models import Listing, Source, SourceKind, SourceRun
from apps.documents.models.resolve_account_names import accounts_by_name
from apps.documents.sources.connector_registry import CONNECTORS
from apps.documents.step_scheduling import daily_import_budgets
from apps.documents.sync.tasks import start_source_run
from apps.text.numbers.parse_database_row_id import parse_row_id


@admin.register(Source)
class SourceAdmin(CountsDeleted, LimitedToReadableCollections, admin.ModelAdmin[Source]):
    form = SourceForm
    list_display = ["name", "kind", "collection", "enabled", "rhythm", "next_run", "last_run"]
    list_filter = ["kind", "enabled", "collection"]
    list_select_related = ["collection"]
    search_fields = ["name", "location"]
    readonly_fields = ["spent", "waiting", "everything"]
    actions = ["run_now"]
    goes_along: ClassVar = {SourceRun: "source", Listing: "source"}
    change_form_template = "admin/documents/source/change_form.html"

    def get_form(self, request: HttpRequest, obj: Source | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Returns the form with the fields of the kind's options."""
        return super().get_form(
            request, obj, change, **{**kwargs, "form": source_form_class(requested_kind(request, obj))}
        )

    def get_fieldsets(self, request: HttpRequest, obj: Source | None = None) -> Any:
        kind = requested_kind(request, obj)
        options = tuple(option_fields(kind))
        # A folder of this server has no host.
        hosts = () if kind in CONNECTORS and CONNECTORS[kind].is_folder else ("hosts",)
        return [
            (None, {"fields": ("name", "kind", "collection", "location", *hosts, *options)}),
            (_("schedule"), {"fields": (("every", "weekday", "at"), "enabled")}),
            (
                _("Cron expression and limits"),
                {"fields": ("schedule", "limit", "daily_cost", "daily_tokens"), "classes": ("collapse",)},
            ),
            *([(_("Costs"), {"fields": self.readonly_fields})] if obj else []),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Source | None = None) -> Any:
        """What a source has listed belongs to its kind."""
        return [*self.readonly_fields, "kind"] if obj else self.readonly_fields

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        if request.method == "GET" and request.GET.get("kind") not in SOURCE_KIND_HELP:
            return self.choose_kind(request)
        return super().add_view(request, form_url, extra_context)

    def choose_kind(self, request: HttpRequest) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        labels = dict(SourceKind.choices)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Add a source"),
            "opts": self.opts,
            "kinds": [(slug, labels[slug], kind) for slug, kind in SOURCE_KIND_HELP.items()],
        }
        return TemplateResponse(request, "admin/documents/source/choose_kind.html", context)

    def try_view(self, request: HttpRequest) -> HttpResponse:
        """What the form as it stands would list first. Nothing is saved."""
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            raise PermissionDenied
        form = self.get_form(request)(request.POST)
        # Neither name nor collection decides what is listed.
        problems = [
            f"{form.fields[name].label}: {problem}"
            for name, found in form.errors.items()
            for problem in found
            if name not in ("name", "collection")
        ]
        given = form.cleaned_data
        preview = Preview()
        if not problems:
            preview = preview_first_documents(Source(**{name: given[name] for name in CHECKED_FIELDS if name in given}))
            problems = [preview.problem] if preview.problem else []
        context = {
            **self.admin_site.each_context(request),
            "title": _("The first documents"),
            "opts": self.opts,
            "preview": preview,
            "problems": problems,
        }
        return TemplateResponse(request, "admin/documents/source/preview.html", context)

    rhythm = column("schedule", format_schedule, _("schedule"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        last = SourceRun.objects.filter(source=OuterRef("pk")).order_by("-pk").values("pk")[:1]
        last_of_each = SourceRun.objects.filter(pk__in=Source.objects.annotate(last=Subquery(last)).values("last"))
        rows: QuerySet[Source] = super().get_queryset(request)
        return rows.prefetch_related(Prefetch("runs", last_of_each, to_attr="last_runs"))

    next_run = column("next_run_at", short, _("next run"))

    @admin.display(description=_("last result"))
    def last_run(self, source: Source) -> SafeString | str:
        last: list[SourceRun] = getattr(source, "last_runs", [])
        if not last:
            return ""
        [run] = last
        address = reverse("admin:documents_sourcerun_change", args=[run.pk])
        return format_html('<a href="{}">{}</a> {}', address, run.get_state_display(), run.alarm)

    @admin.display(description=_("spent so far"))
    def spent(self, source: Source) -> str:
        return format_spending(document_costs.source_spending(source)) if source.pk else ""

    @admin.display(description=_("estimate: files listed and not fetched yet"))
    def waiting(self, source: Source) -> str:
        return format_spending(document_costs.estimate_waiting_spending(source)) if source.pk else ""

    @admin.display(description=_("estimate: reading everything anew"))
    def everything(self, source: Source) -> str:
        return format_spending(document_costs.estimate_rereading_spending(source)) if source.pk else ""

    def save_model(self, request: HttpRequest, obj: Source, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if {"daily_cost", "daily_tokens"} & set(form.changed_data):
            daily_import_budgets.release_postponed()
        if form.lists_other_documents:
            # After the transaction: a host that does not answer would otherwise hold its locks.
            transaction.on_commit(partial(self.tell_what_is_wrong, request, obj))

    def tell_what_is_wrong(self, request: HttpRequest, source: Source) -> None:
        """Asks the source once. It stays saved even if that fails: its host may be away for a moment."""
        if problem := preview_first_documents(
            source, most=1, seconds=LIMITS_AT_SAVING.total, limits=LIMITS_AT_SAVING
        ).problem:
            said = _("The source is saved, but asked just now it gave no document. %(problem)s")
            self.message_user(request, said % {"problem": problem}, messages.WARNING)

    @admin.action(description=_("Run the selected sources now"), permissions=["change"])
    def run_now(self, request: HttpRequest, sources: QuerySet[Source]) -> None:
        started = sum(start_source_run(source) is not None for source in sources)
        self.message_user(
            request,
            ngettext("%(count)d run was started.", "%(count)d runs were started.", started) % {"count": started},
            messages.SUCCESS if started else messages.WARNING,
        )

    def get_urls(self) -> list[URLPattern]:
        running = self.admin_site.admin_view(require_POST(self.run_view))
        trying = self.admin_site.admin_view(require_POST(self.try_view))
        grouping = self.admin_site.admin_view(require_POST(self.make_group))
        return [
            path("<int:source_id>/run/", running, name="documents_source_run"),
            path("try/", trying, name="documents_source_try"),
            path("<int:source_id>/group/", grouping, name="documents_source_group"),
            *super().get_urls(),
        ]

    def run_view(self, request: HttpRequest, source_id: int) -> HttpResponse:
        """Redirects to the run that was started, or to the one already under way."""
        source = get_object_or_404(self.get_queryset(request), pk=source_id)
        if not self.has_change_permission(request, source):
            raise PermissionDenied
        self.run_now(request, Source.objects.filter(pk=source_id))
        newest = source.runs.latest("pk")
        return HttpResponseRedirect(reverse("admin:documents_sourcerun_change", args=[newest.pk]))

    def make_group(self, request: HttpRequest, source_id: int) -> HttpResponse:
        """A group that the last run named and that is missing here, for whoever may create groups."""
        source = get_object_or_404(self.get_queryset(request), pk=source_id)
        name, run = request.POST.get("group", ""), source.runs.first()
        if not request.user.has_perm("auth.change_user"):
            raise PermissionDenied
        if run is not None and name in (run.unknown_groups or []):
            Group.objects.get_or_create(name=name)
            made = _("The group “%(name)s” is there. Put people into it; it opens documents from the next run on.")
            self.message_user(request, made % {"name": name}, messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:documents_source_change", args=[source_id]))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        run = SourceRun.objects.filter(source=parse_row_id(object_id)).first()
        there = Group.objects.filter(name__in=(run.unknown_groups or []) if run else []).values_list("name", flat=True)
        unknown = sorted(set((run.unknown_groups or []) if run else []) - set(there))
        strangers = (run.unknown_people or []) if run else []
        people = sorted(set(strangers) - accounts_by_name(strangers).keys())
        context = (extra_context or {}) | {"run": run, "unknown_groups": unknown, "unknown_people": people}
        return super().change_view(request, object_id, form_url, context)


def requested_kind(request: HttpRequest, source: Source | None) -> str:
    """Returns the kind of the row; of one being added, what was sent or what the page's address says."""
    return source.kind if source else request.POST.get("kind") or request.GET.get("kind") or ""


def format_spending(what: Spending) -> str:
    facts = {"documents": what.documents, "tokens": what.tokens, "cost": floatformat(what.cost, 4)}
    return _("%(documents)d documents, %(tokens)d tokens, cost %(cost)s") % facts
