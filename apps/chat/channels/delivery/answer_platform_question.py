"""Answers a question asked on a platform: claims it, finds who reads along, streams the answer, ends the message.

May run again after a crash at any point: what was answered is not asked anew, what was sent is not sent anew.
"""

import asyncio
import logging
import uuid
from contextlib import aclosing, suppress
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from django.db import DatabaseError
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.channels.delivery import claim_interactions, request_supervisor_approval, start_background_task
from apps.chat.channels.delivery.build_shown_answer import build_shown_answer
from apps.chat.channels.delivery.channel_registry import CHANNELS, sender_for
from apps.chat.channels.delivery.hold_claim_while_answering import AlreadyAnsweredError, hold_lease
from apps.chat.channels.delivery.outbox import OutgoingMessage, get_or_create_delivery
from apps.chat.channels.delivery.simplify_message import NotSimplifiedError, simplify_interaction_text
from apps.chat.channels.intake import asker_language, reply_audience
from apps.chat.channels.intake.interaction_to_question import (
    delete_stored_answer,
    load_stored_answer,
    make_interaction_private,
    question_from_interaction,
)
from apps.chat.channels.intake.replies_to_non_questions import (
    FIXED_REPLY_PREFIX,
    SENTENCES,
    fixed_reply_reference,
    reply_sentence,
)
from apps.chat.channels.interface.channel_answer import Answer, build_apology, sentence_answer
from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, Sender, UnavailableError
from apps.chat.fixed_answers.find_fixed_answer import FixedReply
from apps.chat.fixed_answers.render_card import card_text
from apps.chat.models import Turn
from apps.chat.models.platform_rooms_and_people import (
    DeliveryPurpose,
    DeliveryState,
    Interaction,
    InteractionKind,
    InteractionState,
    PlatformUser,
    Room,
)
from apps.chat.turn_state.load_turn_inputs import AlreadyAsked
from apps.chat.turn_state.turn_events import HelpOffered, StepStarted, TextDelta, TurnDone, TurnFailed
from apps.database.async_access import run_in_database

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 64
"""Interactions in work in one process; others wait, and the worker takes some of them over."""
MOST_ASKED = 2
"""How often the model is asked for one interaction, when a process died; then people get an apology."""


_slots: "WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore]" = WeakKeyDictionary()


def start_answering(interaction_id: uuid.UUID) -> None:
    """Begins the work beside whatever waits for this call. From the event loop."""
    start_background_task.start_task(answer_interaction(interaction_id))


def answering_semaphore() -> asyncio.Semaphore:
    """Returns the semaphore of the running event loop; semaphores do not travel between loops."""
    return _slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(MOST_AT_ONCE))


async def answer_interaction(interaction_id: uuid.UUID) -> None:
    """Answers the interaction unless somebody else does. Calls models and the platform; logs failures in a line."""
    async with answering_semaphore(), turn_context():
        try:
            interaction = await run_in_database(claim_interactions.claim_interaction, interaction_id)
        except DatabaseError:
            logger.warning("A question on a platform waits: the database cannot be reached.")
            return
        if interaction is not None:
            async with hold_lease(interaction):
                await DeliveryAttempt(interaction).run()


