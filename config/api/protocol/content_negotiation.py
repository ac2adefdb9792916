"""Answers are JSON, whatever a client says it accepts; who accepts server-sent events gets them where possible."""

from collections.abc import Sequence

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from apps.event_stream import EVENT_STREAM


class AlwaysJson(BaseContentNegotiation):
    """Most programs send `Accept: */*` or nothing; a refusal (406) helps nobody."""

    def select_parser(self, request: Request, parsers: Sequence[BaseParser]) -> BaseParser | None:
        kind = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], str(renderers[0].media_type)


def wants_events(request: Request) -> bool:
    """Whether the client has asked for server-sent events."""
    accepted = request.META.get("HTTP_ACCEPT", "").lower()
    return any(part.split(";")[0].strip() == EVENT_STREAM for part in accepted.split(","))
