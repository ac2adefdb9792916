"""POST /v1/chat/completions: a question to the documents, in the form of a chat with a model."""

from dataclasses import replace

from django.http import StreamingHttpResponse
from django.utils.crypto import get_random_string
from rest_framework.request import Request
from rest_framework.response import Response

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.turn_state.turn_events import TurnFailed
from apps.event_stream import streamed_events
from apps.retrieval.query.filters import NO_FILTERS
from config.api.protocol.api_view import calling_user
from config.api.protocol.errors import ApiError
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.permissions import require_scope
from config.api.resources.ask import STATUS_BY_CODE, question_from_request, wait_for_answer
from config.api.tokens.scopes import Scope
from config.openai_api.add_card_and_notices_to_answer import answer_language
from config.openai_api.base_view import OpenAIView
from config.openai_api.chat_request_body import ChatBody, parse_chat_body
from config.openai_api.completion_format import format_completion
from config.openai_api.completion_stream import completion_stream
from config.openai_api.find_conversation_by_history import find_conversation_token
from config.openai_api.list_models import resolve_model_name


class ChatCompletionsView(OpenAIView):
    def post(self, request: Request) -> Response | StreamingHttpResponse:
        """Asks models, reads and writes the database. Raises ApiError."""
        require_scope(request, Scope.ASK)
        body = parse_chat_body(request.data)
        ask, address = question_from_chat(request, body), request.build_absolute_uri("/").rstrip("/")
        if body.streams:
            return stream_completion(ask, body, address)
        event = wait_for_answer(ask)
        if isinstance(event, TurnFailed):
            raise ApiError(event.code, event.message, STATUS_BY_CODE.get(event.code, 503), event.retry_after)
        return Response(format_completion(event.as_json(), body.model, address, answer_language(ask)))


def question_from_chat(request: Request, body: ChatBody) -> AskedQuestion:
    """Raises ApiError."""
    choice = resolve_model_name(request, body.model)
    question: JsonObject = {
        "question": body.question,
        "id": get_random_string(22),
        "conversation": find_conversation_token(body.before, calling_user(request)),
        "collections": [choice.collection] if choice.collection else None,
        "algorithm": None,
        "filters": NO_FILTERS,
    }
    return replace(question_from_request(request, question), profile=choice.profile)


def stream_completion(ask: AskedQuestion, body: ChatBody, address: str) -> StreamingHttpResponse:
    return streamed_events(completion_stream(ask, body.model, address, wants_usage=body.wants_usage))
