"""From an answer that somebody did not like to a case that every later change has to pass. Sync."""

from apps.chat.models import Turn
from apps.chat.privacy.personal_data import masked
from apps.evaluation.gate.decision import pinned_suite
from apps.evaluation.models import Suite


def case_from_turn(turn: Turn) -> dict[str, object]:
    """What the form begins with. A follow-up becomes the question that was searched for, which stands alone; personal
    data is masked, and the answer that was not liked is not copied."""
    suite = pinned_suite() or Suite.objects.first()
    return {"suite": suite, "question": masked(turn.query or turn.question), "must_refuse": turn.refused}
