"""Facts: the sentences, items and table rows of a page that somebody could contradict, read into typed words."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from apps.conflicts.comparison.recognise_responsible_offices import IN_CHARGE, is_office
from apps.conflicts.comparison.select_amounts_and_times import YEAR, kind_and_key, select_amounts
from apps.text.entailment.find_contradictions import content_sentences
from apps.text.entailment.opposite_words import listed_opposites
from apps.text.entailment.tokens.token import Token
from apps.text.quotable_units import quotable_units

SHORTEST, LONGEST = 12, 400
"""Characters of a unit that is read: shorter ones are labels, longer ones lists that were not taken apart."""
SUBJECT_KINDS = frozenset({"noun", "verb", "adj"})
VERB_KINDS = frozenset({"verb", "aux", "modal"})
POINTERS = frozenset({"this", "such", "vorstehend", "folgend", "obig", "§", "abs", "absatz", "satz", "nr", "nummer"})
MARKS = re.compile(r"^\W*(?:\d{1,3}\s?[a-z]?[.)\]]|[①-⓿]|[a-z]\))\s*")
"""The number of a paragraph or an item."""
OF_ITSELF = re.compile(
    r"\b(?:in|außer) Kraft\b|\bInkrafttreten\b|\b(?:beschlossen|erlassen|verkündet|bekannt ?gemacht|geändert durch)\b"
    r"|\b(?:[Nn]eugefasst|geändert worden)\b"
    r"|\b(?:come|enter)s? into force\b|\bhereby\b|^(?:Stand|Vom|Datum)\b"
    r"|^(?:Beginn(?: und Ende)?|(?:Sitzungs)?(?:beginn|ende)|Ende)\W{1,3}(?:\d{1,2}(?:[.:]\d\d)? ?Uhr\b|\d{1,2}:\d\d\b)"
)
"""What each text says of itself, which naturally differs from text to text."""


@dataclass(frozen=True)
class Fact:
    """`context` is the title of the document and the heading above, a line each."""

    words: tuple[Token, ...]
    context: str = ""

    @cached_property
    def keys(self) -> Counter[str]:
        return Counter(token.key for token in self.words)

    @cached_property
    def values(self) -> Counter[tuple[str, str]]:
        """Amounts, times, days and rates: kind and key."""
        return Counter(found for token in select_amounts(self.words) if (found := kind_and_key(token)) is not None)

    @cached_property
    def subject(self) -> Counter[str]:
        """Words of content that are no amount."""
        return Counter(token.key for token in self.words if token.kind in SUBJECT_KINDS and kind_and_key(token) is None)

    @cached_property
    def years(self) -> frozenset[str]:
        return frozenset(key for key in self.keys if YEAR.fullmatch(key))

    @property
    def points_elsewhere(self) -> bool:
        """ "Diese Gebühr", "nach Absatz 2": what it speaks of is said elsewhere in its document."""
        return not POINTERS.isdisjoint(self.keys)

    @property
    def is_sentence(self) -> bool:
        return any(token.kind in VERB_KINDS for token in self.words)

    @property
    def reports(self) -> bool:
        """What was, or has been done: each time another figure."""
        has_done = "haben" in self.keys and not any(token.form == "IZU" for token in self.words)
        return has_done or any("past" in token.form or token.form == "VVD" for token in self.words)

    @property
    def can_be_contradicted(self) -> bool:
        """It has an amount, an office, or a word that another one excludes."""
        return (
            bool(self.values)
            or "per" in self.keys
            or any(token.key in opposite_words() or token.key in IN_CHARGE or is_office(token) for token in self.words)
        )


@cache
def opposite_words() -> frozenset[str]:
    return frozenset(listed_opposites())


@dataclass(frozen=True, slots=True)
class FactPart:
    """`text` as it stands on the page; `reading` what was read, empty where it is the text; `part` of its sentences."""

    text: str
    reading: str
    part: int
    fact: Fact


def extract_facts(text: str, title: str = "") -> Iterator[FactPart]:
    """Yields the facts of a page, in order. A table row stands for itself, with the names of its columns."""
    for unit in quotable_units(text):
        if not SHORTEST <= len(unit.quote) <= LONGEST or unit.is_question or OF_ITSELF.search(unit.quote):
            continue
        context = f"{title}\n{unit.lead}"
        reading = "" if unit.shown == unit.quote else unit.shown
        for part, words in enumerate(split_into_readings(unit.shown)):
            fact = Fact(words, context)
            if fact.can_be_contradicted:
                yield FactPart(unit.quote, reading, part, fact)


def read_fact(reading: str, part: int, context: str) -> Fact:
    """Reads a fact again that `extract_facts` gave; an empty one when it would be read otherwise today."""
    found = split_into_readings(reading)
    return Fact(found[part] if part < len(found) else (), context)


def split_into_readings(text: str) -> Sequence[tuple[Token, ...]]:
    """All of it, each of its sentences where there are several, and the sentences that a semicolon joins."""
    plain = MARKS.sub("", text)
    sentences = content_sentences(plain)
    whole = tuple(word for sentence in sentences for word in sentence)
    found = [whole, *sentences] if len(sentences) > 1 else [whole]
    if ";" not in plain:
        return found
    return [*found, *(words for words in split_at_semicolons(plain) if words not in found)]


def split_at_semicolons(text: str) -> list[tuple[Token, ...]]:
    """What stands between semicolons when each has a verb of its own; the cells of a row have none."""
    clauses = [words for clause in text.split(";") for words in content_sentences(clause)]
    return clauses if all(any(word.kind in VERB_KINDS for word in words) for words in clauses) else []
