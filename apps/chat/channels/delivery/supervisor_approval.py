"""Four eyes: a supervisor of the room lets an answer through or not. May run twice; the first decision counts."""

import uuid

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.models.chat_platforms import Gesture, GestureState, PlatformUser

State = GestureState


def gesture_awaiting_approval(gesture_id: str) -> Gesture | None:
    """The gesture if it waits for a decision. Queries the database."""
    try:
        key = uuid.UUID(gesture_id)
    except ValueError:
        return None
    found = Gesture.objects.select_related("room", "conversation")
    return found.filter(pk=key, state=State.APPROVAL).first()


def supervisor_of(gesture: Gesture, platform: str, workspace: str, external_id: str) -> PlatformUser | None:
    supervisors = gesture.room.supervisors
    return supervisors.filter(platform=platform, workspace=workspace, external_id=external_id).first()


def decide(gesture_id: uuid.UUID, *, by: str, approve: bool) -> bool:
    """Whether this decision counted; then the gesture is to be worked on again. One transaction."""
    with transaction.atomic():
        waits = Gesture.objects.select_for_update().filter(pk=gesture_id, state=State.APPROVAL)
        gesture = waits.select_related(None).first()
        if gesture is None:
            return False
        waits.update(state=State.RECEIVED, rejected=not approve, decided_by=by[:200], attempts=0, lease_until=None)
        return True


def decided_sentence(language: str, *, approve: bool) -> str:
    with translation.override(language):
        return _("Approved. The asker gets the answer now.") if approve else _("Rejected. The asker is told so.")
