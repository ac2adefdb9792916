"""`POST /slack/events`: checks a request before Slack's library sees it, then hands it over."""

from collections.abc import Sequence

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from apps.chat.channels.slack.incoming.handle_app_uninstall import receive_workspace_event
from apps.chat.channels.slack.incoming.validate_payload import needs_only_acknowledgement, parse_payload
from apps.chat.channels.slack.incoming.verify_signature import check_signature
from apps.chat.channels.webhook.plain_text_responses import BadRequestError, text_response
from apps.chat.channels.webhook.request_body import read_body


@csrf_exempt
async def slack_events(request: HttpRequest) -> HttpResponse:
    """Events, commands and interactions. 4xx with a sentence for what is not Slack's; 503 when nothing was stored."""
    try:
        require_post_and_secret(request)
        body = read_body(request)
        check_signature(request.headers, body, settings.SLACK_SIGNING_SECRET)
        payload = parse_payload(request.headers.get("Content-Type", ""), body)
    except BadRequestError as error:
        return text_response(error.status, str(error))
    if payload.get("type") == "url_verification":
        # Slack asks before the app is installed, so before there is a token.
        return text_response(200, str(payload["challenge"]))
    if needs_only_acknowledgement(payload):
        return await acknowledge_event(payload)
    if not settings.SLACK_BOT_TOKEN:
        return text_response(503, not_connected_message())
    return await dispatch_to_bolt(request, payload)


async def acknowledge_event(payload: dict[str, object]) -> HttpResponse:
    """200, also when the token is gone: this is how Slack says so. 503 when it could not be stored."""
    try:
        await receive_workspace_event(payload)
    except DatabaseError:
        return text_response(503, "Nothing was stored.")
    return text_response(200, "")


def require_post_and_secret(request: HttpRequest) -> None:
    if request.method != "POST":
        raise BadRequestError(405, "Only POST is understood.")
    if not settings.SLACK_SIGNING_SECRET:
        raise BadRequestError(404, not_connected_message())


def not_connected_message() -> str:
    return _("Slack is not connected here: SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET.")


async def dispatch_to_bolt(request: HttpRequest, payload: dict[str, object]) -> HttpResponse:
    """Hands on what was checked, and not the bytes: read a second time they may say something else."""
    from apps.chat.channels.slack.incoming.bolt_app import bolt_app

    app = bolt_app()
    from slack_bolt.request.async_request import AsyncBoltRequest

    headers: dict[str, str | Sequence[str]] = {name: [value] for name, value in request.headers.items()}
    # In the other mode, "http", the library takes bytes only, and differs in nothing else that is in use here.
    checked = AsyncBoltRequest(body=payload, headers=headers, mode="socket_mode")
    answered = await app.async_dispatch(checked)
    response = HttpResponse(answered.body or "", status=answered.status)
    for name, values in answered.headers.items():
        if name.lower() in ("content-type", "retry-after"):
            response[name] = values[0]
    return response
