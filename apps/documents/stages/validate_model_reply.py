"""Validates what a model wrote about a document against that document: nothing is taken on trust."""

from apps.text.plausibility.detect_repetition import loop_start
from apps.text.plausibility.source_overlap import echoes, is_in_language_of, shares_enough


def is_summary_of(summary: str, document: str, wording: str) -> bool:
    """Whether it can be one: in the document's language and words, without loops and without its own order.

    `wording`: the prompt, so that an echo of it is told from a summary.
    """
    return (
        loop_start(summary, source=document) is None
        and not echoes(summary, wording)
        and is_in_language_of(summary, document)
        and shares_enough(summary, document)
    )
