"""Opening hours, and how early something has to be done, in other words. English."""

from dataclasses import replace
from itertools import pairwise

from apps.text.derivation.both_languages.clause_part import Part
from apps.text.derivation.both_languages.statement import Statement
from apps.text.derivation.tokens.numbers_and_dates import SPANS


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
        late = part.scope == ("at_latest",) and len(part.words) == 1 and part.words[0].startswith(SPANS)
        if late and following.mark == "before":
            statement.parts[index] = replace(part, scope=("at_least",))
            statement.licences.append("limit: no later than … before = at least … before")
