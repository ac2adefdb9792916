"""Spells out acts said by their nouns: "eine Prüfung vornehmen", "die Zustimmung ist erforderlich". German."""

from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, GENITIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import (
    ORGANISATION_ENDINGS,
    head_index,
    split_act_compound,
    verb_of_act_noun,
    verb_of_part,
)

ACTING = frozenset({"erfolgen", "vornehmen", "durchführen"})
INCUMBENT = frozenset({"obliegen", "obliegt"})
"""What is somebody's duty."""
JUDGED = frozenset(
    {"necessary", "möglich", "allowed", "forbidden", "impossible", "verpflichtend", "vorgeschrieben", "voluntarily"}
)


def acts_spelled_out(statement: Statement) -> None:
    """ "Eine Terminvereinbarung ist erforderlich" as "eine Vereinbarung eines Termins"."""
    name, _, adjective = statement.predicate.verb.partition(" ")
    if name == "brauchen" or (name == "sein" and adjective in JUDGED):
        read_access_as_entering(statement)
    if not (name == "sein" and adjective in JUDGED) and name not in ACTING and name not in INCUMBENT:
        return
    for index, part in enumerate(statement.parts):
        if part.mark == "np" and len(part.words) == 1 and not part.scope:
            thing, act = split_act_compound(part.words[0])
            if act:
                statement.parts[index] = replace(part, words=(act, "of", thing))
                statement.licences.append(f"compound: {part.text} = {act} …")


def read_access_as_entering(statement: Statement) -> None:
    """ "Der Zutritt zum Saal ist gestattet" as "das Betreten des Saals"."""
    for index, (part, place) in enumerate(pairwise(statement.parts)):
        named = part.mark in {"np", "for"} and part.words == ("zutritt",) and not part.scope and not part.determiner
        if named and place.mark == "to" and not place.scope and not place.sign and "of" not in place.words:
            statement.parts[index : index + 2] = [replace(part, words=("betreten", "of", *place.words))]
            statement.front -= index + 1 < statement.front
            statement.licences.append("word: Zutritt zu X = Betreten von X")
            return


def limited(statement: Statement) -> None:
    """ "Die Nutzung ist auf zwei Stunden begrenzt" as "darf höchstens zwei Stunden genutzt werden"."""
    found = statement.predicate
    acts = [p for p in statement.parts if p.mark == "np" and head_index(p) == 0 and verb_of_part(p)]
    bounds = [p for p in statement.parts if p.mark == "on" and p.has_value and not p.scope]
    if found.verb not in {"begrenzen", "beschränken"} or found.voice != "passive":
        return
    if found.tense not in {"perfect", "present"} or found.modality or statement.scope:
        return
    if len(acts) != 1 or len(bounds) != 1 or acts[0].scope or acts[0].determiner or statement.dependents:
        return
    words = bounds[0].words[bounds[0].words[0] == "at_most" :]
    if len(words) != 1 or not words[0].startswith(("minutes:", "days:", "months:")):
        return
    rest = acts[0].words[2:]
    thing = [Part("np", rest, cases=frozenset({NOMINATIVE}), text=acts[0].text)] if rest else []
    place = statement.parts.index(acts[0])
    statement.parts[place : place + 1] = thing
    bound = replace(bounds[0], mark="value", words=words, scope=("at_most",))
    statement.parts = [bound if p is bounds[0] else p for p in statement.parts]
    statement.front = min(statement.front, len(thing))
    replace_verb(statement, verb_of_part(acts[0]), modality="may", voice="passive", tense="present")
    statement.licences.append("modality: auf X begrenzt = darf höchstens X")


LIGHT = frozenset({"vornehmen", "durchführen", "leisten", "treffen", "tätigen"})
"""Verbs that say no more than that the act is done which their object names."""
RAISED = frozenset({"erheben", "einlegen"})
"""Verbs that say so of objections."""


def light_verb(statement: Statement) -> None:
    """ "eine Prüfung der Unterlagen vornehmen" as "die Unterlagen prüfen", "Einwendungen erheben" as "einwenden"."""
    found = statement.predicate
    if found.verb not in LIGHT and found.verb not in RAISED:
        return
    phrases = [p for p in statement.parts if p.mark == "np" and p.words != ("it",)]
    case = NOMINATIVE if found.voice == "passive" else ACCUSATIVE
    acts = [
        p
        for p in phrases
        if case in p.cases and not p.scope and not p.determiner and head_index(p) == 0 and verb_of_part(p)
    ]
    if found.verb in RAISED:
        acts = [p for p in acts if p.words[0] in REMEDIES]
    if len(acts) != 1 or not is_indefinite(acts[0]) or verb_of_part(acts[0]) in EMPTY:
        return
    rest = acts[0].words[2:]
    thing = [Part("np", rest, cases=frozenset({case}), text=acts[0].text)] if rest else []
    if thing and len(phrases) > 1 + (found.voice == "active"):
        return
    place = statement.parts.index(acts[0])
    statement.parts[place : place + 1] = thing
    statement.front -= (not thing) and place < statement.front
    replace_verb(statement, verb_of_part(acts[0]), same_subject=found.voice == "active")
    statement.licences.append(f"idiom: {acts[0].words[0]} {found.verb} = {verb_of_part(acts[0])}")


REMEDIES = frozenset({"einwendung", "einwand", "klage", "beschwerde", "einspruch"})
EMPTY = frozenset({"massnehmen", "maßnehmen"})


def is_indefinite(part: Part) -> bool:
    first = part.text.split(" ")[0]
    return first.lower() in {"ein", "eine", "einen"} or (first[:1].isupper() and first == part.text)


