"""Feedback in the admin: what people think of answers, with the way to a case that every later change has to pass."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LongListPaginator, ReadOnly, column, short
from apps.chat.admin.turns_staff_may_read import readable_turns
from apps.chat.ai_notices import FEEDBACK_REASONS
from apps.chat.models import Feedback
from apps.documents.admin.limit_rows_to_readable_collections import sees_all


@admin.register(Feedback)
class FeedbackAdmin(ReadOnly, admin.ModelAdmin[Feedback]):
    list_display = ["question", "rating", "why", "comment", "outcome", "transcript", "case", "given"]
    list_display_links = None
    list_filter = ["rating", "turn__state", "turn__conversation__channel", "created_at"]
    search_fields = ["comment", "turn__question", "turn__answer"]
    paginator = LongListPaginator
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Feedback]:
        feedback = super().get_queryset(request)
        if not sees_all(request):
            feedback = feedback.filter(turn__in=readable_turns(request))
        # What was found and how is long, and no column shows it.
        return feedback.select_related("turn__conversation").defer("turn__passages", "turn__steps", "turn__answer_html")

    @admin.display(description=_("question"))
    def question(self, feedback: Feedback) -> str:
        return str(feedback.turn)

    @admin.display(description=_("reasons"))
    def why(self, feedback: Feedback) -> str:
        return ", ".join(str(FEEDBACK_REASONS.get(reason, reason)) for reason in feedback.reasons)

    @admin.display(description=_("state"), ordering="turn__state")
    def outcome(self, feedback: Feedback) -> str:
        return feedback.turn.get_state_display()

    @admin.display(description=_("conversation"))
    def transcript(self, feedback: Feedback) -> SafeString:
        address = reverse("admin:chat_conversation_change", args=[feedback.turn.conversation_id])
        return format_html('<a href="{}#turn-{}">{}</a>', address, feedback.turn.number, _("Transcript"))

    @admin.display(description=_("case"))
    def case(self, feedback: Feedback) -> str | SafeString:
        try:
            # By its name only: who evaluates stands above the chat and may be missing.
            address = reverse("admin:evaluation_case_from_turn", args=[feedback.turn_id])
        except NoReverseMatch:
            return ""
        return format_html('<a href="{}">{}</a>', address, _("Make a case"))

    given = column("created_at", short, _("given"))
