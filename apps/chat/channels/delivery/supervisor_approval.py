"""Approval by a supervisor of the room, who lets an answer through or not. The first decision counts."""

import uuid

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.models.platform_rooms_and_people import Interaction, InteractionState, PlatformUser
from apps.text.numbers.parse_database_row_id import parse_row_id

State = InteractionState
SEPARATOR = "#"


def review_key(interaction_id: uuid.UUID, review: int) -> str:
    """What the buttons below one request for approval say: the interaction, and the row of this very request."""
    return f"{interaction_id}{SEPARATOR}{review}"


def interaction_awaiting_approval(key: str) -> Interaction | None:
    """The interaction of the buttons if it waits for a decision on what stands above them. Queries the database.

    An answer that was forgotten after its approval takes its request with it: the buttons below decide nothing more.
    Messages from before the requests were named have the interaction alone.
    """
    interaction_id, _separator, review = key.partition(SEPARATOR)
    try:
        found = Interaction.objects.filter(pk=uuid.UUID(interaction_id), state=State.APPROVAL)
    except ValueError:
        return None
    if review:
        found = found.filter(deliveries=parse_row_id(review))
    return found.select_related("room", "conversation").first()


def find_supervisor(interaction: Interaction, platform: str, workspace: str, external_id: str) -> PlatformUser | None:
    supervisors = interaction.room.supervisors
    return supervisors.filter(platform=platform, workspace=workspace, external_id=external_id).first()


def decide_approval(interaction_id: uuid.UUID, *, by: str, approve: bool) -> bool:
    """Whether this decision counted; then the interaction is to be worked on again. One transaction.

    Attempts are counted on, because a claim belongs to its number: an attempt from before the decision is still late.
    """
    with transaction.atomic():
        waits = Interaction.objects.select_for_update().filter(pk=interaction_id, state=State.APPROVAL)
        interaction = waits.select_related(None).first()
        if interaction is None:
            return False
        waits.update(state=State.RECEIVED, rejected=not approve, decided_by=by[:200], lease_until=None)
        return True


def decision_sentence(language: str, *, approve: bool) -> str:
    with translation.override(language):
        return _("Approved. The asker gets the answer now.") if approve else _("Rejected. The asker is told so.")
