"""Periods and deadlines in other words: "spätestens zwei Wochen vor" is "mindestens zwei Wochen vor". German."""

import re
from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement, drop_parts
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun
from apps.text.entailment.tokens.parse_numbers_and_dates import PERIOD_PREFIXES

ONCE = frozenset({"once", "twice", "mehrmals"})


def early_enough(statement: Statement) -> None:
    """ "spätestens zwei Wochen vor dem Fest" as "mindestens zwei Wochen vor dem Fest"."""
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        if part.mark == "value" and is_period(part) and following.mark == "before" and part.scope == ("at_latest",):
            statement.parts[index] = replace(part, scope=("at_least",))
            statement.licences.append("limit: spätestens … vor = mindestens … vor")


def counted_from(statement: Statement) -> None:
    """ "nach dem Einzug … innerhalb von 14 Tagen", "spätestens 14 Tage nach dem Einzug": one span and its beginning."""
    beginnings = [p for p in statement.parts if p.mark == "after" and not p.has_value and not p.scope]
    spans = [p for p in statement.parts if is_period(p) and is_within_period(p)]
    if len(spans) == 1 and not beginnings and not statement.denied:
        apply_counted_from_clause(statement, spans[0])
    if len(beginnings) != 1 or len(spans) != 1 or statement.denied:
        return
    span, beginning = spans[0], beginnings[0]
    if span.mark == "value" and statement.parts.index(beginning) != statement.parts.index(span) + 1:
        return
    if span.mark == "value":
        statement.licences.append("limit: spätestens … nach = innerhalb von … nach")
    statement.front -= statement.parts.index(beginning) < statement.front
    rest = [p for p in statement.parts if p is not beginning]
    place = rest.index(span)
    statement.front += place < statement.front
    statement.parts = [*rest[:place], replace(span, mark="within", scope=()), beginning, *rest[place + 1 :]]


def apply_counted_from_clause(statement: Statement, span: Part) -> None:
    """ "spätestens 14 Tage, nachdem Sie eingezogen sind"."""
    beginnings = [d for d in statement.dependents if d.relation == "after" and not d.scope]
    if span.mark == "value" and statement.parts[-1] is span and len(beginnings) == len(statement.dependents) == 1:
        statement.licences.append("limit: spätestens … nach = innerhalb von … nach")
        statement.parts[-1] = replace(span, mark="within", scope=())


def at_the_time_of(statement: Statement) -> None:
    """ "zum Zeitpunkt der Antragstellung" as "bei der Antragstellung" in conditions, which hand nothing in there."""
    if statement.relation != "if":
        return
    for index, part in enumerate(statement.parts):
        timed = part.mark in {"to", "in"} and part.words[:2] == ("zeitpunkt", "of") and not part.scope
        if timed and len(part.words) == len(("zeitpunkt", "of", "act")) and verb_of_act_noun(part.words[2]):
            statement.parts[index] = replace(part, mark="near", words=part.words[2:])
            statement.licences.append("word: zum Zeitpunkt von = bei")


def from_then_on(statement: Statement) -> None:
    """ "vom Ersten des Monats an" as "ab dem Ersten des Monats"."""
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        on = following.mark in {"at", "on"} and following.words == ("an",) and not following.scope
        of_noun = 0 < index < statement.front  # "Der Vertrag vom 1. Mai an" may be one of that day
        if part.mark == "from" and ":" in part.words[0] and not part.scope and on and not of_noun:
            statement.parts[index : index + 2] = [replace(part, mark="starting")]
            statement.front -= index < statement.front - 1
            statement.licences.append("word: von … an = ab …")
            return


IN_TIME = frozenset({"eingehen", "eintreffen", "zugehen"})
HAVING_COME = re.compile(r"\b(?:eingegangen|eingetroffen|zugegangen) sein\b")
SENT = (
    *("antrag", "brief", "schreiben", "bewerbung", "unterlage", "angebot", "zahlung", "meldung", "widerspruch"),
    *("anzeige", "einspruch", "rechnung", "sendung", "anmeldung", "formular", "beitrag", "erklärung", "betrag", "geld"),
)
"""Ends of what comes in; a marriage and a duty are "eingegangen", too."""


def has_to_have_come(statement: Statement) -> None:
    """ "muss bis 18 Uhr eingegangen sein" as "muss bis 18 Uhr eingehen"."""
    found = statement.predicate
    until = any(p.mark in {"until", "until+to"} for p in statement.parts)
    sent = any(p.mark == "np" and p.words and p.words[-1].endswith(SENT) for p in statement.parts)
    told = found.verb in IN_TIME and found.modality == "must" and HAVING_COME.search(statement.text) is not None
    if told and found.voice == "passive" and until and sent:
        statement.predicate = replace(found, voice="active", tense="present")
        statement.licences.append("tense: bis … eingegangen sein müssen = bis … eingehen müssen")


