"""Acts that are needed or forbidden, with how they are done: "Eine persönliche Vorsprache ist nötig". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import head_index, verb_of_act_noun, verb_of_part
from apps.text.entailment.german.nominalisations.nominalised_acts import ACTING, JUDGED, OWN_ADVERBS

GIVEN_PERMITS = frozenset({"genehmigung", "erlaubnis", "zustimmung", "einwilligung", "zulassung", "bewilligung"})
"""What others give: it is needed for something, and "für den Umbau" tells what."""


def needs_permit_for(statement: Statement, act: Part) -> bool:
    """ "Für den Umbau ist eine Genehmigung nötig": the act that matters is the other one."""
    return act.words[head_index(act)] in GIVEN_PERMITS and any(p.mark == "for" for p in statement.parts)


NEEDED = frozenset(
    {
        *("anmeldung", "voranmeldung", "abmeldung", "ummeldung", "registrierung", "reservierung", "vereinbarung"),
        *("vorsprache", "genehmigung", "erlaubnis", "bewilligung"),
    }
)
"""Acts that whoever needs them has to do, or to have done; a referral ("Überweisung") is given by others."""


def needed_act(statement: Statement) -> None:
    """ "Sie brauchen eine Anmeldung" as "eine Anmeldung ist nötig"."""
    found = statement.predicate
    told = [p for p in statement.parts if p.mark == "np" and p.words != ("it",)]
    acts = [p for p in told if p.words[-1:] and p.words[-1] in NEEDED and not p.scope and not p.determiner]
    acts = [p for p in acts if all(is_manner(word) for word in p.words[:-1])]
    by_nobody = statement.generic in {"you", "one"} if found.voice == "active" else not statement.generic
    plain = found.verb == "brauchen" and found.tense == "present" and not found.modality and by_nobody
    if not plain or len(told) != 1 or len(acts) != 1 or statement.dependents or needs_permit_for(statement, acts[0]):
        return
    changed = {id(acts[0]): replace(acts[0], cases=frozenset({NOMINATIVE}), turned=True)}
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    statement.generic = ""
    replace_verb(statement, "sein necessary", voice="active")
    statement.licences.append("word: eine Anmeldung brauchen = sie ist nötig")


MANNERS = frozenset(
    {
        *("persönlich", "telefonisch", "elektronisch", "online", "digital", "mündlich", "postalisch", "formlos", "bar"),
        *("in_writing", "schriftlich", "free_of_charge", "kostenlos", "kostenfrei", "gebührenfrei", "vorherig"),
        *("in_advance", "rechtzeitig", "fristgerecht", "vorzeitig", "nachträglich", "unverzüglich", "gesondert"),
        *("jährlich", "yearly", "monatlich", "monthly", "täglich", "regelmässig", "verbindlich", "bargeldlos"),
    }
)
"""Adjectives that say how or when an act is done; others ("gültig", "ärztlich") say which one it is."""
POSITIVE = {"sein impossible": "sein möglich", "sein forbidden": "sein allowed", "sein voluntarily": "sein necessary"}


def qualified_act(statement: Statement) -> None:
    """ "Eine persönliche Vorsprache ist (nicht) nötig" as "eine Vorsprache ist (nicht) persönlich nötig"."""
    name, _, adjective = statement.predicate.verb.partition(" ")
    if not (name == "sein" and adjective in JUDGED) and name not in ACTING:
        return
    told = [p for p in statement.parts if p.mark == "np" and p.words != ("it",)]
    acts = [p for p in told if verb_of_part(p) and head_index(p) > 0 and not p.scope and not p.determiner]
    if len(told) != 1 or len(acts) != 1 or needs_permit_for(statement, acts[0]):
        return
    act, place = acts[0], head_index(acts[0])
    manners, verb = act.words[:place], statement.predicate.verb
    twice = bool(statement.scope) and verb in POSITIVE
    if not all(is_manner(word) for word in manners) or statement.scope not in {(), ("not",)} or twice:
        return
    denied = statement.scope == ("not",) or verb in POSITIVE
    replace_verb(statement, POSITIVE.get(verb, verb), same_subject=True)
    how = [Part(mark_of_manner(word), (OWN_ADVERBS.get(word, word),), text=act.text) for word in manners]
    if denied and how[0].words != ("in_advance",):  # "nicht vorher anmelden" is told of the whole.
        how[0], statement.scope = replace(how[0], scope=("not",)), ()
    elif denied:
        statement.scope = ("not",)
    at = statement.parts.index(act)
    statement.parts[at : at + 1] = [replace(act, words=act.words[place:]), *how]
    statement.front += (at < statement.front) * len(how)
    statement.licences.append(f"word order: {act.text} = {' '.join(manners)} …")


def is_manner(word: str) -> bool:
    return word in MANNERS


def mark_of_manner(word: str) -> str:
    return "adv" if word in {"online", "free_of_charge"} | OWN_ADVERBS.keys() | set(OWN_ADVERBS.values()) else "adj"


WITH_ACTS = ("bar", "online")
"""First halves of compounds that say how an act is done."""


def split_manner_compound(noun: str) -> tuple[str, str]:
    """ "barzahlung" as ("bar", "zahlung"), "onlineanmeldung" as ("online", "anmeldung"); two empty texts for others."""
    for how in WITH_ACTS:
        act = noun.removeprefix(how).removeprefix("-")
        if noun.startswith(how) and act and verb_of_act_noun(act):
            return how, act
    return "", ""


def manners_spelled_out(statement: Statement) -> None:
    """ "Barzahlung" as "bare Zahlung", where an act is needed, possible or done."""
    name, _, adjective = statement.predicate.verb.partition(" ")
    if not (name == "sein" and adjective in JUDGED) and name not in ACTING:
        return
    for index, part in enumerate(statement.parts):
        if part.mark == "np" and len(part.words) == 1 and not part.scope and all(split_manner_compound(part.words[0])):
            statement.parts[index] = replace(part, words=split_manner_compound(part.words[0]))
            statement.licences.append(f"compound: {part.text} = {' '.join(split_manner_compound(part.words[0]))}")
