"""Knowledge gaps in the admin: what people asked in vain, how often, who sees to it, and whether it is answered."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_q.tasks import async_task

from apps.admin_base import column, short
from apps.chat.admin.gaps_staff_may_read import load_newest_turns, readable_gaps, search_gaps
from apps.chat.group_refusals_into_gaps import group_refusals
from apps.chat.models.knowledge_gaps import Gap
from apps.documents.admin.limit_rows_to_readable_collections import sees_all

WORDINGS_SHOWN = 50


@admin.register(Gap)
class GapAdmin(admin.ModelAdmin[Gap]):
    list_display = ["named", "count", "state", "owner", "last_asked", "asked_again"]
    list_editable = ["state", "owner"]
    list_filter = ["state", "owner"]
    list_select_related = ["owner", "answer"]
    search_fields = ["question", "turns__question"]
    fields = ["named", "state", "owner", "note", "count", "wordings", "asked_again", "result"]
    readonly_fields = ["named", "count", "wordings", "asked_again", "result"]
    actions = ["ask_again"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        # What was refused a second ago is in the list, too.
        group_refusals()
        return super().changelist_view(request, extra_context)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **values: Any) -> Any:
        """Takes from the field of a person the four icons (make, change, delete, show) in each row of the list."""
        formfield = super().formfield_for_dbfield(db_field, request, **values)
        if db_field.name == "owner" and formfield is not None:
            formfield.widget = getattr(formfield.widget, "widget", formfield.widget)
        return formfield

    def get_queryset(self, request: HttpRequest) -> QuerySet[Gap]:
        return readable_gaps(request, super().get_queryset(request))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Gap], search_term: str) -> Any:
        if sees_all(request):
            return super().get_search_results(request, queryset, search_term)
        return search_gaps(request, queryset, search_term), False

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Gap | None:
        gap = super().get_object(request, object_id, from_field)
        if gap is not None:
            load_newest_turns(request, gap, WORDINGS_SHOWN)
        return gap

    @admin.display(description=_("question"), ordering="question")
    def named(self, gap: Gap) -> str:
        return gap.wording or gap.question

    last_asked = column("last_asked_at", short, _("last asked"))

    @admin.display(description=_("asked again"), ordering="checked_at")
    def asked_again(self, gap: Gap) -> str | SafeString:
        if gap.checked_at is None:
            return str(_("not yet"))
        if gap.answer is None or not gap.has_readable_answer:
            return short(gap.checked_at)
        address = reverse("admin:chat_conversation_change", args=[gap.answer.conversation_id])
        said = f"{short(gap.checked_at)}: {gap.answer.get_state_display()}"
        return format_html('<a href="{}">{}</a>', address, said)

    @admin.display(description=_("answer when it was asked again"))
    def result(self, gap: Gap) -> str:
        return gap.answer.answer if gap.answer and gap.has_readable_answer else ""

    @admin.display(description=_("in these words"))
    def wordings(self, gap: Gap) -> SafeString:
        asked = [(turn.question,) for turn in gap.turns.all()]
        return format_html("<ul>{}</ul>", format_html_join("", "<li>{}</li>", asked))

    @admin.action(description=_("Ask again now"), permissions=["change"])
    def ask_again(self, request: HttpRequest, gaps: QuerySet[Gap]) -> None:
        for pk in gaps.values_list("pk", flat=True):
            async_task("apps.chat.tasks.ask_gap_again", pk)
        number = len(gaps)
        said = ngettext(
            "%(number)d question is asked again; the result will stand in this list.",
            "%(number)d questions are asked again; the results will stand in this list.",
            number,
        )
        self.message_user(request, said % {"number": number}, messages.SUCCESS)
