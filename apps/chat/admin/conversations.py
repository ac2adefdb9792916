"""Conversations in the admin, readable as transcripts. Nobody edits them."""

from functools import partial

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.admin_base import LongListPaginator, ReadOnly, column, named_by, short
from apps.chat.admin.replay_turn_view import replay_view
from apps.chat.admin.turns_staff_may_read import filter_readable_conversations, readable_turns
from apps.chat.models import Channel, Conversation, Turn
from apps.documents.admin.limit_rows_to_readable_collections import sees_all
from apps.documents.models.languages import language_display_name
from apps.llm.offline.built_in_model_display_names import model_display_name
from apps.retrieval.search.explain_search import algorithm_label

LIST, FILTER = "chat_conversation_changelist", "channel__exact"


@admin.register(Conversation)
class ConversationAdmin(ReadOnly, admin.ModelAdmin[Conversation]):
    list_display = ["first_question", "channel", "named_language", "turn_count", "updated"]
    list_filter = [
        "channel",
        ("language", named_by(language_display_name)),
        "turns__state",
        "turns__feedback__rating",
        "created_at",
    ]
    search_fields = ["turns__question", "turns__answer"]
    paginator = LongListPaginator
    show_full_result_count = False
    change_form_template = "admin/chat/conversation/transcript.html"
    fields = ["channel", "language"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        first = readable_turns(request).filter(conversation=OuterRef("pk")).order_by("number").values("question")[:1]
        # For each row that is shown, not grouped over all there are.
        turns = Turn.objects.filter(conversation=OuterRef("pk")).order_by().values("conversation")
        turn_count = Coalesce(Subquery(turns.annotate(number=Count("pk")).values("number")), 0)
        conversations: QuerySet[Conversation] = filter_readable_conversations(request, super().get_queryset(request))
        rows = conversations.annotate(turn_count=turn_count, first=Subquery(first))
        # Test runs have transcripts of their own; one that is asked for by its address or by the filter is shown.
        is_list = request.resolver_match is not None and request.resolver_match.url_name == LIST
        return rows.exclude(channel=Channel.REVIEW) if is_list and FILTER not in request.GET else rows

    turn_count = column("turn_count", int, _("turns"))
    named_language = column("language", language_display_name, _("language"))

    @admin.display(description=_("first question"))
    def first_question(self, conversation: Conversation) -> str:
        return Truncator(getattr(conversation, "first", None) or "").chars(120) or str(conversation)

    updated = column("updated_at", short, _("last turn"))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        # Not by the id of the address, which need not be one.
        conversation = self.get_object(request, object_id)
        turns = readable_turns(request).filter(conversation=conversation)
        turns = turns.prefetch_related("citations__document", "feedback")
        return super().change_view(request, object_id, form_url, (extra_context or {}) | {"turns": turns})


@admin.register(Turn)
class TurnAdmin(ReadOnly, admin.ModelAdmin[Turn]):
    """All turns across conversations, to find what was refused, interrupted or slow."""

    list_display = ["question", "state", "rating", "named_algorithm", "named_model", "transcript", "asked"]
    # The transcript shows a turn better than a page of its own fields.
    list_display_links = None
    # A gap is named by a question of another turn, which may be closed to who reads this one.
    exclude = ["gap"]
    list_filter = [
        "state",
        "feedback__rating",
        ("algorithm", named_by(algorithm_label)),
        ("model", named_by(model_display_name)),
        "created_at",
    ]
    list_select_related = ["conversation"]
    search_fields = ["question", "answer"]
    ordering = ["-created_at"]
    paginator = LongListPaginator
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        turns = super().get_queryset(request)
        if not sees_all(request):
            turns = turns.filter(pk__in=readable_turns(request).values("pk"))
        return turns.prefetch_related("feedback")

    @admin.display(description=_("rating"))
    def rating(self, turn: Turn) -> str:
        return ", ".join(feedback.get_rating_display() for feedback in turn.feedback.all())

    named_algorithm = column("algorithm", algorithm_label, _("algorithm"))
    named_model = column("model", model_display_name, _("model"))

    @admin.display(description=_("conversation"))
    def transcript(self, turn: Turn) -> SafeString:
        return format_html('<a href="{}">{}</a>', transcript_url(turn), _("Transcript"))

    asked = column("created_at", short, _("asked"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(partial(replay_view, self))
        return [path("<uuid:turn_id>/replay/", view, name="chat_turn_replay"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """Leads to the turn in its transcript, which tells of steps and passages in words; its fields hold them as
        JSON."""
        turn = self.get_object(request, object_id)
        if turn is None:
            return super().change_view(request, object_id, form_url, extra_context)
        return HttpResponseRedirect(transcript_url(turn))


def transcript_url(turn: Turn) -> str:
    return f"{reverse('admin:chat_conversation_change', args=[turn.conversation_id])}#turn-{turn.number}"
