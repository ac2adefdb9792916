"""The outbox: every message to send is a row; its state is written before and after each call that sends it.

An ambiguous send is never repeated blindly: the message is looked for first.
"""

import uuid

from django.utils import timezone

from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.channels.interface.reply_sender import AmbiguousError, Sender, UnavailableError
from apps.chat.models.platform_rooms_and_people import Delivery, DeliveryState
from apps.database.async_access import run_in_database

State = DeliveryState


class TakenOverError(Exception):
    """Another process works on this interaction by now; this one says nothing more."""


def get_or_create_delivery(interaction_id: uuid.UUID, purpose: str, place: dict[str, object]) -> Delivery:
    """The row of this message, made when there is none. Queries the database."""
    return Delivery.objects.get_or_create(interaction_id=interaction_id, purpose=purpose, defaults={"place": place})[0]


def set_state(delivery: Delivery, attempt: int, state: DeliveryState, **fields: object) -> None:
    """One update. Raises TakenOverError when the interaction was claimed anew since this attempt."""
    delivery.state = state
    for name, value in fields.items():
        setattr(delivery, name, value)
    mine = Delivery.objects.filter(pk=delivery.pk, interaction__attempts=attempt)
    if not mine.update(state=state, **fields):
        raise TakenOverError


def ids_of_others(delivery: Delivery) -> list[str]:
    """Messages in the same room that belong to other interactions. Queries the database."""
    room = Delivery.objects.filter(interaction__room_id=delivery.interaction.room_id).exclude(pk=delivery.pk)
    return list(room.exclude(message_id="").order_by("-pk").values_list("message_id", flat=True)[:500])


class OutgoingMessage:
    """One delivery with the sender that carries it out. Its methods raise as the sender's do, and TakenOverError."""

    def __init__(self, delivery: Delivery, sender: Sender, attempt: int) -> None:
        self.delivery = delivery
        self.sender = sender
        self.attempt = attempt

    @property
    def is_sent(self) -> bool:
        return self.delivery.state == State.SENT

    async def grow(self, text: str) -> None:
        """The text so far; opens the message with the first of it."""
        if self.delivery.state == State.OPEN:
            await self.sender.grow(self.delivery.message_id, text)
        else:
            await self.mark(State.OPENING)
            message_id = await self.sender.open(text)
            await self.mark(State.OPEN, message_id=message_id)

    async def finish(self, answer: Answer) -> None:
        """The message as it shall stay, whatever an earlier attempt has left. May run again."""
        if self.is_sent:
            return
        await self.look_for_lost()
        if self.delivery.state != State.OPEN and self.sender.opens_first:
            await self.mark(State.OPENING)
            await self.mark(State.OPEN, message_id=await self.sender.open(""))
        if self.delivery.state == State.OPEN:
            await self.sender.finish(self.delivery.message_id, answer)
        else:
            await self.post(answer)
        await self.mark(State.SENT, sent_at=timezone.now())

    async def post(self, answer: Answer) -> None:
        await self.mark(State.OPENING)
        try:
            message_id = await self.sender.post(answer)
        except AmbiguousError:
            message_id = await self.found_or_raise()
        except UnavailableError:
            # Nothing happened at the platform: nothing to look for.
            await self.mark(State.OWED)
            raise
        await self.mark(State.OPEN, message_id=message_id)

    async def found_or_raise(self) -> str:
        """Right after a broken call; not found is no proof yet, so a later attempt looks again."""
        others = await run_in_database(ids_of_others, self.delivery)
        message_id = await self.sender.find(others)
        if message_id is None:
            raise AmbiguousError("The message is not there yet.")
        return message_id

    async def look_for_lost(self) -> None:
        """An attempt broke between the call and our note of it."""
        if self.delivery.state != State.OPENING:
            return
        others = await run_in_database(ids_of_others, self.delivery)
        message_id = await self.sender.find(others)
        if message_id:
            await self.mark(State.OPEN, message_id=message_id)

    async def mark(self, state: DeliveryState, **fields: object) -> None:
        await run_in_database(set_state, self.delivery, self.attempt, state, **fields)
