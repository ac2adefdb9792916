"""Allows for OCR confusions in quotes: "rn" and "m", "0" and "O" look alike, and a model writes what was meant.

No two digits become the same letter, so another number is never taken for the one on the page.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.text.locate_quote import FoldedText, Span, fold_with_offsets, is_misleading_span

PAIRS = {"rn": "m", "vv": "w", "cl": "d", "ii": "u"}
SINGLE = str.maketrans(
    {
        "0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "j": "l", "5": "s", "8": "b", "ß": "b",
        "ä": "a", "ö": "o", "ü": "u", "é": "e", "è": "e",
    }
)  # fmt: skip
SHORTEST = 20
"""Letters and digits of a quote: what is shorter could be another word."""
EDGES = ".,;:!?-()/ "


@dataclass(frozen=True, slots=True)
class ConfusableText:
    """A text with one letter for all that look like it, and where each came from in the page's text."""

    text: str
    starts: list[int]
    ends: list[int]


def locate_resembling(page: FoldedText, quote: str) -> Span | None:
    """The first place whose letters look like those of the quote."""
    wanted = build_confusable_text(fold_with_offsets(quote)).text.strip(EDGES)
    if sum(map(str.isalnum, wanted)) < SHORTEST:
        return None
    alike = build_confusable_text(page)
    found = alike.text.find(wanted)
    while found >= 0:
        span = Span(alike.starts[found], alike.ends[found + len(wanted) - 1])
        if not is_misleading_span(page.text, span):
            return span
        found = alike.text.find(wanted, found + 1)
    return None


def build_confusable_text(folded: FoldedText) -> ConfusableText:
    signs = list(replace_confusable_letters(folded))
    return ConfusableText("".join(sign for sign, _, _ in signs), [one[1] for one in signs], [one[2] for one in signs])


def replace_confusable_letters(folded: FoldedText) -> Iterator[tuple[str, int, int]]:
    text, position = folded.folded, 0
    while position < len(text):
        pair = PAIRS.get(text[position : position + 2])
        last = position + (1 if pair else 0)
        yield (pair or text[position]).translate(SINGLE), folded.offsets[position], folded.offsets[last] + 1
        position = last + 1
