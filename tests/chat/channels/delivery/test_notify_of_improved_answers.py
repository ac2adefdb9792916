"""A note that is owed has one sender, who knows what an earlier try has left."""

import pytest

from apps.chat.channels.delivery.notify_of_improved_answers import claim_note, owed_notes
from apps.chat.models import Conversation, Interaction
from apps.chat.models.platform_rooms_and_people import Delivery, DeliveryState, PlatformUser, Room

pytestmark = pytest.mark.django_db


def test_whoever_looked_before_another_opened_the_message_completes_that_one() -> None:
    room = Room.objects.create(platform="teams", external_id="C1")
    asker = PlatformUser.objects.create(platform="teams", external_id="U1")
    asked = Interaction.objects.create(
        platform="teams", room=room, asker=asker, conversation=Conversation.objects.create(), text="x"
    )
    Delivery.objects.create(interaction=asked, purpose="note")
    [seen_before] = owed_notes()
    Delivery.objects.update(state=DeliveryState.OPEN, message_id="m1")
    assert claim_note(seen_before)
    assert seen_before.message_id == "m1"
    assert not claim_note(seen_before)
