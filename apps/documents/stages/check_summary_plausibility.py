"""Checks that a generated summary is plausible: words shared with the document, same language, no loops, no echo."""

from apps.text.plausibility.check_text_against_source import (
    are_in_same_language,
    echoes_prompt,
    shares_words_with_source,
)
from apps.text.plausibility.detect_repetition import loop_start


def is_summary_of(summary: str, document: str, wording: str) -> bool:
    """Whether it can be one: in the document's language and words, without loops and without its own order.

    `wording`: the prompt, so that an echo of it is told from a summary.
    """
    return (
        loop_start(summary, source=document) is None
        and not echoes_prompt(summary, wording)
        and are_in_same_language(summary, document)
        and shares_words_with_source(summary, document)
    )
