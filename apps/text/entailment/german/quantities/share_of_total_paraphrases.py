"""Shares: "Von den 120 Anträgen wurden 35 abgelehnt" is "35 von 120 Anträgen wurden abgelehnt". German."""

from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import ALL_CASES, NOMINATIVE_OR_ACCUSATIVE, Part
from apps.text.entailment.both_languages.statement import Statement

NUMBER = "number:"


def share_of(statement: Statement) -> None:
    """ "35 der 120 Anträge", "von (den) 120 Anträgen … 35" as one phrase."""
    counted = [p for p in statement.parts if p.mark in {"value", "np"} and is_count(p)]
    if len(counted) != 1:
        return
    wholes = [p for p in statement.parts if p.mark == "from" and is_counted_whole(p)]
    wholes += [
        p
        for one, p in pairwise(statement.parts)
        if one is counted[0] and p.text.startswith("der ") and is_counted_whole(p)
    ]
    if len(wholes) != 1:
        return
    whole, part = wholes[0], counted[0]
    share = Part(
        "np",
        (*part.words, "of", *whole.words),
        part.scope,
        NOMINATIVE_OR_ACCUSATIVE,
        text=f"{part.text} von {whole.text}",
    )
    statement.front -= statement.parts.index(whole) < statement.front
    statement.parts = [share if p is part else p for p in statement.parts if p is not whole]
    statement.licences.append("number: 35 der 120 = von 120 … 35")


FRACTIONS = {"hälfte": "percent:50", "viertel": "percent:25"}


def fraction_of(statement: Statement) -> None:
    """ "die Hälfte der Kosten", "ein Viertel der Kosten" as "50 Prozent der Kosten", "25 Prozent der Kosten"."""
    for index, part in enumerate(statement.parts):
        share = FRACTIONS.get(part.words[0]) if part.words[1:2] == ("of",) and part.mark == "np" else None
        if share is None or part.scope or part.determiner:
            continue
        whole = replace(part, words=part.words[2:], cases=ALL_CASES)
        statement.parts[index : index + 1] = [Part("value", (share,), text=part.text), whole]
        statement.front += index < statement.front
        statement.predicate = replace(statement.predicate, singular=False, plural=False)
        statement.licences.append("number: die Hälfte = 50 Prozent")
        return


DECIDED = ("antrag", "kürzung", "vorschlag", "einwendung", "klage", "beschwerde", "massnahme", "bescheid")
"""Ends of what is decided one by one."""


def majority_of(statement: Statement) -> None:
    """ "Die Mehrheit der Anträge wurde abgelehnt" as "die meisten Anträge"; of votes and persons it may be a quorum."""
    found = statement.predicate
    if found.voice != "passive" or found.tense not in {"past", "perfect"} or found.modality or statement.relation:
        return
    for index, part in enumerate(statement.parts):
        told = part.mark == "np" and part.words[:2] == ("mehrheit", "of") and len(part.words) > 2
        if told and not part.determiner and part.words[-1].endswith(DECIDED):
            statement.parts[index] = replace(part, words=("most", *part.words[2:]), cases=ALL_CASES)
            statement.predicate = replace(statement.predicate, singular=False, plural=False)
            statement.licences.append("number: die Mehrheit der = die meisten")
            return


def is_count(part: Part) -> bool:
    return len(part.words) == 1 and part.words[0].startswith(NUMBER)


def is_counted_whole(part: Part) -> bool:
    """ "von 120 Anträgen": a number and what is counted."""
    return not part.scope and len(part.words) > 1 and part.words[0].startswith(NUMBER)
