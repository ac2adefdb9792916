"""POST /api/v1/simplify, GET /api/v1/simplify/models: plain-language rewrites, whole or streamed by sentence."""

from typing import Any, ClassVar, cast

from django.contrib.auth.models import User
from django.http import StreamingHttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.chat.models.visitor_fingerprints import is_rate_limited_address, visitor_fingerprint
from apps.database.async_access import wait_without_connection
from apps.event_stream import EVENT_STREAM, named_event, streamed_events
from apps.llm.admin.endpoint_health import fetch_models_by_endpoint
from apps.llm.call_ledger import Ledger
from apps.simplify.errors import RewriteInterrupted, SimplifyError, TooManyLongTexts
from apps.simplify.retention import store_rewrite
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup, load_setup
from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome
from apps.simplify.rewriting.rewrite_request import LONGEST_INSTRUCTION, LONGEST_TEXT, RewriteRequest
from apps.simplify.rewriting.rewrite_text import (
    RewriteDone,
    RewriteEvent,
    RewriteProgress,
    SentencesChecked,
    rewrite,
    rewrite_to_end,
)
from apps.simplify.rewriting.run_rewrite_child import prepare_here_or_in_child
from apps.simplify.web.model_and_text_type_choices import load_available_choices
from apps.simplify.web.rewrite_stream import stream_rewrite_events
from apps.simplify.withhold_models import withhold_models_if_limited
from config.api.openapi.lazy_extend_schema import lazy_extend_schema
from config.api.openapi.response_schemas import BOOLEAN, INTEGER, NUMBER, TEXT, array_schema, nullable, object_schema
from config.api.protocol.api_view import ApiView, calling_user, validated_body
from config.api.protocol.content_negotiation import wants_events
from config.api.protocol.errors import ApiError
from config.api.protocol.strict_fields import StrictSerializer, TextField
from config.api.tokens.scopes import Scope

READABILITY = object_schema(
    flesch_amstad=NUMBER,
    wiener_1=NUMBER,
    wiener_2=NUMBER,
    wiener_3=NUMBER,
    wiener_4=NUMBER,
    lix=NUMBER,
    long_sentences=NUMBER,
    passive_sentences=NUMBER,
    nominal_style=NUMBER,
    sentences=INTEGER,
    words=INTEGER,
)
STATUS_BY_CODE = {TooManyLongTexts.code: 503, RewriteInterrupted.code: 503}
LEVEL = {"type": "string", "enum": ["unchanged", "derived", "checked", "please_read", "kept"]}
REWRITE = object_schema(
    text=TEXT,
    label=TEXT,
    model=TEXT,
    tried_models=array_schema(TEXT),
    parts=INTEGER,
    violations=array_schema(object_schema(kind=TEXT, before=nullable(TEXT), after=nullable(TEXT), action=TEXT)),
    sentences=array_schema(
        object_schema(
            before=TEXT,
            after=TEXT,
            kept_original=BOOLEAN,
            original=TEXT,
            text=TEXT,
            level=LEVEL,
            differences=array_schema(TEXT),
        )
    ),
    readability=object_schema(before=nullable(READABILITY), after=nullable(READABILITY)),
    text_type=TEXT,
    prompt_version=TEXT,
    stood_in=BOOLEAN,
    stand_in=nullable(object_schema(model=TEXT, instead_of=TEXT, reason=TEXT)),
    seconds=NUMBER,
    tokens=object_schema(input=INTEGER, output=INTEGER),
)
MODEL = object_schema(name=TEXT, label=TEXT, position=INTEGER, max_input_chars=INTEGER, offline=BOOLEAN)
# Without check=true nobody has asked whether a model is healthy.
MODELS = object_schema(
    models=array_schema({**MODEL, "properties": {**MODEL["properties"], "healthy": BOOLEAN}}),
    text_types=array_schema(object_schema(slug=TEXT, label=TEXT, default=BOOLEAN)),
)


class SimplifyBody(StrictSerializer):
    text = TextField(max_length=LONGEST_TEXT, trim_whitespace=False, help_text="German or English; plain text.")
    text_type = TextField(
        required=False, allow_null=True, max_length=40, help_text="letter, email, web, notice; see /simplify/models."
    )
    model = TextField(required=False, allow_null=True, max_length=200, help_text="Ask this model first.")
    organisation = TextField(
        required=False, allow_blank=True, max_length=100, help_text="Use its protected words beside the general ones."
    )
    draft = TextField(
        required=False, allow_blank=True, max_length=LONGEST_TEXT, help_text="An earlier suggestion to be revised."
    )
    instruction = TextField(
        required=False, allow_blank=True, max_length=LONGEST_INSTRUCTION, help_text="What to change, such as: kürzer."
    )


