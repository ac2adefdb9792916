"""Compares when two facts hold, past, present or future: "damals kostete es 5 Euro", "bis 2019", "künftig".

The year of a title says nothing of that: what an older paper still says in the present tense is a contradiction.
"""

import re
from functools import lru_cache
from itertools import pairwise

from apps.conflicts.comparison.distinguish_named_things import headings_of_fact
from apps.conflicts.comparison.extract_facts import VERB_KINDS, Fact
from apps.text.numbers.calendar_names import MONTH_NUMBER

PAST_WORDS = frozenset(
    {"so_far", "damals", "einst", "einstmals", "ehemals", "ehedem", "seinerzeit", "vormals", "früh+er"}
    | {"formerly", "previously", "historically"}
)
COMING_WORDS = frozenset({"in_future", "demnächst", "soon"})
PAST_OF_HEADING = re.compile(
    r"^(?!.*kraft).*\b(?:(?:(?:früher|damalig|ehemalig|vormalig|bisherig|einstig)(?:e[nrms]?)?|former|previous)"
    r"(?: \w*(?:preis|gebühr|tarif|entgelt|eintritt|kosten|beitr[aä]g|steuer|satz|sätz|regel|ordnung|satzung|fassung"
    r"|zeit|price|fee|charge|rate|rule|hours|version)\w*|\W*$)|damals|bisher|bislang|ehemals|formerly|previously)",
    re.IGNORECASE,
)
"""Not "Außerkrafttreten bisheriger Bestimmungen", which a statute says of another one, nor "frühere Mitglieder"."""
COMING_OF_HEADING = re.compile(r"\b(?:(?:zu)?künftig(?:e[nrms]?)?|demnächst|future)\b", re.IGNORECASE)
SPAN_OF_HEADING = re.compile(
    r"\b(?:bis|ab|seit|vor|until|from|since|before)\b(?: (?:zum|dem|ende|anfang|einschließlich|the|end|of))*"
    r" ((?:\d{1,2}\. ?(?:\d{1,2}\.|\w+) ?)?(?:1[89]|20)\d\d)\b",
    re.IGNORECASE,
)
""" "Gebühren bis 2019", "gültig ab 1. Januar 2024"; "vom 3. Mai 2012" is the date of a paper."""


FIXING = frozenset(
    {"festsetzen", "festlegen", "beschliessen", "erhöhen", "senken", "anheben", "ermässigen", "bestimmen"}
)
"""What was decided holds until something else is."""


def hold_at_other_times(first: Fact, second: Fact) -> bool:
    return time_of_validity(first) != time_of_validity(second) or time_of_heading(
        headings_of_fact(first)
    ) != time_of_heading(headings_of_fact(second))


def time_of_validity(fact: Fact) -> str:
    """ "past", "coming" or empty: what holds now, for all that is said."""
    if not PAST_WORDS.isdisjoint(fact.keys) or is_in_past_tense(fact):
        return "past"
    return "" if COMING_WORDS.isdisjoint(fact.keys) else "coming"


def is_in_past_tense(fact: Fact) -> bool:
    """ "Kostete", "hat gekostet", "used to cost". Not "hat geöffnet", nor "wurde festgesetzt", which holds still, nor
    the tense of a condition alone: "wer nicht angemeldet hat, zahlt".
    """
    if any(one.low == "used" and other.key == "to" for one, other in pairwise(fact.words)):
        return True
    finite = [token for token in fact.words if token.kind in VERB_KINDS and token.form not in {"PP", "IZU", "INF"}]
    done = any(token.kind == "verb" and token.form == "PP" for token in fact.words)
    past = [t for t in finite if "past" in t.form or t.form == "VVD" or (t.key == "haben" and done)]
    told = [t for t in past if t.key != "werden" or FIXING.isdisjoint(fact.keys)]
    in_present = [t for t in finite if t not in past and t.form.startswith("FIN")]
    return bool(told) and not in_present


@lru_cache(maxsize=4_000)
def time_of_heading(text: str) -> tuple[str, ...]:
    """ "past", "coming" and the years or days that something begins or ends with."""
    times = (("past", PAST_OF_HEADING), ("coming", COMING_OF_HEADING))
    return (
        *(name for name, words in times if words.search(text)),
        *sorted(map(normalise_date_words, SPAN_OF_HEADING.findall(text))),
    )


def normalise_date_words(written: str) -> str:
    """ "1.1.2024" and "1. Januar 2024" as "1 1 2024"."""
    words = re.findall(r"\d+|[^\W\d]+", written.lower())
    return " ".join(str(int(word)) if word.isdigit() else str(MONTH_NUMBER.get(word, word)) for word in words)
