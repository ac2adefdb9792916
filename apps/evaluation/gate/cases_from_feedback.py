"""Turns an answer that got bad feedback into a case that later changes have to pass."""

from apps.chat.models import Turn
from apps.chat.privacy.detect_personal_data import mask_personal_data
from apps.evaluation.gate.release_decision import pinned_suite
from apps.evaluation.models import Suite


def case_from_turn(turn: Turn) -> dict[str, object]:
    """What the form begins with. A follow-up becomes the question that was searched for, which stands alone; personal
    data is masked, and the answer that was not liked is not copied."""
    suite = pinned_suite() or Suite.objects.first()
    return {"suite": suite, "question": mask_personal_data(turn.query or turn.question), "must_refuse": turn.refused}