def requiring(statement: Statement) -> None:
    """ "X bedarf der Zustimmung" as "X braucht die Zustimmung", "für X braucht man sie"."""
    found = statement.predicate
    if found.verb == "bedürfen" and found.voice == "active":
        needed = [p for p in statement.parts if p.mark == "np" and NOMINATIVE not in p.cases]
        needed += [p for p in statement.parts[statement.front :] if p.mark == "np" and GENITIVE in p.cases]
        statement.parts = [
            replace(p, cases=frozenset({ACCUSATIVE}), turned=True) if p in needed[:1] else p for p in statement.parts
        ]
        replace_verb(statement, "brauchen", same_subject=True)
        statement.licences.append("word: bedürfen = brauchen")
    in_front = statement.parts[:1] if statement.front else []
    phrases = [p for p in in_front if p.mark == "np" and NOMINATIVE in p.cases and not p.scope]
    subjects = [p for p in phrases if is_undertaken(p)]
    objects = [p for p in statement.parts[1:] if p.mark == "np" and ACCUSATIVE in p.cases]
    needing = statement.predicate.verb == "brauchen" and found.voice == "active" and not found.modality
    if needing and not statement.generic and len(subjects) == len(objects) == 1:
        changed = {id(subjects[0]): replace(subjects[0], mark="for"), id(objects[0]): as_nominative(objects[0])}
        statement.parts = [changed.get(id(p), p) for p in statement.parts]
        replace_verb(statement, "brauchen", voice="passive")
        statement.licences.append("word: X braucht Y = für X wird Y gebraucht")


UNDERTAKEN = ("vorhaben", "massnahme", "anlage", "gebäude", "projekt", "antrag", "wohnung")


def is_undertaken(part: Part) -> bool:
    """ "Der Umbau", "die Anlage": what somebody does or makes. Who needs a permit is not what it is needed for: neither
    a person nor an organ that is named after what it does ("die Verwaltung").
    """
    noun = part.words[head_index(part)] if part.words else ""
    return noun.endswith(UNDERTAKEN) or (
        not noun.endswith(ORGANISATION_ENDINGS) and bool(verb_of_act_noun(noun) or split_act_compound(noun)[0])
    )


def as_nominative(part: Part) -> Part:
    return replace(part, cases=frozenset({NOMINATIVE}), turned=True)


def presupposed(statement: Statement) -> None:
    """ "Voraussetzung für X ist Y", "X setzt Y voraus" as "für X wird Y gebraucht"."""
    found = statement.predicate
    if found.voice != "active" or found.modality or statement.scope or statement.generic:
        return
    needs = [p for p in statement.parts if p.mark == "np" and p.words == ("voraussetzung",) and not p.scope]
    others = [p for p in statement.parts if p.mark == "np" and p not in needs]
    if found.verb == "sein" and len(needs) == len(others) == 1 and any(p.mark == "for" for p in statement.parts):
        statement.parts = [as_nominative(p) if p is others[0] else p for p in statement.parts if p is not needs[0]]
    elif (
        found.verb == "voraussetzen"
        and not needs
        and len(others) == 2
        and statement.front == 1
        and others[0] is statement.parts[0]
    ):
        changed = {id(others[0]): replace(others[0], mark="for"), id(others[1]): as_nominative(others[1])}
        statement.parts = [changed.get(id(p), p) for p in statement.parts]
    else:
        return
    statement.front = min(statement.front, 1)
    replace_verb(statement, "brauchen", voice="passive")
    statement.licences.append("word: Voraussetzung für X ist Y = für X wird Y gebraucht")


CONSENTS = frozenset(
    {"zustimmen", "unterschreiben", "mitwirken", "teilnehmen", "erscheinen", "sein anwesend", "beitreten"}
)
"""Acts whose genitive is who does them: "die Zustimmung der Eltern"."""


def consent(statement: Statement) -> None:
    """ "Die Zustimmung der Eltern ist erforderlich" as "die Eltern müssen zustimmen"."""
    acts = [p for p in statement.parts if p.mark == "np" and p.words[1:2] == ("of",) and verb_of_part(p) in CONSENTS]
    if statement.predicate.verb != "sein necessary" or len(acts) != 1 or acts[0].scope or acts[0].determiner:
        return
    if statement.predicate.modality or statement.dependents or sum(p.mark == "np" for p in statement.parts) > 1:
        return
    who = Part("np", acts[0].words[2:], cases=frozenset({NOMINATIVE}), text=acts[0].text, turned=True)
    statement.parts = [who if p is acts[0] else p for p in statement.parts]
    replace_verb(statement, verb_of_part(acts[0]), modality="must")
    statement.licences.append("modality: Zustimmung von X erforderlich = X muss zustimmen")


OWN_ADVERBS = {
    "einmalig": "once",
    "täglich": "daily",
    "schriftlich": "in_writing",
    "monatlich": "monthly",
    "jährlich": "yearly",
    "vollständig": "fully",
    "vorherig": "in_advance",
    "previous": "in_advance",
    "written": "in_writing",
}


def parts_of_nominalisation(part: Part) -> list[Part]:
    """ "einmaligen Betreten des Bades": "einmal" and "das Bad"."""
    place = head_index(part)
    adjectives = [
        Part("adv", (OWN_ADVERBS.get(word, word),), part.scope, text=part.text) for word in part.words[:place]
    ]
    rest = part.words[place + 2 :]
    objects = (
        [Part("np", rest, () if adjectives else part.scope, frozenset({ACCUSATIVE}), text=part.text)] if rest else []
    )
    return [*adjectives, *objects]
