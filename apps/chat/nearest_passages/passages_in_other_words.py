"""Nearest passages for a question that shares too few words with the sentences that may answer it.

Rules that compare words cannot tell it from a question about something else; vectors of meaning can, well enough to
show places to read, but not to choose a sentence as the answer.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from apps.chat.nearest_passages.nearest_page_similarity import nearest_page
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.query.types import SearchStep
from apps.text.word_stems import IS_CJK

WORTH_COMPARING = 0.835
"""Similarity of a page below which its sentences are not looked at: questions about something else end at once."""
NEAR = 0.885
"""Of the nearest sentence's similarity and the nearest page's lead. Both were found by benchmarks/nearness.py, on
questions to the demo, de-gov-faq and XQuAD; it says what they give on collections that were not looked at."""


def is_worth_comparing(steps: Sequence[SearchStep], model: str, question: str) -> bool:
    """Whether something was found that may be near in meaning, and nobody has read it: `model` wrote the refusal."""
    return model in ("", OFFLINE_MODEL) and is_near(steps, question)


def is_near(steps: Sequence[SearchStep], question: str) -> bool:
    """Whether some page may say what is asked, by its meaning; never for Chinese, Japanese and Korean: for the model,
    all that is written without blanks is near to each other."""
    return IS_CJK.search(question) is None and nearest_page(steps).similarity >= WORTH_COMPARING


def is_near_in_meaning(steps: Sequence[SearchStep], model: str, question: str, sentence: float) -> bool:
    """`sentence` is the similarity of the nearest sentence; 0 when none was compared."""
    return is_worth_comparing(steps, model, question) and sentence + nearest_page(steps).lead >= NEAR


def other_words_notice() -> str:
    return _("No answer was found in the words of your question, but something comes near to it in meaning.")
