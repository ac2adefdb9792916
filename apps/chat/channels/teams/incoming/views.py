"""`POST /teams/messages`: checks the token, stores the question, answers at once; the work is a task of its own."""

import logging
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.delivery import answer_platform_question, start_background_task
from apps.chat.channels.intake.store_interaction import has_answered_in_thread, store_interaction
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.conversation_reference import is_allowed_service_url
from apps.chat.channels.teams.incoming import handle_invoke, verify_token, welcome_message
from apps.chat.channels.teams.parse_activity import is_well_formed, parse_activity
from apps.chat.channels.webhook.plain_text_responses import BadRequestError, text_response
from apps.chat.channels.webhook.request_body import decode_utf8, parse_json_object, read_body
from apps.chat.models.platform_rooms_and_people import Platform
from apps.database.async_access import run_in_database

logger = logging.getLogger(__name__)


@csrf_exempt
async def teams_messages(request: HttpRequest) -> HttpResponse:
    """Activities of every kind. 4xx with a sentence for what is not Teams'; 503 when nothing was stored."""
    try:
        activity = await verified_activity(request)
    except BadRequestError as error:
        return text_response(error.status, str(error))
    try:
        return await handle_activity(activity)
    except DatabaseError as error:
        logger.warning("A question from Teams was not stored: %s. Teams brings it again.", type(error).__name__)
        return text_response(503, "")


async def verified_activity(request: HttpRequest) -> dict[str, object]:
    """The activity of somebody who has shown to be Teams. Raises BadRequestError."""
    if request.method != "POST":
        raise BadRequestError(405, "Only POST is understood.")
    if not (settings.TEAMS_APP_ID and settings.TEAMS_APP_SECRET):
        raise BadRequestError(404, _("Teams is not connected here: TEAMS_APP_ID and TEAMS_APP_SECRET."))
    if not connector.is_installed():
        raise BadRequestError(503, connector.NOT_INSTALLED_MESSAGE)
    try:
        verify_token.bearer_token(request.headers)
    except verify_token.BadTokenError as error:
        raise rejected_token_error(error) from None
    content_type = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
    if content_type != "application/json":
        raise BadRequestError(415, "The body must be JSON.")
    activity = parse_json_object(decode_utf8(read_body(request)))
    try:
        await verify_token.verify_request(request.headers, activity)
    except verify_token.BadTokenError as error:
        raise rejected_token_error(error) from None
    if not is_allowed_service_url(str(activity.get("serviceUrl", ""))):
        raise rejected_token_error(verify_token.BadTokenError("service host"))
    if not is_well_formed(activity):
        raise BadRequestError(400, "The activity has not the shape of Teams'.")
    return activity


def rejected_token_error(error: Exception) -> BadRequestError:
    logger.warning("A request to /teams/messages was refused: %s.", error)
    return BadRequestError(403, "The token does not hold.")


async def handle_activity(activity: dict[str, Any]) -> HttpResponse:
    """Raises DatabaseError."""
    language = str(activity.get("locale") or "").split("-")[0]
    known = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    async with turn_context():
        if activity["type"] == "invoke":
            with translation.override(known):
                body = await run_in_database(handle_invoke.invoke_response, activity)
            return JsonResponse(body, status=200) if body is not None else HttpResponse(status=200)
        if welcome_message.is_bot_added(activity):
            start_background_task.start_task(welcome_message.send_welcome(activity, known))
        if activity["type"] == "message":
            decided = await run_in_database(handle_invoke.record_decision, activity)
            interaction_id = decided[0] if decided else await run_in_database(store_message, activity)
            if interaction_id is not None:
                answer_platform_question.start_answering(interaction_id)
    return HttpResponse(status=200)


def store_message(activity: dict[str, Any]) -> Any:
    incoming = parse_activity(activity, partial(has_answered_in_thread, Platform.TEAMS))
    interaction = store_interaction(incoming) if incoming else None
    return interaction.pk if interaction else None
