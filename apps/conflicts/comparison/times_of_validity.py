"""Tells apart what held, holds and will hold: "damals kostete es 5 Euro", "bis 2019", "künftig", each in a sentence or
in the heading above it.

The year of a title says nothing of that: what an older paper still says in the present tense is a contradiction.
"""

import re
from functools import lru_cache
from itertools import pairwise

from apps.conflicts.comparison.facts import Fact

PAST_WORDS = frozenset(
    {"so_far", "damals", "einst", "einstmals", "ehemals", "ehedem", "seinerzeit", "vormals", "früh+er"}
    | {"formerly", "previously", "historically"}
)
COMING_WORDS = frozenset({"in_future", "demnächst", "soon"})
PAST_OF_HEADING = re.compile(
    r"^(?!.*kraft).*\b(?:(?:früher|damalig|ehemalig|vormalig|bisherig|einstig)(?:e[nrms]?)?|damals|bisher|bislang|ehemals"
    r"|former(?:ly)?|previous(?:ly)?)\b",
    re.IGNORECASE,
)
"""Not "Außerkrafttreten bisheriger Bestimmungen", which a statute says of another one."""
COMING_OF_HEADING = re.compile(r"\b(?:(?:zu)?künftig(?:e[nrms]?)?|demnächst|future)\b", re.IGNORECASE)
SPAN_OF_HEADING = re.compile(
    r"\b(?:bis|ab|seit|vor|until|from|since|before)\b(?: (?:zum|dem|ende|anfang|einschließlich|the|end|of))*"
    r" ((?:\d{1,2}\. ?(?:\d{1,2}\.|\w+) ?)?(?:1[89]|20)\d\d)\b",
    re.IGNORECASE,
)
""" "Gebühren bis 2019", "gültig ab 1. Januar 2024"; "vom 3. Mai 2012" is the date of a paper."""


def hold_at_other_times(first: Fact, second: Fact) -> bool:
    return time_of(first) != time_of(second) or time_of_heading(heading(first)) != time_of_heading(heading(second))


def heading(fact: Fact) -> str:
    return fact.context.partition("\n")[2]


def time_of(fact: Fact) -> str:
    """ "past", "coming" or empty: what holds now, for all that is said."""
    if not PAST_WORDS.isdisjoint(fact.keys) or is_in_past_tense(fact):
        return "past"
    return "" if COMING_WORDS.isdisjoint(fact.keys) else "coming"


def is_in_past_tense(fact: Fact) -> bool:
    """ "Kostete", "hat gekostet", "used to cost"; "hat geöffnet" is how something is."""
    if any("past" in token.form or token.form == "VVD" for token in fact.words):
        return True
    has_done = "haben" in fact.keys and any(token.kind == "verb" and token.form == "PP" for token in fact.words)
    return has_done or any(one.low == "used" and other.key == "to" for one, other in pairwise(fact.words))


@lru_cache(maxsize=4_000)
def time_of_heading(text: str) -> tuple[str, ...]:
    """ "past", "coming" and the years or days that something begins or ends with."""
    times = (("past", PAST_OF_HEADING), ("coming", COMING_OF_HEADING))
    return (*(name for name, words in times if words.search(text)), *sorted(SPAN_OF_HEADING.findall(text)))