ENDING = frozenset(
    {"sein fällig", "enden", "erlöschen", "ablaufen", "auslaufen", "entfallen", "wegfallen", "ausscheiden"}
)
OF_CALENDARS = ("monat", "monats", "jahr", "jahrs", "woche", "quartal", "tag", "semester")


def at_end_of_period(statement: Statement) -> None:
    """ "endet mit Ablauf des Monats", "zum Ende des Monats" as "am Ende des Monats", "zum 1. Mai" as "am 1. Mai"."""
    if statement.predicate.verb not in ENDING:
        return
    for index, part in enumerate(statement.parts):
        ends = part.words[:2] == ("ende", "of") and len(part.words) > 2 and part.words[-1].endswith(OF_CALENDARS)
        dated = part.mark == "to" and len(part.words) == 1 and part.words[0].startswith("date:")
        if ((part.mark in {"with", "to"} and ends) or dated) and not part.scope:
            statement.parts[index] = replace(part, mark="at")
            statement.licences.append("limit: mit Ablauf des Monats = am Ende des Monats")


def is_within_period(part: Part) -> bool:
    return (part.mark == "within" and not part.scope) or (part.mark == "value" and part.scope == ("at_latest",))


def is_period(part: Part) -> bool:
    return len(part.words) == 1 and part.words[0].startswith(PERIOD_PREFIXES)


def how_often(statement: Statement) -> None:
    """ "einmal täglich", "einmal am Tag": so often on each day."""
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        if part.words == ("once",) and not part.scope and following.words in RATES and not following.scope:
            del statement.parts[index]  # "einmal jährlich" is "jährlich".
            statement.front -= index < statement.front
            return
        often = part.words[-1:] and (part.words[-1] in ONCE or part.words[-1].startswith("times:"))
        if often and following.words == ("daily",) and not following.scope:
            statement.parts[index + 1] = replace(following, words=("per_day",))


RATES = {("weekly",), ("monthly",), ("yearly",)}
INTERVALS = {"months:12": "yearly", "months:1": "monthly", "days:7": "weekly", "days:1": "daily"}


def at_intervals(statement: Statement) -> None:
    """ "in Zeitabständen von einem Jahr" as "jährlich"."""
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        often = part.mark == "in" and part.words in {("zeitabstand",), ("abstand",)} and following.mark == "from"
        if often and len(following.words) == 1 and following.words[0] in INTERVALS and not part.scope:
            rate = Part("adv", (INTERVALS[following.words[0]],), following.scope, text=f"{part.text} {following.text}")
            statement.parts[index : index + 2] = [rate]
            statement.front -= index + 1 < statement.front
            statement.licences.append("notation: in Abständen von einem Jahr = jährlich")
            return


FORMS = frozenset({"in_writing", "electronically", "mündlich", "orally", "digital"})


def in_form(statement: Statement) -> None:
    """ "in elektronischer Form" as "elektronisch"."""
    for index, part in enumerate(statement.parts):
        if part.mark == "in" and part.words[1:] == ("form",) and part.words[0] in FORMS:
            statement.parts[index] = replace(part, mark="adv", words=part.words[:1])
            statement.licences.append("word: in elektronischer Form = elektronisch")


CONTINUED = frozenset(
    {
        *("gelten", "dauern", "bleiben", "ruhen", "wohnen", "warten", "parken", "aufbewahren", "speichern", "sperren"),
        *("behalten", "leihen", "ausleihen", "entleihen", "mieten", "vermieten", "benutzen", "lagern", "liegen"),
        *("aufhalten", "beobachten", "lüften", "kühlen"),
    }
)
"""What goes on for the time that is named. "Für drei Tage erstattet" is not three days long."""


def so_long(statement: Statement) -> None:
    """ "eine Stunde lang" as "für eine Stunde", of what lasts."""
    if statement.predicate.verb not in CONTINUED:
        return
    for index, part in enumerate(statement.parts):
        if (
            part.mark == "value"
            and len(part.words) == 2
            and part.words[1] == "lang"
            and part.words[0].startswith(PERIOD_PREFIXES)
        ):
            mark = "value" if statement.predicate.verb == "gelten" else "for"
            statement.parts[index] = replace(part, mark=mark, words=part.words[:1])
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        if part.mark == "value" and is_period(part) and following.words == ("lang",) and not following.scope:
            statement.parts[index] = replace(part, mark="for")
            drop_parts(statement, lambda other, lang=following: other is lang)  # type: ignore[misc]
            return
