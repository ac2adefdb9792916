"""Semantic similarity between question and candidate as evidence for an answer, by the built-in model of meaning."""

from array import array
from collections.abc import Sequence
from operator import mul

from django.conf import settings

from apps.llm.errors import ModelError
from apps.llm.semantic_embedding import semantic_embedder, verify_weights_package
from apps.llm.semantic_embedding.talk_to_model_process import ModelProcess
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import IS_CJK

WEIGHT, NEUTRAL = 45.0, 0.835
"""Fitted by logistic regression beside the evidence of words, by benchmarks/answer_weights.py --meaning: 60, of which
three quarters answer as much. The cosines of this model lie close together, so the weight is large."""
SURELY_BELOW, SURELY_ABOVE = -8.0, 3.0
"""Surplus of the evidence of words that hardly a cosine outweighs: the model is not asked."""
LOWEST_SURPLUS = -3.0
"""Less than nothing in common counts as this: another word for everything is what the model is asked for."""
LONGEST = 400
LONGEST_QUESTION = 500
MOST_IN_TURN = 2
"""Calls of the model that are worked on or wait, from which on words alone decide: the searches of others go first."""


def semantic_evidence(
    question: str, title: str, unit: QuotableUnit, found: float, *, embeds_question: bool = False
) -> float:
    """Returns what is added to the surplus `found` by words; 0 where nobody knows.

    Writing without blanks has evidence of words on a scale of its own, beside which this would decide alone. Waits for
    the process of the model, some 50 ms; call it in a thread. Raises nothing.
    """
    if not SURELY_BELOW < found < SURELY_ABOVE:
        return 0.0
    cosines = question_similarities(question, [unit_with_headings(title, unit)], embeds_question=embeds_question)
    return WEIGHT * (cosines[0] - NEUTRAL) + max(0.0, LOWEST_SURPLUS - found) if cosines else 0.0


def unit_with_headings(title: str, unit: QuotableUnit) -> str:
    """Returns what the model reads: the unit after its title and heading."""
    return f"{title}: {unit.lead} {unit.shown}"[:LONGEST]


def question_similarities(question: str, texts: Sequence[str], *, embeds_question: bool) -> list[float]:
    """The cosine of the question with each text; empty where the model is busy, fails, or has not read the question.

    `embeds_question`: it reads it now, if the search has not asked it to. Calls the model's process for what it has not
    embedded lately; call it in a thread. Raises nothing.
    """
    process = semantic_embedder.for_questions
    if IS_CJK.search(question) or process.in_turn >= MOST_IN_TURN:
        return []
    asked = process.recent.get(question, is_query=True)
    if asked is None and not (embeds_question and may_embed(question)):
        return []
    try:
        if asked is None:
            [asked] = embed_with_cache(process, [question], is_query=True)
        rows = embed_with_cache(process, texts, is_query=False)
    except ModelError:
        return []
    vector = array("f", asked)
    return [sum(map(mul, vector, array("f", row))) for row in rows]


def may_embed(question: str) -> bool:
    return settings.MEANING and len(question) <= LONGEST_QUESTION and verify_weights_package.is_installed()


def embed_with_cache(process: ModelProcess, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
    """Raises ModelError."""
    known = {text: process.recent.get(text, is_query=is_query) for text in texts}
    missing = [text for text, row in known.items() if row is None]
    made = dict(zip(missing, process.vectors(missing, is_query=is_query), strict=True)) if missing else {}
    for text, row in made.items():
        process.recent.put(text, row, is_query=is_query)
    return [known[text] or made[text] for text in texts]
