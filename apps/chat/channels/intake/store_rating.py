"""Stores a rating from a platform: the same rows as the web page writes, only for answers of that platform."""

import uuid
from collections.abc import Sequence

from apps.chat.ai_notices import FEEDBACK_REASONS, LONGEST_COMMENT
from apps.chat.models import Feedback, Turn
from apps.chat.store_feedback import store_feedback


def store_rating(
    platform: str, person: str, turn: str, rating: str, reasons: Sequence[str] = (), comment: str = ""
) -> bool:
    """Whether there was such an answer. Unknown reasons are left out; a second rating replaces the first.

    `person` is the id on the platform: in a room, several people rate the same answer. Queries the database.
    """
    if rating not in Feedback.Rating.values:
        return False
    try:
        found = Turn.objects.filter(pk=uuid.UUID(turn), conversation__channel=platform).first()
    except ValueError:
        return False
    if found is None:
        return False
    known = [reason for reason in reasons if reason in FEEDBACK_REASONS]
    store_feedback(
        found, rating, known, comment.replace("\0", "").strip()[:LONGEST_COMMENT], person=f"{platform}:{person}"[:100]
    )
    return True
