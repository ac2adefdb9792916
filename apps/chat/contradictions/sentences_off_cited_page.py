"""Off-topic sentences of an answer, which are not about the page they cite: a true quote proves nothing else."""

from collections.abc import Iterable

from apps.chat.contradictions.content_words import content_words, is_english
from apps.text.word_stems import fold

FEWEST_WORDS = 4
"""With fewer words a paraphrase may share none with its page."""
SHORTEST_PART = 6
"""Letters of a word that is found in a compound, too: "Brücke" in "Brückenbau", but not "Stadt" in "Neustadt"."""


def is_off_topic(claim: str, texts: Iterable[str]) -> bool:
    """True when none of its words stands in any of the texts. False for what is in another language than they are.

    Texts are read until the first of the words is found, which nearly always is at once.
    """
    words = frozenset(word for word in content_words(claim) if word.isascii())
    if len(words) < FEWEST_WORDS:
        return False
    parts = [word for word in words if len(word) >= SHORTEST_PART]
    longest = ""
    for text in texts:
        if words & content_words(text) or any(part in fold(text) for part in parts):
            return False
        longest = max(longest, text, key=len)
    return is_english(claim) == is_english(longest)
