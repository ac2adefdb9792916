"""Who has a right to what: "es besteht Anspruch auf", "antragsberechtigt sind". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, DATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.nominalisations.giving_and_receiving_paraphrases import with_case

LIGHT_NOUNS = frozenset({"einrichtung", "gewährung", "erteilung", "bereitstellung"})


def claimed(statement: Statement) -> None:
    """ "Es besteht Anspruch auf X" as "X kann verlangt werden"."""
    rights = [
        p for p in statement.parts if p.mark == "np" and p.words in {("anspruch",), ("rechtsanspruch",)} and not p.scope
    ]
    objects = [p for p in statement.parts if p.mark == "on" and not p.scope]
    if (
        statement.predicate.verb not in {"bestehen", "haben"}
        or len(rights) != 1
        or len(objects) != 1
        or statement.predicate.modality
    ):
        return
    if rights[0].words == ("rechtsanspruch",):
        return
    active = statement.predicate.verb == "haben"
    words = (
        objects[0].words[2:]
        if objects[0].words[0] in LIGHT_NOUNS and objects[0].words[1:2] == ("of",)
        else objects[0].words
    )
    place = statement.parts.index(objects[0])
    statement.parts[place] = replace(
        objects[0], mark="np", words=words, cases=frozenset({ACCUSATIVE if active else NOMINATIVE})
    )
    drop_parts(statement, lambda part: part is rights[0])
    statement.predicate = Predicate("verlangen", "can", "active" if active else "passive", statement.predicate.tense)
    statement.licences.append("idiom: Anspruch auf X = X verlangen können")


def entitled(statement: Statement) -> None:
    """ "Anspruchsberechtigt sind X" as "X haben Anspruch"; "Sie haben Rechtsanspruch" as "es besteht einer"."""
    rights = [p for p in statement.parts if p.mark == "np" and p.words == ("rechtsanspruch",) and not p.scope]
    reader = statement.predicate.verb == "haben" and statement.generic == "you" and not statement.predicate.modality
    if reader and rights:
        statement.generic = ""
        statement.parts = [with_case(p, NOMINATIVE) if p in rights else p for p in statement.parts]
        replace_verb(statement, "bestehen")
        statement.licences.append("idiom: Rechtsanspruch haben = es besteht Rechtsanspruch")
    named = statement.predicate.verb in {"anspruchsberechtigen", "sein anspruchsberechtigt"}
    if named and not statement.predicate.modality:
        statement.predicate = Predicate("haben")
        statement.parts = [
            replace(p, cases=frozenset({NOMINATIVE}), turned=True) if p.mark == "np" else p for p in statement.parts
        ]
        statement.parts.append(Part("np", ("anspruch",), cases=frozenset({ACCUSATIVE}), text="Anspruch"))
        statement.licences.append("idiom: anspruchsberechtigt sind X = X haben Anspruch")


RIGHTS = ("recht", "anspruch", "befugnis")


def belonging_right(statement: Statement) -> None:
    """ "Dieses Recht steht Mietern zu" as "Mieter haben dieses Recht"."""
    if statement.predicate.verb != "zustehen":
        return
    phrases = [p for p in statement.parts if p.mark == "np" and not p.scope]
    rights = [p for p in phrases if p.words and p.words[-1].endswith(RIGHTS) and NOMINATIVE in p.cases]
    holders = [p for p in phrases if p not in rights and DATIVE in p.cases]
    if statement.predicate.voice != "active" or len(rights) != 1 or len(holders) != 1 or len(phrases) != 2:
        return
    changed = {id(rights[0]): with_case(rights[0], ACCUSATIVE), id(holders[0]): with_case(holders[0], NOMINATIVE)}
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    replace_verb(statement, "haben")
    statement.licences.append("idiom: X steht ein Recht zu = X hat ein Recht")


def reflexive_act(statement: Statement) -> None:
    """ "Sie melden sich an" as "Sie melden an": where nobody else is named, the reader is."""
    others = [p for p in statement.parts if p.mark == "np" and p.words != ("oneself",)]
    if statement.predicate.verb in REFLEXIVE and statement.generic in {"you", "one"} and not others:
        drop_parts(statement, lambda part: part.words == ("oneself",) and not part.scope)


REFLEXIVE = frozenset({"anmelden", "abmelden", "ummelden", "registrieren", "einschreiben", "beschweren", "bewerben"})


def entitled_to_apply(statement: Statement) -> None:
    """ "Antragsberechtigt sind X" as "X dürfen den Antrag stellen"."""
    found = statement.predicate
    if found.verb not in {"antragsberechtigen", "sein antragsberechtigt"} or found.modality:
        return
    statement.predicate = Predicate("beantragen", "may")
    statement.parts = [
        replace(p, cases=frozenset({NOMINATIVE}), turned=True) if p.mark == "np" else p for p in statement.parts
    ]
    statement.licences.append("modality: antragsberechtigt sind X = X dürfen den Antrag stellen")


CHANCES = {"möglichkeit": "can", "gelegenheit": "can", "recht": "may", "befugnis": "may", "pflicht": "must"}


def chance_to(statement: Statement) -> None:
    """ "Eltern haben die Möglichkeit, … zu beantragen" as "können beantragen"; "es besteht …" as "man kann"."""
    acts = [d for d in statement.dependents if d.relation == "to"]
    nouns = [p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and p.words[0] in CHANCES]
    found = statement.predicate
    if (
        found.verb not in {"haben", "bestehen"}
        or found.modality
        or statement.scope
        or len(acts) != 1
        or len(nouns) != 1
    ):
        return
    if nouns[0].scope or nouns[0].determiner or found.tense != "present" or acts[0].scope or acts[0].predicate.modality:
        return
    persons = [p for p in statement.parts if p is not nouns[0] and p.words != ("it",)]
    if found.verb == "bestehen" and persons:
        return
    statement.parts = [*persons, *acts[0].parts]
    statement.front = min(statement.front, len(persons))
    statement.dependents = [*(d for d in statement.dependents if d is not acts[0]), *acts[0].dependents]
    statement.predicate = Predicate(acts[0].predicate.verb, CHANCES[nouns[0].words[0]])
    statement.generic = statement.generic or ("one" if found.verb == "bestehen" else "")
    statement.licences.append(f"modality: {nouns[0].words[0]}, zu … = {CHANCES[nouns[0].words[0]]}")


def reserved(statement: Statement) -> None:
    """ "Die Gemeinde behält sich vor, den Platz zu sperren" as "die Gemeinde kann den Platz sperren"."""
    acts = [d for d in statement.dependents if d.relation == "to"]
    own = [p for p in statement.parts if p.words == ("oneself",)]
    found = statement.predicate
    if found.voice != "active" or found.modality or statement.scope or found.tense != "present":
        return
    if len(acts) != 1 or len(own) != 1 or acts[0].scope or acts[0].predicate.modality:
        return
    who = [p for p in statement.parts if p is not own[0]]
    statement.parts = [*who, *acts[0].parts]
    statement.front = min(statement.front, len(who))
    statement.dependents = [*(d for d in statement.dependents if d is not acts[0]), *acts[0].dependents]
    statement.predicate = Predicate(acts[0].predicate.verb, "can")
    statement.licences.append("modality: sich vorbehalten, zu … = kann")
