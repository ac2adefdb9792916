"""Tells two things apart by the parts of their names: "Bürgeramt Nord" and "Bürgeramt Süd", "Zimmer 12" and "14".

A part tells nothing where only one side has one: "das Bürgeramt" may be "das Bürgeramt Nord".
"""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from functools import lru_cache

from apps.conflicts.comparison.extract_facts import Fact
from apps.conflicts.comparison.select_amounts_and_times import REFERENCES, WEEKDAY_KEYS, YEAR, kind_and_key
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.token import Token
from apps.text.numbers.calendar_names import MONTH_NUMBER

OF_PLACE_OR_DAY = frozenset(
    """
    in_the_forenoon in_the_afternoon in_the_morning in_the_evening nightly mittags tagsüber on_workdays at_the_weekend
    on_holidays innen aussen drinnen draussen oben unten vorn vorne hinten links rechts here there zuhause online
    electronically by_phone by_email by_post by_cash_card in_person in_writing in_advance danach hin zurück einzeln
    allein zusammen inside outside indoors outdoors upstairs downstairs
    """.split()  # noqa: SIM905 - a list of words to be read
)
"""Adverbs of place, time of day and the way it is done; "derzeit" and "grundsätzlich" tell no two things apart."""
ONE_ROLE = frozenset({"for", "near", "because_of", "in_case_of"})
"""Prepositions that say the same in other words: "für den ersten Hund" and "bei einem ersten Hund"."""
LEADING = frozenset({"prep", "limit", "det"})
PLACES = re.compile(r"(?:nord|süd)(?:ost|west)?|ost|west|mitte|zentrum|(?:innen|alt|neu)stadt")
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


def sentences_name_different_things(first: Fact, second: Fact, rest: tuple[Sequence[Token], Sequence[Token]]) -> bool:
    """`rest`: the words of each that the other lacks."""
    facts = first, second
    others = {token.key for token in rest[1] if token.kind == "prep"}, {t.key for t in rest[0] if t.kind == "prep"}
    changed = first.values - second.values, second.values - first.values
    sides = zip(rest, facts, others, changed, strict=True)
    return all(any(names_part(token, fact, keys, new) for token in words) for words, fact, keys, new in sides)


def names_part(token: Token, fact: Fact, others: Set[str], changed: Container[tuple[str, str]]) -> bool:
    """An adverb, a preposition, or a number that counts nothing, such as that of a room.

    No preposition that leads to a changed amount ("bis zum 31. März"), nor one for which the `others` have one of the
    same role.
    """
    if token.value is not None:
        return token.value.kind in {"number", "ordinal"} and kind_and_key(token) not in fact.values
    if token.kind == "adv":
        return token.key in OF_PLACE_OR_DAY
    if token.kind != "prep" or kind_and_key(token) is not None or leads_to_changed_amount(token, fact, changed):
        return False
    return token.key not in ONE_ROLE or ONE_ROLE.isdisjoint(others)


def leads_to_changed_amount(token: Token, fact: Fact, changed: Container[tuple[str, str]]) -> bool:
    """Whether a changed amount stands behind it and what belongs to it."""
    place = next(place for place, word in enumerate(fact.words) if word is token)
    following = next((word for word in fact.words[place + 1 :] if word.kind not in LEADING), None)
    return following is not None and kind_and_key(following) in changed


def headings_name_different_things(first: Fact, second: Fact, *, of_any_thing: bool) -> bool:
    """Titles and headings, of what the sentences speak of, perhaps in short: "das Amt" below "Bürgeramt Nord".

    `of_any_thing`: also of what the sentences do not name.
    """
    in_german = is_german(first) and is_german(second)
    shared = tuple(first.subject.keys() & second.subject.keys())
    for in_headings in (True, False):  # Behind the noun of a title often stands what the paper is about.
        one, other = (
            parts_of_names(headings_of_fact(fact) if in_headings else fact.context) for fact in (first, second)
        )
        named = [noun for noun in one.keys() & other.keys() if of_any_thing or noun.endswith(shared)]
        kinds = ((is_any_name,) if in_headings else GERMAN_PARTS) if in_german else ENGLISH_PARTS
        if any(are_different_names(one[noun], other[noun], kinds) for noun in named):
            return True
    return False


def headings_of_fact(fact: Fact) -> str:
    return fact.context.partition("\n")[2]


def is_german(fact: Fact) -> bool:
    return any(token.form in GERMAN for token in fact.words)


def are_different_names(one: frozenset[str], other: frozenset[str], kinds: Iterable[Callable[[str], bool]]) -> bool:
    """Other parts, all of one of the kinds."""
    return one.isdisjoint(other) and any(all(map(is_kind, one | other)) for is_kind in kinds)


def is_any_name(word: str) -> bool:
    return bool(word)


def is_letter_or_number(word: str) -> bool:
    return LETTER_OR_NUMBER.fullmatch(word) is not None


def is_place_name(word: str) -> bool:
    return PLACES.fullmatch(word) is not None


def is_proper_name(word: str) -> bool:
    """ "Pankow", not "Sommerprogramm"."""
    return analyse_word(word.capitalize(), "de").tag == "NE"


ENGLISH_PARTS = (is_letter_or_number,)
"""English titles write every word with a capital, so that only letters and numbers tell there."""
GERMAN_PARTS = (is_letter_or_number, is_place_name, is_proper_name)
""" "Hallenbad Musterstadt" and "Hallenbad Sommerprogramm" may be titles of two papers on one thing."""


@lru_cache(maxsize=4_000)
def parts_of_names(context: str) -> Mapping[str, frozenset[str]]:
    """By noun, in small letters: what stands behind it in a title or heading."""
    found: dict[str, set[str]] = defaultdict(set)
    for noun, part in ((match[1].lower(), match[2].lower()) for match in NAME.finditer(context)):
        if noun not in REFERENCES and not is_calendar_word(part) and not part.endswith(OF_PAPERS):
            found[noun].add(part)
    return {noun: frozenset(parts) for noun, parts in found.items()}


def is_calendar_word(word: str) -> bool:
    """Two versions of one paper differ by such a word: "Preise Mai" and "Preise Juni"."""
    return word in MONTH_NUMBER or word in WEEKDAY_KEYS or YEAR.fullmatch(f"number:{word}") is not None
