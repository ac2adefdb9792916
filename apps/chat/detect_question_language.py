"""Detects the language of a question, for an answer in it where neither the page nor the asker has chosen one."""

import re

from django.conf import settings

from apps.text.grammar.function_words import closed_words, function_word_shares

WORD = re.compile(r"[^\W\d_]+")
LONGEST = 2_000
"""Characters that are looked at."""
ALSO_TYPED_IN_GERMAN = frozenset({"is"})
"""English words that people write for German ones, behind the first word: "wi hoch is di steuer"."""


def detect_question_language(text: str) -> str | None:
    """The language of the interface whose function words stand in it most; None where that is not certain."""
    words = [word.lower() for word in WORD.findall(text[:LONGEST])]
    words = [*words[:1], *(word for word in words[1:] if word not in ALSO_TYPED_IN_GERMAN)]
    if not closed_words("de").keys().isdisjoint(words):
        # "Was kost a graue Tonn" is German, "was" and "a" are English, too.
        words = [word for word in words if len(word) > 1]
    shares = function_word_shares(words, [code for code, _name in settings.LANGUAGES])
    first, second = sorted(shares, key=lambda code: -shares[code])[:2]
    return first if shares[first] > shares[second] else None