class SimplifyView(ApiView):
    scopes: ClassVar = {"POST": Scope.SIMPLIFY}

    @lazy_extend_schema(
        operation_id="simplify",
        summary="Rewrite a text in plain language",
        description=(
            "Every sentence is checked before it is sent; one that lost or changed something is repaired or "
            "stays as it was. With `Accept: text/event-stream`: `sentence` for each as soon as it is checked, "
            "`progress`, then `done` with the whole result. Models that fail end no stream: the next one or the "
            "built-in rules go on. Should something else break, the last event is `error` with a sentence."
        ),
        tags=["plain language"],
        request=SimplifyBody,
        responses={(200, "application/json"): REWRITE, (200, EVENT_STREAM): OpenApiTypes.STR},
    )
    def post(self, request: Request) -> Response | StreamingHttpResponse:
        body = validated_body(request, SimplifyBody)
        if wants_events(request):
            return stream_rewrite(request, body)
        return Response(rewrite_text(request, body).as_json())


def rewrite_text(request: Request, body: dict[str, Any]) -> RewriteOutcome:
    """The text of a `SimplifyBody` in plain language. Asks models, writes the ledger and the kept rewrite.

    Raises ApiError."""
    ledger = Ledger()
    try:
        asked, setup = prepare_rewrite(request, body, ledger)
        outcome: RewriteOutcome = wait_without_connection(rewrite_to_end, asked, setup=setup, ledger=ledger)
    except SimplifyError as error:
        raise simplify_api_error(error) from None
    finally:
        # Also of one that broke off, as in a stream: what models were asked for counts towards the day's budget.
        ledger.save("simplify")
    store_rewrite(outcome, cast("User | None", calling_user(request)))
    return outcome


def prepare_rewrite(request: Request, body: dict[str, Any], ledger: Ledger) -> tuple[RewriteRequest, RewriteSetup]:
    """Raises SimplifyError."""
    asked = RewriteRequest(**{name: value for name, value in body.items() if value is not None})
    asked = wait_without_connection(prepare_here_or_in_child, asked)
    return asked, withhold_models_if_limited(load_setup(asked, ledger), public_caller_fingerprint(request))


def simplify_api_error(error: SimplifyError) -> ApiError:
    return ApiError(error.code, str(error), STATUS_BY_CODE.get(error.code, 400))


class HealthParameters(serializers.Serializer[Any]):
    check = serializers.BooleanField(required=False, help_text="Also ask each endpoint whether it answers.")


class ModelsView(ApiView):
    scopes: ClassVar = {"GET": Scope.SIMPLIFY}

    @lazy_extend_schema(
        operation_id="simplify_models",
        summary="Models and text types for plain language",
        description="In the order in which models are tried. With `check=true` each endpoint is asked for its health.",
        tags=["plain language"],
        parameters=[HealthParameters],
        responses={200: MODELS},
    )
    def get(self, request: Request) -> Response:
        listed = load_available_choices()
        if request.query_params.get("check", "").lower() in ("1", "true"):
            health = wait_without_connection(fetch_models_by_endpoint, listed.endpoints)
            return Response(listed.as_json(health))
        return Response(listed.as_json())


def public_caller_fingerprint(request: Request) -> str:
    """The fingerprint of a caller without a token, empty for those who are not limited one by one."""
    address = "" if request.auth else request.META.get("REMOTE_ADDR") or ""
    return visitor_fingerprint(address) if address and is_rate_limited_address(address) else ""


def stream_rewrite(request: Request, body: dict[str, Any]) -> StreamingHttpResponse:
    """Raises ApiError for what is known before the stream begins."""
    ledger = Ledger()
    try:
        asked, setup = prepare_rewrite(request, body, ledger)
    except SimplifyError as error:
        raise simplify_api_error(error) from None
    events = rewrite(asked, setup=setup, ledger=ledger)
    user = cast("User | None", calling_user(request))
    return streamed_events(
        stream_rewrite_events(events, encode_event, ledger=ledger, user=user, language=get_language())
    )


def encode_event(event: RewriteEvent) -> bytes:
    match event:
        case SentencesChecked(sentence):
            violations = [finding.as_json() for finding in sentence.findings]
            return named_event(
                "sentence", {**sentence.as_json(), "separator": sentence.separator, "violations": violations}
            )
        case RewriteProgress(done, parts):
            return named_event("progress", {"done": done, "parts": parts})
        case RewriteDone(outcome):
            return named_event("done", outcome.as_json())
