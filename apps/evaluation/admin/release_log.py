"""The release log in the admin: what went live, was held back or taken back; with the button that rolls back."""

from collections.abc import Mapping
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import URLPattern, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly, column, short
from apps.evaluation.admin.admin_page_helpers import add_message, row_path
from apps.evaluation.gate import gate_actions
from apps.evaluation.models import Draft, Release
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, target_label
from apps.evaluation.planning.run_configuration import DraftTargetMissing
from apps.llm.publication_hooks import PublicationHeld


@admin.register(Release)
class ReleaseAdmin(ReadOnly, admin.ModelAdmin[Release]):
    list_display = ["when", "action", "kind", "what", "by", "run", "reason", "step_back"]
    list_display_links = ["when"]
    list_filter = ["action", "kind"]
    search_fields = ["target", "by", "reason"]
    date_hierarchy = "created_at"
    fields = ["created_at", "action", "kind", "what", "was", "became", "reason", "run", "by"]
    readonly_fields = ["what", "was", "became", "run"]
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Release]:
        last = gate_actions.releases_to_roll_back().filter(pk=OuterRef("pk"))
        return super().get_queryset(request).annotate(is_last=Exists(last))

    when = column("created_at", short, _("time"))

    @admin.display(description=_("what changed"), ordering="target")
    def what(self, line: Release) -> str:
        return target_label(line.kind, line.target)

    @admin.display(description=_("before"))
    def was(self, line: Release) -> str:
        return content_label(line.kind, line.before)

    @admin.display(description=_("after"))
    def became(self, line: Release) -> str:
        return content_label(line.kind, line.after)

    @admin.display(description=_("run"))
    def run(self, line: Release) -> str | SafeString:
        if not line.run_number:
            return ""
        address = reverse("admin:evaluation_run_change", args=[line.run_number])
        return format_html('<a href="{}">{}</a>', address, line.run_number)

    @admin.display(description=_("Roll back"))
    def step_back(self, line: Release) -> str | SafeString:
        if not getattr(line, "is_last", False):
            return ""
        address = reverse("admin:evaluation_release_roll_back", args=[line.pk])
        # The list is a form with its token already, and forms do not nest: the button sends it elsewhere.
        return format_html(
            '<button type="submit" class="button" formmethod="post" formaction="{}" formnovalidate aria-label="{}">'
            "{}</button>",
            address,
            _("Roll back: %(target)s") % {"target": self.what(line)},
            _("Roll back"),
        )

    def get_urls(self) -> list[URLPattern]:
        return [row_path(self, "roll-back/", "roll_back", self.roll_back_view, posts=True), *super().get_urls()]

    def roll_back_view(self, request: HttpRequest, line: Release) -> HttpResponseBase:
        try:
            gate_actions.roll_back(line, cast(User, request.user))
        except (PublicationHeld, DraftTargetMissing) as error:
            add_message(request, error, messages.ERROR)
        else:
            add_message(request, _("What was in force before is in force again."))
        return HttpResponseRedirect(reverse("admin:evaluation_release_changelist"))


def content_label(kind: str, content: Mapping[str, Any]) -> str:
    """What was or came in force, as people call it; of other lines their values. Models ask the database."""
    if content and kind in ChangeKind.values:
        return Draft(kind=kind, content=content).label
    return ", ".join(str(value) for value in content.values() if value is not None)
