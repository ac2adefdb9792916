"""Whose duty an act is: "obliegt dem Amt", "zuständig ist das Amt". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import DATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import head_index, verb_of_part
from apps.text.entailment.german.nominalisations.nominalised_acts import INCUMBENT, parts_of_nominalisation
from apps.text.entailment.german.nominalisations.persons_and_offices import is_office


def incumbent(statement: Statement) -> None:
    """ "Die Prüfung der Unterlagen obliegt dem Amt" as "das Amt muss die Unterlagen prüfen"."""
    found = statement.predicate
    acts = [
        p
        for p in statement.parts
        if p.mark == "np" and p.words and verb_of_part(p) and head_index(p) == 0 and not p.scope
    ]
    bound = [p for p in statement.parts if p.mark == "np" and DATIVE in p.cases and NOMINATIVE not in p.cases]
    bound = [p for p in bound if not p.scope and p not in acts]
    named = [p for p in statement.parts if p.mark == "np"]
    if (
        found.verb not in INCUMBENT
        or found.modality
        or found.tense != "present"
        or len(acts) != 1
        or len(bound) != 1
        or len(named) != len(("act", "person"))
    ):
        return
    agent = replace(bound[0], cases=frozenset({NOMINATIVE}), turned=True)
    rest = [p for p in statement.parts if p not in (acts[0], bound[0])]
    statement.parts = [agent, *parts_of_nominalisation(acts[0]), *rest]
    statement.front = 1
    statement.predicate = Predicate(verb_of_part(acts[0]), "must", "active")
    statement.licences.append("modality: obliegt = muss")


def incumbent_to(statement: Statement) -> None:
    """ "Den Anliegern obliegt es, die Wege zu räumen" as "die Anlieger müssen die Wege räumen"."""
    found = statement.predicate
    acts = [d for d in statement.dependents if d.relation == "to"]
    bound = [p for p in statement.parts if p.mark == "np" and DATIVE in p.cases and NOMINATIVE not in p.cases]
    named = [p for p in statement.parts if p.mark == "np" and p.words not in {("it",), ("they",)}]
    plain = found.tense == "present" and not (found.modality or found.mood or statement.scope)
    if found.verb not in INCUMBENT or not plain or len(acts) != 1 or len(bound) != 1 or named != bound:
        return
    if bound[0].scope or acts[0].scope or acts[0].predicate.modality:
        return
    act = acts[0]
    agent = replace(bound[0], cases=frozenset({NOMINATIVE}), turned=True)
    rest = [p for p in statement.parts if p not in named and p.words != ("it",)]
    statement.parts, statement.front = [agent, *rest, *act.parts], 1
    statement.dependents = [*(d for d in statement.dependents if d is not act), *act.dependents]
    statement.predicate = Predicate(act.predicate.verb, "must", "active")
    statement.licences.append("modality: obliegt es, zu = muss")


PLACES_OF_DUTY = frozenset({"stelle", "behörde", "amt", "ansprechpartner", "ansprechstelle", "einrichtung"})


def responsible_office(statement: Statement) -> None:
    """ "Zuständige Stelle ist das Bauamt", "die Zuständigkeit liegt beim Bauamt" as "das Bauamt ist zuständig"."""
    found = statement.predicate
    plain = found.voice == "active" and found.tense == "present" and not found.modality and not statement.scope
    if found.verb not in {"sein", "liegen"}:
        return
    titles = [
        p for p in statement.parts if p.mark == "np" and names_responsibility(p) and not p.scope and not p.determiner
    ]
    if not plain or len(titles) != 1 or statement.generic:
        return
    mark = "near" if found.verb == "liegen" else "np"
    offices = [p for p in statement.parts if p.mark == mark and p is not titles[0] and not p.scope and is_office(p)]
    if len(offices) != 1 or (titles[0].words == ("zuständigkeit",)) != (found.verb == "liegen"):
        return
    office = replace(offices[0], mark="np", cases=frozenset({NOMINATIVE}), turned=True)
    statement.parts = [office if p is offices[0] else p for p in statement.parts if p is not titles[0]]
    statement.front = 1
    replace_verb(statement, "sein zuständig")
    statement.exclusive = True
    statement.licences.append("word: zuständige Stelle ist X = X ist zuständig")


def names_responsibility(part: Part) -> bool:
    if part.words == ("zuständigkeit",):
        return True
    if not part.text.lower().startswith("zuständig"):
        return False  # "Die zuständige Stelle ist ein Teil des Landratsamts."
    return (
        len(part.words) == len(("zuständig", "stelle"))
        and part.words[0] == "zuständig"
        and part.words[1] in PLACES_OF_DUTY
    )


def responsible(statement: Statement) -> None:
    """ "Für die Prüfung der Anträge ist das Amt zuständig" as "das Amt prüft die Anträge"."""
    found = statement.predicate
    acts = [p for p in statement.parts if p.mark == "for" and p.words and verb_of_part(p) and head_index(p) == 0]
    named = [p for p in statement.parts if p.mark == "np"]
    plain = found.tense == "present" and not found.modality and not statement.scope and not statement.generic
    if found.verb != "sein zuständig" or not plain or len(acts) != 1 or len(named) != 1:
        return
    if acts[0].scope or acts[0].determiner or named[0].scope or not parts_of_nominalisation(acts[0]):
        return
    agent = replace(named[0], cases=frozenset({NOMINATIVE}), turned=True)
    rest = [p for p in statement.parts if p not in (acts[0], named[0])]
    statement.parts = [agent, *parts_of_nominalisation(acts[0]), *rest]
    statement.front = 1
    replace_verb(statement, verb_of_part(acts[0]))
    statement.licences.append("word: zuständig für die Prüfung von X = prüft X")
