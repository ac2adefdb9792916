"""Tells two things apart by the parts of their names: "Bürgeramt Nord" and "Bürgeramt Süd", "Zimmer 12" and "14".

A part tells nothing where only one side has one: "das Bürgeramt" may be "das Bürgeramt Nord".
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from apps.conflicts.comparison.amounts_and_times import DAYS, REFERENCES, YEAR, typed
from apps.conflicts.comparison.facts import Fact
from apps.text.entailment.tokens.token import Token
from apps.text.numbers.calendar_names import MONTH_NUMBER

NARROWING = frozenset({"adv", "prep"})
""" "Vormittags" and "nachmittags", "unter der Burg" and "hinter der Burg"."""
GERMAN = frozenset({"NN", "FIN", "IZU"})
"""Forms that only German words are given."""
NAME = re.compile(r"(?<![\w-])([A-ZÄÖÜ][\w-]+) (?=([A-ZÄÖÜ][\w-]*|\d{1,3}[a-z]?(?![\w.,:])))")
"""A noun, and what stands behind it without a word between: another name, a letter or a number."""
LETTER_OR_NUMBER = re.compile(r"[a-z]|[ivx]+|\d{1,3}[a-z]?")
OF_PAPERS = (
    "ordnung", "satzung", "blatt", "plan", "liste", "zeiten", "preise", "gebühren", "tarife", "hinweise", "regeln",
    "informationen", "infos", "antrag", "flyer", "bericht", "verzeichnis", "wegweiser", "broschüre", "übersicht",
    "kontakt", "anmeldung", "fassung",
)  # fmt: skip
"""How words end that say what a paper or its part is about, and name no thing: "Hallenbad Badeordnung"."""


def sentences_name_apart(first: Fact, second: Fact, rest: tuple[Sequence[Token], Sequence[Token]]) -> bool:
    """`rest`: the words of each that the other lacks."""
    facts = first, second
    return all(any(names_a_part(token, fact) for token in words) for words, fact in zip(rest, facts, strict=True))


def names_a_part(token: Token, fact: Fact) -> bool:
    """An adverb, a preposition, or a number that counts nothing, such as that of a room."""
    if token.value is not None:
        return token.value.kind in {"number", "ordinal"} and typed(token) not in fact.values
    return token.kind in NARROWING and typed(token) is None


def headings_name_apart(first: Fact, second: Fact, *, of_any_thing: bool) -> bool:
    """Titles and headings, of what the sentences speak of, perhaps in short: "das Amt" below "Bürgeramt Nord".

    `of_any_thing`: also of what the sentences do not name.
    """
    one, other = parts_of_names(first.context), parts_of_names(second.context)
    in_german = is_german(first) and is_german(second)
    return any(
        are_apart(one[noun], other[noun], in_german=in_german)
        for noun in one.keys() & other.keys()
        if of_any_thing or noun.endswith(tuple(first.subject.keys() & second.subject.keys()))
    )


def is_german(fact: Fact) -> bool:
    return any(token.form in GERMAN for token in fact.words)


def are_apart(one: frozenset[str], other: frozenset[str], *, in_german: bool) -> bool:
    """English titles write every word with a capital, so that only letters and numbers tell there."""
    return one.isdisjoint(other) and (in_german or all(map(LETTER_OR_NUMBER.fullmatch, one | other)))


@lru_cache(maxsize=4_000)
def parts_of_names(context: str) -> Mapping[str, frozenset[str]]:
    """By noun, in small letters: what stands behind it in a title or heading."""
    found: dict[str, set[str]] = defaultdict(set)
    for noun, part in ((match[1].lower(), match[2].lower()) for match in NAME.finditer(context)):
        if noun not in REFERENCES and not is_of_calendar(part) and not part.endswith(OF_PAPERS):
            found[noun].add(part)
    return {noun: frozenset(parts) for noun, parts in found.items()}


def is_of_calendar(word: str) -> bool:
    """Two versions of one paper differ by such a word: "Preise Mai" and "Preise Juni"."""
    return word in MONTH_NUMBER or word in DAYS or YEAR.fullmatch(f"number:{word}") is not None
