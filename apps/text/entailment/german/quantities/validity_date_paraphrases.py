"""From when and until when a rule holds: "tritt in Kraft", "tritt mit Ablauf des … außer Kraft". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb

BEGINNING = frozenset({"at", "to", "since"})
"""Marks of the day from which a rule holds: "am", "zum", "seit dem"."""
LAST = frozenset({"until", "until+to"})


def in_force(statement: Statement) -> None:
    """ "tritt am (zum) … in Kraft" as "gilt ab …"."""
    if statement.predicate.verb == "treten" and any(p.mark == "in" and p.words == ("kraft",) for p in statement.parts):
        drop_parts(statement, lambda part: part.mark == "in" and part.words == ("kraft",))
        replace_verb(statement, "gelten")
        statement.parts = [mark_as_starting(p) if p.mark == "at" or is_day(p) else p for p in statement.parts]
        statement.licences.append("idiom: in Kraft treten am = gelten ab")
    elif statement.predicate.verb == "gelten" and any(p.mark == "since" for p in statement.parts):
        statement.parts = [mark_as_starting(p) if p.mark == "since" else p for p in statement.parts]


def mark_as_starting(part: Part) -> Part:
    return replace(part, mark="starting") if part.mark in BEGINNING else part


def is_day(part: Part) -> bool:
    return len(part.words) == 1 and part.words[0].startswith("date:")


def out_of_force(statement: Statement) -> None:
    """ "tritt mit Ablauf des 31.12. außer Kraft" as "gilt bis 31.12."; not "am 31.12.": it may have ended before."""
    found = statement.predicate
    gone = [p for p in statement.parts if p.mark == "except" and p.words == ("kraft",) and not p.scope]
    last = [p for p in statement.parts if p.mark == "with" and is_end_of_day(p) and not p.scope]
    if found.verb != "treten" or len(gone) != 1 or len(last) != 1 or found.modality or statement.scope:
        return
    statement.parts = [replace(p, mark="until", words=p.words[2:]) if p is last[0] else p for p in statement.parts]
    drop_parts(statement, lambda part: part is gone[0])
    replace_verb(statement, "gelten", same_subject=True)
    statement.licences.append("idiom: mit Ablauf des … außer Kraft treten = bis … gelten")


def is_end_of_day(part: Part) -> bool:
    """ "(mit) Ablauf des 31. Dezember"."""
    return part.words[:2] == ("ende", "of") and is_day(replace(part, words=part.words[2:]))


def last_day(statement: Statement) -> None:
    """ "gilt (nur) bis zum Ende des 31. Dezember" as "gilt bis 31. Dezember": what holds until then holds no longer."""
    if statement.predicate.modality or statement.scope:
        return
    for index, part in enumerate(statement.parts):
        if part.mark not in LAST or part.scope not in {(), ("only",)}:
            continue
        words = part.words[2:] if is_end_of_day(part) else part.words
        if is_day(replace(part, words=words)) and (words != part.words or part.scope):
            statement.parts[index] = replace(part, mark="until", words=words, scope=())
            statement.licences.append("limit: bis zum Ende des Tages = bis zu dem Tag")


def no_longer(statement: Statement) -> None:
    """ "tritt am 1. Mai außer Kraft" as "gilt ab 1. Mai nicht", which "gilt ab 1. Mai nicht mehr" is too."""
    found, parts = statement.predicate, statement.parts
    gone = [p for p in parts if p.mark == "except" and p.words == ("kraft",) and not p.scope]
    more = [p for p in parts if p.words == ("mehr",) and p.scope == ("not",)]
    days = [p for p in parts if p.mark == "at" and (is_day(p) or p.words[:1] == ("tag",)) and not p.scope]
    ends = found.verb == "treten" and len(gone) == len(days) == 1
    if found.modality or statement.scope or not (ends or (found.verb == "gelten" and len(more) == 1)):
        return
    if ends:
        statement.parts = [mark_as_starting(p) if p is days[0] else p for p in parts]
    drop_parts(statement, lambda part: part is (gone if ends else more)[0])
    replace_verb(statement, "gelten", same_subject=True)
    statement.scope = ("not",)
    statement.licences.append("idiom: am … außer Kraft treten = ab … nicht mehr gelten")
