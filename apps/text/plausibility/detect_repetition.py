"""Detects texts that a model repeats without end: the same sentence again and again, or the same few words."""

import re
from collections import Counter
from collections.abc import Iterator

from apps.text.word_stems import fold

LEAST_WORDS = 3
"""Of a sentence that may not be repeated: shorter ones ("Ja.", "Mo bis Fr") stand in lists and tables."""
TOO_OFTEN = 3
LONGEST_CYCLE = 12
"""Words of a cycle within a sentence, such as "und die und die und die"."""
CYCLES, CYCLED_WORDS = 4, 12
"""So many repetitions of a cycle, and so many words in all, are a loop."""
# A full stop within a figure or an address ends no sentence: opening hours repeat "00 bis 12", links a host's name.
SENTENCE = re.compile(r"(?:https?://[^\s()<>\[\]\"]+|[^.!?\n]|(?<=\d)\.(?=\d))+[.!?\n]*")
WORD = re.compile(r"\w+")


def loop_start(text: str, *, too_often: int = TOO_OFTEN, source: str = "") -> int | None:
    """Returns where the text begins to repeat itself: the end of what it said first. None when it does not.

    A sentence of three words or more that stands there `too_often`, and more often than in `source`, is a loop; so are
    a few words that follow each other four times.
    """
    own = Counter(key for key, _start, _end in folded_sentences(source))
    first_ends: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for key, start, end in folded_sentences(text):
        counts[key] += 1
        first_ends.setdefault(key, end)
        if counts[key] >= too_often and counts[key] > own[key]:
            return first_ends[key]
        if (cycle := cycle_start(text[start:end])) is not None:
            return start + cycle
    return None


def folded_sentences(text: str) -> Iterator[tuple[str, int, int]]:
    """The folded words of each sentence or line that has enough of them, with its place."""
    for found in SENTENCE.finditer(text):
        words = WORD.findall(fold(found[0]))
        if len(words) >= LEAST_WORDS:
            yield " ".join(words), found.start(), found.end()


def cycle_start(sentence: str) -> int | None:
    """Finds the first repetition of words that end the sentence in a cycle. Rows of numbers are no cycle."""
    found = list(WORD.finditer(sentence))
    words = [fold(word[0]) for word in found]
    if not any(word.isalpha() for word in words[-LONGEST_CYCLE:]):
        return None
    for length in range(1, min(LONGEST_CYCLE, len(words) // CYCLES) + 1):
        repeated = length_of_cycle(words, length)
        is_long = repeated >= CYCLED_WORDS and repeated >= CYCLES * length
        if is_long and any(word.isalpha() for word in words[-length:]):
            return found[len(words) - repeated + length].start()
    return None


def length_of_cycle(words: list[str], length: int) -> int:
    """How many words at the end repeat with this period."""
    same = 0
    while same + length < len(words) and words[-1 - same] == words[-1 - same - length]:
        same += 1
    return same + length if same else 0
