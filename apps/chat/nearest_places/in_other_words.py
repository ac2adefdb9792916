"""A question that shares too few words with the sentences that may answer it, and no language model that reads both.

Rules that compare words cannot tell it from a question about something else; vectors of meaning can, well enough to
show places to read, but not to choose a sentence as the answer.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.query.types import SearchStep

NEAR = 0.845
"""Similarity by the built-in model of meaning from which on a place is near, whatever else there is."""
NEAR_WITH_LEAD = 0.875
"""The same for the similarity and its lead, by which the nearest exceeds the mean of the thirty nearest: a question
about something else is as near to many places. Both chosen on every second article of XQuAD, with questions of four
other sets; what they give elsewhere says benchmarks/refusals.py."""


def comes_near(steps: Sequence[SearchStep], model: str) -> bool:
    """Whether something was found that is near in meaning, and nobody has read it: `model` wrote the refusal."""
    if model not in ("", OFFLINE_MODEL):
        return False
    found = [(step.detail["nearest"], step.detail["lead"]) for step in steps if "lead" in step.detail]
    return any(nearest >= NEAR or nearest + lead >= NEAR_WITH_LEAD for nearest, lead in found)


def in_other_words() -> str:
    return _("No answer was found in the words of your question, but something comes near to it in meaning.")
