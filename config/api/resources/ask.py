"""POST /api/v1/ask: what the command `ask` says, at once or as a stream of server-sent events."""

from typing import Any, ClassVar

from django.http import StreamingHttpResponse
from django.utils.crypto import get_random_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.admission.opening_key import compute_opening_key
from apps.chat.answering.await_whole_answer import await_last_event, last_event
from apps.chat.models import Channel, Turn
from apps.chat.turn_state.load_turn_inputs import AlreadyAsked
from apps.chat.turn_state.turn_events import TurnDone, TurnFailed
from apps.chat.web.resumable_answers import build_answer_key, events_of_stored_turn
from apps.chat.web.websocket_messages import LONGEST_ID, LONGEST_TOKEN
from apps.database.async_access import wait_without_connection
from apps.event_stream import EVENT_STREAM
from config.api.openapi.lazy_extend_schema import lazy_extend_schema
from config.api.openapi.response_schemas import ANSWER
from config.api.protocol.api_view import ApiView, validated_body
from config.api.protocol.content_negotiation import wants_events
from config.api.protocol.errors import ApiError
from config.api.protocol.event_stream import answer_event_stream
from config.api.protocol.strict_fields import TextField
from config.api.resources.question_body import LanguageField, QuestionBody, check_readable
from config.api.tokens.scopes import Scope

STATUS_BY_CODE = {
    "unknown_conversation": 404,
    "personal_data": 400,
    "rate_limited": 429,
    "answer_running": 409,
}
"""Other failures are those of models, search and database, which may pass: 503."""


class AskBody(QuestionBody):
    conversation = TextField(
        required=False, allow_null=True, max_length=LONGEST_TOKEN, help_text="Go on with this conversation."
    )
    language = LanguageField(
        required=False, allow_null=True, help_text="Default: by Accept-Language, without it that of the question."
    )
    id = TextField(
        required=False,
        max_length=LONGEST_ID,
        help_text="Your own id of the question: sent again with the same id, it is answered once and paid once.",
    )


class AskView(ApiView):
    scopes: ClassVar = {"POST": Scope.ASK}

    @lazy_extend_schema(
        operation_id="ask",
        summary="Ask a question",
        description=(
            "The answer with the quotes that prove it. With `Accept: text/event-stream` the same as server-sent "
            "events: `status`, `delta`, `sources`, then `done` or `error`, shaped like the frames of the websocket."
        ),
        tags=["answers"],
        request=AskBody,
        responses={
            (200, "application/json"): ANSWER,
            (200, EVENT_STREAM): OpenApiTypes.STR,
        },
    )
    def post(self, request: Request) -> Response | StreamingHttpResponse:
        body = validated_body(request, AskBody)
        ask = question_from_request(request, body)
        if wants_events(request):
            return answer_event_stream(ask, build_answer_key(ask))
        event = wait_for_answer(ask, may_come_back=bool(body.get("id")))
        if isinstance(event, TurnFailed):
            raise ApiError(event.code, event.message, STATUS_BY_CODE.get(event.code, 503), event.retry_after)
        return Response(event.as_json())


def question_from_request(request: Request, body: dict[str, Any]) -> AskedQuestion:
    """The question as the chat takes it. Raises ApiError for what the caller may not read."""
    user = check_readable(request, body)
    message_id = body.get("id") or get_random_string(22)
    token = body.get("conversation")
    return AskedQuestion(
        text=body["question"],
        message_id=message_id,
        token=token,
        channel=Channel.API,
        language=body.get("language") or (get_language() if names_our_language(request) else None),
        user=user,
        # A token has limits of its own.
        address="" if request.auth else request.META.get("REMOTE_ADDR", ""),
        opening_key=None if token else opening_key(request, message_id, body["question"]),
        collections=body["collections"],
        algorithm=body["algorithm"],
        filters=body["filters"],
    )


def names_our_language(request: Request) -> bool:
    """Whether its header asks for a language that we speak; programs in JavaScript send "*", which asks for none."""
    asked = parse_accept_lang_header(request.headers.get("Accept-Language", "").lower())
    return any(is_supported_language(code) for code, _weight in asked)


def is_supported_language(code: str) -> bool:
    try:
        return bool(get_supported_language_variant(code))
    except LookupError:
        return False


def opening_key(request: Request, message_id: str, question: str) -> str:
    """Returns one key for one first question, sent again by its caller because the connection had broken."""
    caller = request.auth.pk if request.auth else request.META.get("REMOTE_ADDR", "")
    return compute_opening_key("config.api.opening", ["api", message_id, question, caller])


def wait_for_answer(ask: AskedQuestion, *, may_come_back: bool = False) -> TurnDone | TurnFailed:
    """How the answer ended; a question that was answered before is not answered again.

    A caller that named its message may give up and come back for the answer; of others it ends with their connection.
    """
    try:
        event = wait_without_connection(await_last_event if may_come_back else last_event, ask)
    except AlreadyAsked as known:
        return stored_outcome(known.turn)
    if not isinstance(event, TurnDone | TurnFailed):
        raise ApiError("internal", _("The answer failed. Please ask again."), 500)
    return event


def stored_outcome(turn: Turn) -> TurnDone | TurnFailed:
    turn = Turn.objects.select_related("conversation").get(pk=turn.pk)
    if turn.state not in Turn.END_STATES:
        return TurnFailed("answer_running", _("This question is being answered; ask again in a moment."), 2.0)
    last = events_of_stored_turn(turn)[-1]
    if isinstance(last, TurnDone | TurnFailed):
        return last
    return TurnFailed("internal", _("The answer failed. Please ask again."))
