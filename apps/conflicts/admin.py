"""Contradictions between documents in the admin: both sentences with their pages, and an editor's decision."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.admin_base import LoggedByNumber, short
from apps.conflicts.detection.pending_revisions import comparison_progress
from apps.conflicts.models import Conflict, ConflictState, StoredFact
from apps.documents.models import Collection

FOUND = ["kind", "difference", "first_fact", "second_fact", "collection", "found_at"]
"""What the program says of a contradiction."""


@admin.register(Conflict)
class ConflictAdmin(LoggedByNumber, admin.ModelAdmin[Conflict]):
    """Only those of collections that this person may read. The program adds and deletes rows, people decide."""

    list_display = ["difference", "kind", "first_fact", "second_fact", "collection", "state", "decided"]
    list_filter = ["state", "kind", ("collection", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["collection", "first__revision__document", "second__revision__document", "decided_by"]
    search_fields = ["first__text", "second__text"]
    readonly_fields = [*FOUND, "decided"]
    fields = [*FOUND, "state", "note", "decided"]
    actions = ["dismiss", "settle", "reopen"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Conflict | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conflict]:
        readable = Collection.objects.readable_by(request.user).values("pk")
        rows = super().get_queryset(request).filter(collection__in=readable, is_possible=False)
        # Of two documents with different readers somebody may read one alone: nobody is shown what they hold together.
        return rows.filter(pk__in=Conflict.objects.between_open())

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Says how many documents have been compared, and how many cannot be."""
        state = comparison_progress()
        said = ngettext(
            "%(compared)d of %(documents)d document compared",
            "%(compared)d of %(documents)d documents compared",
            state.documents,
        )
        subtitle = said % {"compared": state.compared, "documents": state.documents}
        if state.failed:
            failed = ngettext(
                "%(failed)d cannot be compared: see the log", "%(failed)d cannot be compared: see the log", state.failed
            )
            subtitle = f"{subtitle}, {failed % {'failed': state.failed}}"
        return super().changelist_view(request, {"subtitle": subtitle, **(extra_context or {})})

    def save_model(self, request: HttpRequest, obj: Conflict, form: Any, change: bool) -> None:
        obj.decide(obj.state, cast(User, request.user), obj.note)

    @admin.display(description=_("one document"))
    def first_fact(self, conflict: Conflict) -> SafeString:
        return render_fact(conflict.first)

    @admin.display(description=_("the other document"))
    def second_fact(self, conflict: Conflict) -> SafeString:
        return render_fact(conflict.second)

    @admin.display(description=_("decided"), ordering="decided_at")
    def decided(self, conflict: Conflict) -> str:
        if conflict.decided_at is None:
            return ""
        return f"{short(conflict.decided_at)} {conflict.decided_by or ''}".strip()

    @admin.action(description=_("No contradiction"), permissions=["change"])
    def dismiss(self, request: HttpRequest, conflicts: QuerySet[Conflict]) -> None:
        self.decide_all(request, conflicts, ConflictState.DISMISSED)

    @admin.action(description=_("Settled"), permissions=["change"])
    def settle(self, request: HttpRequest, conflicts: QuerySet[Conflict]) -> None:
        self.decide_all(request, conflicts, ConflictState.SETTLED)

    @admin.action(description=_("Open again"), permissions=["change"])
    def reopen(self, request: HttpRequest, conflicts: QuerySet[Conflict]) -> None:
        self.decide_all(request, conflicts, ConflictState.OPEN)

    def decide_all(self, request: HttpRequest, conflicts: QuerySet[Conflict], state: ConflictState) -> None:
        for conflict in conflicts:
            conflict.decide(state, cast(User, request.user), conflict.note)
            self.log_change(request, conflict, [{"changed": {"fields": ["state"]}}])


def render_fact(fact: StoredFact) -> SafeString:
    """The sentence, and the document with its page as a link and its date."""
    document = fact.document
    name = _("%(title)s, page %(page)s") % {"title": document, "page": fact.page}
    date = date_format(fact.dated, "SHORT_DATE_FORMAT")
    return format_html('„{}“<br><a href="{}">{}</a> ({})', fact.text, fact.url, name, date)
