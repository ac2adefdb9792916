"""Stores a reader's feedback on an answer: rating, reasons and comment."""

from collections.abc import Sequence

from apps.chat.models import Feedback, Turn
from apps.chat.models.service_settings import PersonalData, load_service_rules
from apps.chat.privacy.detect_personal_data import mask_personal_data


def store_feedback(turn: Turn, rating: str, reasons: Sequence[str], comment: str, *, person: str = "") -> None:
    """One per turn and person: a second one replaces the first. Queries the database.

    `person` tells several readers of an answer apart, such as "slack:U123"; empty is whoever asked. Personal data in
    the comment are masked, unless the house leaves them in questions, too: nobody refuses an opinion because of them.
    """
    kept = comment if load_service_rules().personal_data == PersonalData.KEEP else mask_personal_data(comment)
    Feedback.objects.update_or_create(
        turn=turn, person=person, defaults={"rating": rating, "reasons": list(reasons), "comment": kept}
    )
