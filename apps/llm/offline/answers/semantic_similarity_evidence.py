"""Semantic similarity between question and candidate as evidence for an answer, where the search has embedded it."""

from array import array
from operator import mul

from apps.llm.errors import ModelError
from apps.llm.semantic_embedding import embedder
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import IS_CJK

WEIGHT, NEUTRAL = 31.0, 0.822
"""Fitted by logistic regression beside the evidence of words, on the questions of benchmarks/answer_weights.py. The
cosines of this model lie close together, so the weight is large."""
SURELY_BELOW, SURELY_ABOVE = -8.0, 3.0
"""Surplus of the evidence of words that hardly a cosine outweighs: the model is not asked."""
LOWEST = -3.0
"""Less than nothing in common counts as this: another word for everything is what the model is asked for."""
LONGEST = 400
MOST_IN_TURN = 2
"""Calls of the model that are worked on or wait, from which on words alone decide: the searches of others go first."""


def evidence_of_meaning(question: str, title: str, unit: QuotableUnit, found: float) -> float:
    """To be added to the surplus `found` by words; 0 where nobody knows.

    Writing without blanks has evidence of words on a scale of its own, beside which this would decide alone. Waits for
    the process of the model, some 50 ms; call it in a thread. Raises nothing.
    """
    if IS_CJK.search(question):
        return 0.0
    process = embedder.for_questions
    asked = process.recent.get(question, is_query=True)
    if asked is None or not SURELY_BELOW < found < SURELY_ABOVE or process.in_turn >= MOST_IN_TURN:
        return 0.0
    said = f"{title}: {unit.lead} {unit.shown}"[:LONGEST]
    try:
        [row] = process.vectors([said], is_query=False)
    except ModelError:
        return 0.0
    cosine: float = sum(map(mul, array("f", asked), array("f", row)))
    return WEIGHT * (cosine - NEUTRAL) + max(0.0, LOWEST - found)
