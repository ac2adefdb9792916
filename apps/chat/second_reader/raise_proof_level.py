"""Raises the proof level of a sentence by a verdict, where a calibrated reader and the rules allow it."""

import re
from collections.abc import Sequence

from django.db import transaction
from django.utils import translation

from apps.chat.models import ReaderCalibration, ReadingVerdict, SecondReading, Turn
from apps.chat.proof.proof_levels import ProofLevel
from apps.chat.rendering.proof_level_badges import second_reading_badge

MOST_FALSE_CONTRADICTED = 0.03
"""Share of true sentences that a reader may have called contradicted before it is believed when it says so."""


def level_by_verdict(
    verdict: str, calibration: ReaderCalibration | None, objections: Sequence[str]
) -> ProofLevel | None:
    """The level that a `quoted` sentence gets, or None where it stays as it is.

    Only a calibrated reader changes anything, and where the rules object it cannot raise a level.
    """
    if calibration is None or not calibration.suffices:
        return None
    if verdict == ReadingVerdict.SUPPORTED and not objections:
        return ProofLevel.CHECKED
    accuses = calibration.false_contradicted is not None and calibration.false_contradicted <= MOST_FALSE_CONTRADICTED
    return ProofLevel.CONTRADICTED if verdict == ReadingVerdict.CONTRADICTED and accuses else None


@transaction.atomic
def write_level_to_turn(reading: SecondReading, level: ProofLevel) -> bool:
    """Writes the level to the turn, in its sentences and in the answer as shown. False when it may not be changed.

    It may not when the turn was deleted, the sentence has another level by now, or a document it cites was withdrawn.
    """
    rows = Turn.objects.select_for_update(of=("self",)).select_related("conversation")
    turn = rows.filter(pk=reading.turn_id).first()
    if turn is None or reading.place >= len(turn.sentences):
        return False
    sentence = turn.sentences[reading.place]
    if sentence["level"] != ProofLevel.QUOTED or not still_cited(turn, sentence["citations"]):
        return False
    turn.sentences[reading.place] = {**sentence, "level": str(level)}
    with translation.override(turn.conversation.language):
        turn.answer_html = replace_level_sign(
            turn.answer_html, reading.place, second_reading_badge(level, reading.place)
        )
    turn.save(update_fields=["sentences", "answer_html"])
    return True


def still_cited(turn: Turn, numbers: Sequence[int]) -> bool:
    """Whether every number the sentence cites still leads to its page. One query."""
    cited = turn.citations.filter(number__in=numbers, verified=True, document__isnull=False)
    return set(cited.values_list("number", flat=True)) == set(numbers)


def replace_level_sign(html: str, place: int, sign: str) -> str:
    """The answer with another sign after the sentence; the quote that the old one showed stays below a contradiction.

    The answer was sanitised, so that no sign stands within another.
    """
    old = re.compile(rf'<small (?=[^>]*\bdata-sentence="{place}")[^>]*>(?:(?!</small>).)*</small>', re.DOTALL)
    return old.sub(lambda found: sign.replace("{quote}", quote_in(found[0])), html, count=1)


def quote_in(sign: str) -> str:
    found = re.search(r'<q class="proof-quote">.*?</q>', sign, re.DOTALL)
    return found[0] if found else ""
