"""Conversations in the admin, readable as transcripts. Nobody edits them."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from apps.chat.models import Conversation, Turn
from apps.documents.admin import ReadOnly


@admin.register(Conversation)
class ConversationAdmin(ReadOnly, admin.ModelAdmin[Conversation]):
    list_display = ["__str__", "first_question", "channel", "language", "turn_count", "updated_at"]
    list_filter = ["channel", "language", "turns__state"]
    search_fields = ["turns__question", "turns__answer"]
    date_hierarchy = "created_at"
    change_form_template = "admin/chat/conversation/transcript.html"
    fields = ["channel", "language"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        return super().get_queryset(request).annotate(turn_count=Count("turns", distinct=True))

    @admin.display(description=_("turns"), ordering="turn_count")
    def turn_count(self, conversation: Conversation) -> int:
        return int(getattr(conversation, "turn_count", 0))

    @admin.display(description=_("first question"))
    def first_question(self, conversation: Conversation) -> str:
        first = conversation.turns.order_by("number").first()
        return str(first) if first else ""

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        turns = Turn.objects.filter(conversation_id=object_id).prefetch_related("citations__document")
        return super().change_view(request, object_id, form_url, (extra_context or {}) | {"turns": turns})


@admin.register(Turn)
class TurnAdmin(ReadOnly, admin.ModelAdmin[Turn]):
    """All turns across conversations, to find what was refused, interrupted or slow."""

    list_display = ["question", "state", "algorithm", "model", "input_tokens", "output_tokens", "created_at"]
    list_filter = ["state", "algorithm", "model"]
    search_fields = ["question", "answer"]
    date_hierarchy = "created_at"
