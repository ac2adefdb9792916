"""Acts named within other phrases: "Bewerbungsfrist", "im Rahmen der Sanierung". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.statement import Statement, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun, verb_of_part

ENDING = frozenset({"enden", "laufen", "sein", "ablaufen"})
LAST_DAYS = ("frist", "schluss")


def last_day_of_act(statement: Statement) -> None:
    """ "Die Bewerbungsfrist endet am 31. Mai", "Bewerbungsschluss ist der 31. Mai" as "… kann bis zum 31. Mai"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np" and p.words[-1:] and p.words[-1].endswith(LAST_DAYS)]
    dates = [p for p in statement.parts if len(p.words) == 1 and p.words[0].startswith("date:") and not p.scope]
    plain = (
        found.verb in ENDING
        and found.voice == "active"
        and found.tense == "present"
        and not found.modality
        and not statement.scope
    )
    if not plain or len(named) != 1 or len(dates) != 1 or sum(p.mark == "np" for p in statement.parts) != 1:
        return
    is_bare = named[0].words[0] in LAST_DAYS
    acts = [p for p in statement.parts if p.mark == "for" and len(p.words) == 1 and is_bare]
    verb = verb_of_deadline_noun(named[0].words[0]) or (verb_of_part(acts[0]) if len(acts) == 1 else "")
    until = {"laufen": {"until", "until+to"}}.get(found.verb, {"at", "value"})
    if not verb or len(named[0].words) != 1 or dates[0].mark not in until or named[0].scope:
        return
    if verb not in UNTIL_THEN:
        return
    rest = [p for p in statement.parts if p is not named[0] and p not in acts]
    statement.parts = [replace(p, mark="until") if p is dates[0] else p for p in rest]
    statement.front = min(statement.front, len(rest))
    replace_verb(statement, verb, modality="can", voice="passive")
    statement.exclusive = True
    statement.licences.append(f"limit: {named[0].text} endet am = kann bis zum … werden")


def verb_of_deadline_noun(noun: str) -> str:
    """ "anmelden" of "anmeldefrist" and "anmeldeschluss"; an empty text for what is no last day ("beschluss")."""
    act = next((noun.removesuffix(end) for end in LAST_DAYS if noun.endswith(end)), "")
    verb = (verb_of_act_noun(act.removesuffix("s")) or verb_of_act_noun(act) or OF_STEMS.get(act, "")) if act else ""
    return verb if verb in UNTIL_THEN else ""


UNTIL_THEN = frozenset(
    {"anmelden", "abmelden", "bewerben", "einsenden", "abgeben", "einreichen", "melden", "registrieren", "beantragen"}
)
"""What can be done until a date by whoever wants to; a "Bewährungsfrist" is a time in which something is so."""
OF_STEMS = {
    "anmelde": "anmelden",
    "bewerbe": "bewerben",
    "melde": "melden",
    "einsende": "einsenden",
    "abgabe": "abgeben",
}
"""First halves of compounds with a stem: "Anmeldeschluss"."""


ONGOING = ("beratung", "beratungen", "sanierung", "prüfung", "untersuchung", "befragung", "besichtigung")
"""Ends of acts that go on for a time, in which something else happens."""


def within_act(statement: Statement) -> None:
    """ "wurde im Rahmen der Sanierung geschlossen" as "bei der Sanierung"; "bei Sanierung" may be one to come."""
    if statement.predicate.tense not in {"past", "perfect"}:
        return
    for index, part in enumerate(statement.parts):
        noun = part.words[2] if part.mark == "in" and part.words[:2] == ("rahmen", "of") and len(part.words) > 2 else ""
        if noun.endswith(ONGOING) and not part.scope:
            statement.parts[index] = replace(part, mark="near", words=part.words[2:])
            statement.licences.append("word: im Rahmen von X = bei X")
