"""A question that shares too few words with the sentences that may answer it, and no language model that reads both.

Rules that compare words cannot tell it from a question about something else; vectors of meaning can, well enough to
show places to read, but not to choose a sentence as the answer.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from apps.chat.nearest_places.nearest_page import nearest_page
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.query.types import SearchStep

WORTH_COMPARING = 0.82
"""Similarity of a page below which its sentences are not looked at: questions about something else end at once."""
NEAR = 0.895
"""Of the nearest sentence's similarity and the nearest page's lead. With it 22 of 25 reworded questions and 19 of 20
others that a collection answers are shown an answer or places, and 19 of 20 about something else are not (XQuAD, the
demo and de-gov-faq; what it gives elsewhere says benchmarks/refusals.py)."""


def is_worth_comparing(steps: Sequence[SearchStep], model: str) -> bool:
    """Whether something was found that may be near in meaning, and nobody has read it: `model` wrote the refusal."""
    return model in ("", OFFLINE_MODEL) and nearest_page(steps).similarity >= WORTH_COMPARING


def comes_near(steps: Sequence[SearchStep], model: str, sentence: float) -> bool:
    """`sentence` is the similarity of the nearest sentence; 0 when none was compared."""
    return is_worth_comparing(steps, model) and sentence + nearest_page(steps).lead >= NEAR


def in_other_words() -> str:
    return _("No answer was found in the words of your question, but something comes near to it in meaning.")
