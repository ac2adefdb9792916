"""Inflected forms of German words by their endings: Widerspruchs is a form of Widerspruch."""

from collections.abc import Iterator

ENDINGS_BY_LETTER = {
    "s": ("s", "es", "ens", "ses", "'s", "’s"),
    "e": ("e", "se"),
    "n": ("n", "en", "ern", "sen", "nen"),
    "r": ("er",),
    "m": ("em",),
}
"""Endings of case and number, by their last letter."""
ADJECTIVE_ENDINGS = {"n": ("en", "n"), "r": ("er", "r"), "m": ("em",), "s": ("es", "s")}


def possible_roots(word: str) -> Iterator[str]:
    """The word without each ending of case that it may have, the word itself first."""
    yield word
    letters = len(word)
    for ending in ENDINGS_BY_LETTER.get(word[-1:], ()):
        if word.endswith(ending) and letters > len(ending) + 2:
            yield word[: -len(ending)]
    # Adjectives used as nouns change their ending: Beschäftigte, Beschäftigten, Beschäftigter.
    for ending in ADJECTIVE_ENDINGS.get(word[-1:], ()):
        if word.endswith(ending) and letters > len(ending) + 3:
            yield word[: -len(ending)] + "e"
