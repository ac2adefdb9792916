"""Opening hours, and how early something has to be done, in other words. English."""

from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.tokens.parse_numbers_and_dates import PERIOD_PREFIXES
from apps.text.numbers.calendar_names import ENGLISH_WEEKDAYS


def opening(statement: Statement) -> None:
    """ "The library opens every day from 8 am to 6 pm" as "is open every day …"."""
    found = statement.predicate
    hours = any(word.startswith("clock:") for p in statement.parts for word in p.words)
    if found.verb != "open" or found.voice != "active" or found.modality or found.tense != "present" or not hours:
        return
    if statement.generic or not any(p.mark in {"to", "until"} and p.has_value for p in statement.parts):
        return
    statement.predicate = replace(found, verb="be")
    statement.parts.insert(statement.front, Part("adv", ("open",), text="open"))
    statement.licences.append("word: opens = is open")


def early_enough(statement: Statement) -> None:
    """ "no later than 28 days before" as "at least 28 days before"."""
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        late = part.scope == ("at_latest",) and len(part.words) == 1 and part.words[0].startswith(PERIOD_PREFIXES)
        if late and following.mark == "before":
            statement.parts[index] = replace(part, scope=("at_least",))
            statement.licences.append("limit: no later than … before = at least … before")


def hours_behind_day(statement: Statement) -> None:
    """ "On Mondays, it is open from 8 am to 6 pm" as "it is open on Mondays from …": one day, one span of hours."""
    states = [p for p in statement.parts if p.words in {("open",), ("closed",)} and p.mark == "adv"]
    hours = [p for p in statement.parts if p.mark in {"from", "to", "between"} and has_clock_time(p)]
    days = [p for p in statement.parts if p.mark == "on" and len(p.words) == 1 and p.words[0] in WEEKDAYS]
    clocks = sum(has_clock_time(p) for p in statement.parts)
    if statement.predicate.verb != "be" or len(states) != 1 or len(days) != 1 or clocks != len(hours):
        return
    if [p.mark for p in hours] in (["from", "to"], ["between"]):
        moved = [*(replace(p, sign="") for p in days), *hours]
        statement.parts = [p for p in statement.parts if p not in days and p not in hours] + moved


def has_clock_time(part: Part) -> bool:
    return any(word.startswith("clock:") for word in part.words)


WEEKDAYS = frozenset(ENGLISH_WEEKDAYS)
