"""What the outbox notes of a call decides what the next attempt does."""

import pytest

from apps.chat.channels.delivery.outbox import OutgoingMessage
from apps.chat.channels.interface.channel_answer import Answer, sentence_answer
from apps.chat.channels.interface.reply_sender import AmbiguousError, UnavailableError
from apps.chat.models import Conversation, Delivery, DeliveryState, Interaction, PlatformUser, Room

pytestmark = pytest.mark.django_db(transaction=True)
ANSWER = sentence_answer("Drei Euro.", "de")


class ScriptedSender:
    """Fails once, with this error."""

    opens_first = False

    def __init__(self, error: Exception) -> None:
        self.errors, self.looked_for = [error], 0

    async def post(self, answer: Answer) -> str:
        if self.errors:
            raise self.errors.pop()
        return "17.1"

    async def find(self, message_ids_of_others: object) -> None:
        self.looked_for += 1


@pytest.fixture
def delivery(transactional_db: None) -> Delivery:
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1")
    asker = PlatformUser.objects.create(platform="slack", workspace="T1", external_id="U1")
    conversation = Conversation.objects.create(channel="slack")
    interaction = Interaction.objects.create(
        platform="slack", room=room, asker=asker, conversation=conversation, text="Was?", attempts=1
    )
    return Delivery.objects.create(interaction=interaction)


@pytest.mark.parametrize(
    ("error", "state", "looked_for"),
    [
        # Nothing happened at the platform, so there is nothing to look for.
        (UnavailableError("Slack is away."), DeliveryState.OWED, 0),
        # Once right after the broken call, and once before the next one.
        (AmbiguousError("The connection broke."), DeliveryState.OPENING, 2),
    ],
)
async def test_only_what_may_be_there_is_looked_for(
    delivery: Delivery, error: Exception, state: DeliveryState, looked_for: int
) -> None:
    sender = ScriptedSender(error)
    message = OutgoingMessage(delivery, sender, attempt=1)  # type: ignore[arg-type]
    with pytest.raises(type(error)):
        await message.finish(ANSWER)
    await delivery.arefresh_from_db()
    assert delivery.state == state
    await OutgoingMessage(delivery, sender, attempt=1).finish(ANSWER)  # type: ignore[arg-type]
    await delivery.arefresh_from_db()
    assert (delivery.state, delivery.message_id, sender.looked_for) == (DeliveryState.SENT, "17.1", looked_for)
