"""Mutually exclusive terms: tenant and landlord, monthly and yearly, rises and falls.

Each line of the list is a group, its sides parted by "|". A side is known by its folded words, endings included.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from apps.chat.contradictions.changed_negations import contains_denial
from apps.chat.contradictions.content_words import content_words
from apps.text.grammar.split_sentences import split_sentences
from apps.text.word_stems import WORD, fold

FIGURE = re.compile(r"\d+")
LEAST_SHARED = 0.6
"""Of the other words of the claim: with fewer it speaks of something else than the quoted sentence."""


def read_exclusive_terms() -> Mapping[str, tuple[int, int]]:
    """The group and the side of each word."""
    lines = (Path(__file__).parent / "swaps.txt").read_text(encoding="utf-8").splitlines()
    return {
        fold(word): (group, side)
        for group, line in enumerate(lines)
        for side, words in enumerate(line.split("|"))
        for word in words.split()
    }


EXCLUSIVE_TERM_SIDES = read_exclusive_terms()


def swaps_term(claim: str, quoted: Sequence[str], said: Iterable[str]) -> bool:
    """True when the claim is the quoted sentence with one word put in the place of another that excludes it.

    Not when a sentence of the page says the claim's word of the same; nor when the quoted one names two sides, as
    "from Monday to Friday" does; nor when two words are exchanged, because "closed in the morning" may be "open in the
    afternoon"; nor with other figures, because ten euros monthly are 120 yearly.
    """
    claimed = sides_by_group(claim)
    if not claimed:
        return False
    subject = content_words(without_sides(claim))
    # The words of another quoted sentence exclude nothing: "may be interrupted. … must be mended."
    told = "\n".join(one for text in quoted for one in split_sentences(text) if is_about(subject, one))
    known = sides_by_group(told)
    exchanged = [
        group for group, own in claimed.items() if len(known.get(group, ())) == 1 and own.isdisjoint(known[group])
    ]
    if (
        len(exchanged) != 1
        or not digit_sequences(claim) <= digit_sequences(told)
        or contains_denial(without_sides(claim)) != contains_denial(without_sides(told))
    ):
        return False
    [group] = exchanged
    own = claimed[group]
    return not any(sides_by_group(text).get(group, set()) & own and is_about(subject, text) for text in said)


def sides_by_group(text: str) -> dict[int, set[int]]:
    """The sides that the text names, by group."""
    found: dict[int, set[int]] = {}
    for word in WORD.findall(fold(text)):
        if word in EXCLUSIVE_TERM_SIDES:
            group, side = EXCLUSIVE_TERM_SIDES[word]
            found.setdefault(group, set()).add(side)
    return found


def digit_sequences(text: str) -> set[str]:
    return set(FIGURE.findall(text))


def without_sides(text: str) -> str:
    return " ".join(word for word in WORD.findall(text) if fold(word) not in EXCLUSIVE_TERM_SIDES)


def is_about(subject: frozenset[str], text: str) -> bool:
    return len(subject & content_words(text)) >= max(1.0, LEAST_SHARED * len(subject))