@dataclass
class DeliveryAttempt:
    interaction: Interaction

    @property
    def language(self) -> str:
        return self.interaction.conversation.language

    @property
    def needs_approval(self) -> bool:
        return self.interaction.room.four_eyes and not self.interaction.decided_by

    async def run(self) -> None:
        await asker_language.set_conversation_language(self.interaction, CHANNELS[self.interaction.platform].language)
        sender = await sender_for(self.interaction)
        if self.interaction.is_private and not self.interaction.room.is_direct:
            sender = await self.private(sender)
        if self.interaction.rejected:
            return await self.send(sender, sentence_answer(SENTENCES["rejected"](self.language), self.language))
        match self.interaction.kind:
            case InteractionKind.REPLY:
                said = await run_in_database(reply_sentence, self.interaction.text, self.language)
                await self.send(sender, sentence_answer(said, self.language))
                if self.interaction.text.startswith(FIXED_REPLY_PREFIX):
                    # Which card it was says something about who asked; it is not needed any more.
                    await run_in_database(
                        Interaction.objects.filter(pk=self.interaction.pk).update, text=FIXED_REPLY_PREFIX
                    )
            case InteractionKind.SIMPLIFY:
                await self.simplify(sender)
            case _:
                await self.ask(sender)
        return None

    async def simplify(self, sender: Sender) -> None:
        interaction = self.interaction
        if interaction.attempts > MOST_ASKED and not interaction.draft:
            return await self.send(sender, build_apology(self.language), InteractionState.APOLOGISED)
        try:
            shown = sentence_answer(await simplify_interaction_text(interaction, self.language), self.language)
        except NotSimplifiedError as reason:
            return await self.send(sender, sentence_answer(str(reason), self.language))
        if self.needs_approval:
            return await self.ask_for_approval(sender, shown)
        return await self.send(sender, shown)

    async def ask(self, sender: Sender) -> None:
        interaction = self.interaction
        done = await run_in_database(load_stored_answer, interaction)
        if done is None and interaction.decided_by:
            # What was approved is gone; what is answered in its place nobody has approved.
            await run_in_database(delete_stored_answer, interaction)
        if done is None and interaction.attempts > MOST_ASKED:
            return await self.send(sender, build_apology(self.language), InteractionState.APOLOGISED)
        scope = await reply_audience.determine_readable_scope(interaction.room, interaction.asker, sender)
        in_a_room = not interaction.is_private and not interaction.room.is_direct
        if done is not None:
            if await run_in_database(is_answer_still_readable, interaction, done, scope):
                return await self.conclude(sender, done)
            await run_in_database(delete_stored_answer, interaction, done.turn)
        if in_a_room and await self.is_private_matter(scope):
            await run_in_database(make_interaction_private, interaction)
            await self.hint_at_private(sender)
            sender = await self.private(sender)
        return await self.answer(sender, question_from_interaction(interaction, scope))

    async def is_private_matter(self, scope: reply_audience.ReadableScope) -> bool:
        """Whether the answer is for the asker alone. What stays in the house is embedded there."""
        asked = self.interaction
        in_house = asked.conversation.stays_in_house
        return await reply_audience.is_private_matter(
            asked.text, scope, asked.asker, asked.room.profile, in_house=in_house
        )

    async def hint_at_private(self, sender: Sender) -> None:
        """Only where the asker alone sees it: that there is more to read is nobody else's business either."""
        if sender.hints_privately:
            with translation.override(self.language):
                await sender.hint(_("I answer you in a direct message: not everyone here may read the source."))

    async def private(self, sender: Sender) -> Sender:
        """Answers the asker alone; where the platform allows no such message, a sentence says how to ask."""
        try:
            return await sender.private()
        except RefusedError:
            with translation.override(self.language):
                text = _("I may give this answer to you only. Please ask me in a direct message.")
            await self.send(sender, sentence_answer(text, self.language))
            raise AlreadyAnsweredError from None

    async def answer(self, sender: Sender, ask: AskedQuestion) -> None:
        """Shows the events as they come. With four eyes nothing is shown before the approval."""
        room = self.interaction.room
        outgoing = await self.outgoing(sender)
        # What an earlier attempt has left is completed at the end; nothing new is begun beside it.
        is_fresh = outgoing.delivery.state == DeliveryState.OWED
        grows = is_fresh and sender.streams and room.manner == Room.Manner.STREAM and not room.four_eyes
        end: TurnDone | TurnFailed | None = None
        text: list[str] = []
        try:
            async with aclosing(stream_turn_events(ask, profile=room.profile)) as events:
                async for event in events:
                    match event:
                        case HelpOffered(card) if is_fresh and (sender.hints_privately or room.is_direct):
                            await offer_help(sender, card)
                        case StepStarted(step) if not room.four_eyes:
                            await sender.status(step)
                        case TextDelta() if grows:
                            text.append(event.text)
                            grows = await try_to_grow(outgoing, "".join(text))
                        case TurnDone() | TurnFailed():
                            end = event
        except AlreadyAsked as already:
            end = await run_in_database(load_turn_done_event, already.turn)
        if isinstance(end, TurnDone):
            return await self.conclude(sender, end, outgoing)
        return await self.send(sender, build_apology(self.language, end), InteractionState.APOLOGISED, outgoing)

    async def conclude(self, sender: Sender, done: TurnDone, outgoing: OutgoingMessage | None = None) -> None:
        """Sends what is stored, or has it approved first."""
        interaction = self.interaction
        if done.fixed is not None:
            # Found only now, as where the model was busy before: of the message nothing is kept.
            told = fixed_reply_reference(done.fixed)
            await run_in_database(Interaction.objects.filter(pk=interaction.pk).update, text=told)
            return await self.send(sender, sentence_answer(done.answer, self.language), outgoing=outgoing)
        await run_in_database(Interaction.objects.filter(pk=interaction.pk).update, turn_id=done.turn)
        shown = await build_shown_answer(interaction, done)
        if self.needs_approval:
            return await self.ask_for_approval(sender, shown)
        await self.send(sender, shown, InteractionState.ANSWERED, outgoing)
        if interaction.asker.notice_shown_at is None:
            await run_in_database(
                PlatformUser.objects.filter(pk=interaction.asker.pk).update, notice_shown_at=timezone.now()
            )
        return None

    async def ask_for_approval(self, sender: Sender, shown: Answer) -> None:
        review = await self.outgoing(sender, DeliveryPurpose.REVIEW)
        if review.delivery.state == DeliveryState.OWED:
            with translation.override(self.language):
                await sender.hint(_("Your question is answered as soon as a supervisor has approved the answer."))
            await review.mark(DeliveryState.OPEN)
        if not review.is_sent:
            unreached = await request_supervisor_approval.ask_all(sender, self.interaction, shown, review.delivery.pk)
            await review.mark(DeliveryState.SENT, sent_at=timezone.now(), unreached=unreached)
        await run_in_database(claim_interactions.finish_interaction, self.interaction, InteractionState.APPROVAL)

    async def send(
        self,
        sender: Sender,
        shown: Answer,
        state: InteractionState = InteractionState.ANSWERED,
        outgoing: OutgoingMessage | None = None,
    ) -> None:
        outgoing = outgoing or await self.outgoing(sender)
        await outgoing.finish(shown)
        await run_in_database(claim_interactions.finish_interaction, self.interaction, state)

    async def outgoing(self, sender: Sender, purpose: str = DeliveryPurpose.ANSWER) -> OutgoingMessage:
        delivery = await run_in_database(get_or_create_delivery, self.interaction.pk, purpose, self.interaction.place)
        delivery.interaction = self.interaction
        return OutgoingMessage(delivery, sender, self.interaction.attempts)


def is_answer_still_readable(interaction: Interaction, done: TurnDone, scope: reply_audience.ReadableScope) -> bool:
    """Queries the database."""
    turn = Turn.objects.filter(pk=done.turn).first()
    alone = interaction.is_private or interaction.room.is_direct
    return turn is not None and reply_audience.may_still_show_answer(turn, interaction.asker, scope, alone=alone)


async def offer_help(sender: Sender, card: FixedReply) -> None:
    """Shows the card to the asker alone. A note that does not arrive must not take the answer with it."""
    with suppress(RefusedError, UnavailableError, AmbiguousError):
        await sender.hint(card_text(card))


async def try_to_grow(outgoing: OutgoingMessage, text: str) -> bool:
    """Whether the message can go on growing; when not, its end will come at once."""
    try:
        await outgoing.grow(text)
    except UnavailableError:
        if outgoing.delivery.state == DeliveryState.OPENING:
            # Nothing happened at the platform, so nothing is lost there.
            await outgoing.mark(DeliveryState.OWED)
        return False
    except AmbiguousError:
        return False
    return True
