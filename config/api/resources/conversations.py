"""GET and DELETE /api/v1/conversations/<id>: export or delete one's own conversation."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from apps.chat.models import Conversation
from apps.chat.privacy import delete_conversations, export_conversation
from apps.chat.turn_state.conversation_ownership import UnknownConversation, check_conversation_owner
from config.api.openapi.lazy_extend_schema import lazy_extend_schema
from config.api.openapi.response_schemas import CONVERSATION
from config.api.protocol.api_view import ApiView, calling_user
from config.api.tokens.scopes import Scope


class ConversationView(ApiView):
    """The id is the conversation's secret token: knowing it shows that the caller began the conversation."""

    scopes: ClassVar = {"GET": Scope.CONVERSATIONS, "DELETE": Scope.CONVERSATIONS}

    @lazy_extend_schema(
        operation_id="export_conversation",
        summary="Export a conversation",
        description="Everything that is stored of it. One that was begun by somebody signed in is only theirs.",
        tags=["conversations"],
        responses={200: CONVERSATION},
    )
    def get(self, request: Request, token: str) -> Response:
        return Response(export_conversation.conversation_json(get_own_conversation(request, token)))

    @lazy_extend_schema(
        operation_id="delete_conversation",
        summary="Delete a conversation",
        description="With its answers, citations, feedback and share links; at once and for good.",
        tags=["conversations"],
        responses={204: OpenApiResponse(description="It is gone.")},
    )
    def delete(self, request: Request, token: str) -> Response:
        conversation = get_own_conversation(request, token)
        delete_conversations.delete_conversations(Conversation.objects.filter(pk=conversation.pk))
        return Response(status=204)


def get_own_conversation(request: Request, token: str) -> Conversation:
    """Raises NotFound, for somebody else's conversation as for a missing one."""
    try:
        return check_conversation_owner(Conversation.objects.filter(token=token).first(), calling_user(request))
    except UnknownConversation:
        raise NotFound from None
