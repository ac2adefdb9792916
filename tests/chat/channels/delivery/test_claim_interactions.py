"""A claim belongs to one attempt: who comes late ends, gives back and renews nobody else's."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from apps.chat.channels.delivery import claim_interactions
from apps.chat.channels.delivery.claim_interactions import (
    claim_interaction,
    finish_interaction,
    release_interaction,
    renew_leases,
)
from apps.chat.channels.delivery.hold_claim_while_answering import MOST_ATTEMPTS, postpone_interaction
from apps.chat.channels.delivery.supervisor_approval import decide_approval
from apps.chat.channels.interface.reply_sender import UnavailableError
from apps.chat.models import Conversation, Interaction, InteractionState
from apps.chat.models.platform_rooms_and_people import PlatformUser, Room

pytestmark = pytest.mark.django_db


@pytest.fixture
def late() -> Interaction:
    """The first attempt, whose lease has ended."""
    room = Room.objects.create(platform="slack", external_id="C1")
    asker = PlatformUser.objects.create(platform="slack", external_id="U1")
    made = Interaction.objects.create(
        platform="slack", room=room, asker=asker, conversation=Conversation.objects.create(), text="x", draft="Entwurf"
    )
    claimed = claim_interaction(made.pk)
    assert claimed is not None
    Interaction.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    return claimed


@pytest.fixture
def second(late: Interaction) -> Interaction:
    """The attempt that has taken over."""
    claimed = claim_interaction(late.pk)
    assert claimed is not None
    assert claimed.attempts == late.attempts + 1
    return claimed


def test_a_late_attempt_neither_ends_nor_gives_back_the_one_that_took_over(
    late: Interaction, second: Interaction
) -> None:
    finish_interaction(late, InteractionState.UNDELIVERABLE)
    release_interaction(late, 300.0)
    now = Interaction.objects.get()
    assert (now.state, now.lease_until, now.draft) == (InteractionState.WORKING, second.lease_until, "Entwurf")
    finish_interaction(second, InteractionState.ANSWERED)
    assert Interaction.objects.get().state == InteractionState.ANSWERED


def test_a_late_attempt_from_before_a_decision_is_late_after_it_too(late: Interaction, second: Interaction) -> None:
    finish_interaction(second, InteractionState.APPROVAL)
    assert decide_approval(late.pk, by="Eva", approve=True)
    third = claim_interaction(late.pk)
    assert third is not None
    finish_interaction(late, InteractionState.UNDELIVERABLE)
    assert Interaction.objects.get().state == InteractionState.WORKING
    finish_interaction(third, InteractionState.ANSWERED)
    assert Interaction.objects.get().state == InteractionState.ANSWERED


def test_after_a_decision_as_many_attempts_are_made_as_before_it(late: Interaction, second: Interaction) -> None:
    Interaction.objects.update(attempts=MOST_ATTEMPTS, state=InteractionState.APPROVAL)
    assert decide_approval(late.pk, by="Eva", approve=True)
    for _attempt in range(MOST_ATTEMPTS):
        Interaction.objects.update(lease_until=None)
        claimed = claim_interaction(late.pk)
        assert claimed is not None
        async_to_sync(postpone_interaction)(claimed, UnavailableError("The platform is down."))
    assert Interaction.objects.get().state == InteractionState.UNDELIVERABLE


def test_what_has_ended_is_not_given_back(late: Interaction, second: Interaction) -> None:
    """The end was written, and the database went away before it said so."""
    finish_interaction(second, InteractionState.ANSWERED)
    release_interaction(second, 5.0)
    assert Interaction.objects.get().state == InteractionState.ANSWERED


def test_a_late_attempt_does_not_renew_the_lease_of_another(
    late: Interaction, second: Interaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim_interactions.connection, "close", lambda: None)
    renew_leases([claim_interactions.attempt_of(late)])
    assert Interaction.objects.get().lease_until == second.lease_until
    renew_leases([claim_interactions.attempt_of(late), claim_interactions.attempt_of(second)])
    renewed = Interaction.objects.get().lease_until
    assert renewed is not None
    assert second.lease_until is not None
    assert renewed >= second.lease_until


def test_a_late_attempt_that_ends_leaves_the_renewing_of_another_in_the_same_process(
    late: Interaction, second: Interaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = {claim_interactions.attempt_of(one) for one in (late, second)}
    monkeypatch.setattr(claim_interactions, "HELD", held)
    claim_interactions.stop_renewing_lease(late)
    assert held == {claim_interactions.attempt_of(second)}
