"""Asks the supervisors of a room about an answer, and once more those whom the platform could not reach just then.

One of them decides, so the question waits as soon as one was reached; the others must be able to decide, too.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta

from django.db.models.functions import Now

from apps.chat.channels.delivery.build_shown_answer import build_shown_answer
from apps.chat.channels.delivery.channel_registry import sender_for
from apps.chat.channels.delivery.supervisor_approval import review_key
from apps.chat.channels.intake.interaction_to_question import load_stored_answer, load_supervisors
from apps.chat.channels.interface.channel_answer import Answer, sentence_answer
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, Sender, UnavailableError
from apps.chat.models.platform_rooms_and_people import (
    Delivery,
    DeliveryPurpose,
    DeliveryState,
    Interaction,
    InteractionKind,
    InteractionState,
)
from apps.database.async_access import run_in_database

logger = logging.getLogger(__name__)

Supervisor = dict[str, object]

ASKED_AGAIN = timedelta(minutes=1)
"""After so long somebody who could not be reached is asked again, once."""
MOST_AT_ONCE = 50


async def ask_all(sender: Sender, interaction: Interaction, shown: Answer, review_id: int) -> list[str]:
    """The ids of those whom the platform could not reach now. Raises where it is down for all.

    `review_id` is that of the row of this request.
    """
    supervisors = await run_in_database(load_supervisors, interaction.room)
    failed = await ask_each(sender, interaction, shown, review_id, supervisors)
    # A request that may have arrived counts as one that did not: a second one decides the same, none decides nothing.
    down = {supervisor: error for supervisor, error in failed.items() if not isinstance(error, RefusedError)}
    if down and len(failed) == len(supervisors):
        raise next(iter(down.values()))
    return list(down)


async def ask_each(
    sender: Sender, interaction: Interaction, shown: Answer, review_id: int, supervisors: Sequence[Supervisor]
) -> dict[str, Exception]:
    """What went wrong, by the id of the supervisor."""
    failed: dict[str, Exception] = {}
    for supervisor in supervisors:
        try:
            await sender.ask_for_approval(supervisor, shown, interaction.text, review_key(interaction.pk, review_id))
        except (RefusedError, UnavailableError, AmbiguousError) as error:
            logger.warning("A supervisor of %s cannot be reached: %s", interaction.room, error)
            failed[str(supervisor["external_id"])] = error
    return failed


async def ask_unreached() -> None:
    """Asks those who could not be reached the first time. Calls the platforms. Two at once share the work."""
    for review in await run_in_database(requests_to_repeat):
        if await run_in_database(claim_review_request, review):
            await repeat_review_request(review)


def requests_to_repeat() -> list[Delivery]:
    """Requests that still wait for a decision and that somebody did not get. One query."""
    waiting = Delivery.objects.filter(interaction__state=InteractionState.APPROVAL, purpose=DeliveryPurpose.REVIEW)
    due = waiting.filter(state=DeliveryState.SENT, sent_at__lt=Now() - ASKED_AGAIN).exclude(unreached=[])
    related = due.select_related("interaction__room", "interaction__asker", "interaction__conversation")
    return list(related.order_by("pk")[:MOST_AT_ONCE])


def claim_review_request(review: Delivery) -> bool:
    """One UPDATE decides who asks, before anybody is asked: nobody is asked a third time, whatever happens."""
    return bool(Delivery.objects.filter(pk=review.pk).exclude(unreached=[]).update(unreached=[]))


async def repeat_review_request(review: Delivery) -> None:
    interaction = review.interaction
    shown = await answer_for_approval(interaction)
    if shown is None:
        return
    supervisors = await run_in_database(load_supervisors, interaction.room)
    missed = [supervisor for supervisor in supervisors if supervisor["external_id"] in review.unreached]
    try:
        sender = await sender_for(interaction)
    except (RefusedError, UnavailableError, AmbiguousError) as error:
        logger.warning("%s takes no request for approval: %s", interaction.get_platform_display(), error)
        return
    await ask_each(sender, interaction, shown, review.pk, missed)


async def answer_for_approval(interaction: Interaction) -> Answer | None:
    """What the first request showed; None where it is not there any more, as after a withdrawal."""
    if interaction.kind == InteractionKind.SIMPLIFY:
        return sentence_answer(interaction.draft, interaction.conversation.language) if interaction.draft else None
    done = await run_in_database(load_stored_answer, interaction)
    return await build_shown_answer(interaction, done) if done else None
