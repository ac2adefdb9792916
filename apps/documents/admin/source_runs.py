"""Runs of sources in the admin: progress, alarms, and what they no longer found, to be withdrawn by a person."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.admin_base import ReadOnly, column, named_by, short
from apps.documents.admin.limit_rows_to_readable_collections import LimitedToReadableCollections
from apps.documents.models import SourceRun, SourceRunState
from apps.documents.status_messages import short_reason
from apps.documents.sync.withdraw_disappeared_documents import confirm_withdrawal, listed_by_others, unseen_listings

REFRESH_SECONDS = 3
SHOWN = 100


@admin.register(SourceRun)
class SourceRunAdmin(ReadOnly, LimitedToReadableCollections, admin.ModelAdmin[SourceRun]):
    """What runs do; their list and the page of each reload by themselves while a run is under way."""

    collection_path = "source__collection"

    list_display = [
        "source", "state", "progress", "found", "new", "changed", "unchanged", "withdrawn", "not_fetched", "why",
        "began",
    ]  # fmt: skip
    list_filter = ["state", ("reason_code", named_by(short_reason)), ("source", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["source"]
    actions = ["confirm_withdrawal"]
    fields = [
        "source", "state", "progress", "why", "found", "new", "changed", "unchanged", "withdrawn", "vanished",
        "missing", "to_fetch", "fetched", "not_fetched", "problems", "created_at", "started_at", "finished_at",
    ]  # fmt: skip
    readonly_fields = ["progress", "why", "missing", "problems"]

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("documents.change_source")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        response = super().changelist_view(request, extra_context)
        if request.method == "GET" and SourceRun.objects.filter(state__in=SourceRun.OPEN).exists():
            response.headers["Refresh"] = str(REFRESH_SECONDS)
        return response

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        response = super().change_view(request, object_id, form_url, extra_context)
        run = self.get_object(request, object_id)
        if request.method == "GET" and run is not None and run.state in SourceRun.OPEN:
            response.headers["Refresh"] = str(REFRESH_SECONDS)
        return response

    @admin.display(description=_("files"))
    def progress(self, run: SourceRun) -> SafeString | str:
        if not run.to_fetch:
            return ""
        done = min(run.fetched + run.not_fetched, run.to_fetch)
        label = f"{done} / {run.to_fetch}"
        return format_html('<progress max="{}" value="{}">{}</progress> {}', run.to_fetch, done, label, label)

    @admin.display(description=_("alarm"), ordering="reason_code")
    def why(self, run: SourceRun) -> str:
        return run.alarm

    began = column("started_at", short, _("started"))

    @admin.display(description=_("no longer listed"))
    def missing(self, run: SourceRun) -> SafeString | str:
        """What confirming would withdraw; documents with readers of their own are not named."""
        if run.state != SourceRunState.NEEDS_DECISION:
            return ""
        gone = unseen_listings(run).exclude(listed_by_others(run))
        open_to_all = gone.filter(document__reader_groups__isnull=True)
        names = open_to_all.values_list("document__external_id", "document__title").order_by("document__external_id")
        return format_html_join("", "<div>{} {}</div>", names[:SHOWN])

    @admin.display(description=_("records that could not be used"))
    def problems(self, run: SourceRun) -> SafeString:
        return format_html_join("", "<div>{}: {}</div>", ((where, problem) for where, problem in run.skipped))

    @admin.action(description=_("Withdraw what the selected runs no longer found"), permissions=["decide"])
    def confirm_withdrawal(self, request: HttpRequest, runs: QuerySet[SourceRun]) -> None:
        count = sum(confirm_withdrawal(run) for run in runs)
        self.message_user(
            request,
            ngettext("%(count)d document was withdrawn.", "%(count)d documents were withdrawn.", count)
            % {"count": count},
            messages.SUCCESS if count else messages.WARNING,
        )
