"""Persons in other words, by what they have or are: "Inhaber einer Karte" is "wer eine Karte hat". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import (
    ACCUSATIVE,
    DATIVE,
    NOMINATIVE,
    NOMINATIVE_OR_ACCUSATIVE,
    Part,
)
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import head_index
from apps.text.entailment.german.nominalisations.persons_and_offices import is_person

HOLDERS = frozenset({"inhaber", "besitzer"})


def owning(statement: Statement) -> None:
    """ "eine Karte besitzen" as "eine Karte haben"."""
    if statement.predicate.verb == "besitzen" and statement.predicate.voice == "active":
        replace_verb(statement, "haben", same_subject=True)
        statement.licences.append("word: besitzen = haben")


def holders(statement: Statement) -> None:
    """ "Inhaber einer Karte erhalten X" as "wer eine Karte hat, erhält X": said of all of them, whoever they are."""
    if statement.generic or statement.predicate.voice != "active" or statement.predicate.singular:
        return
    named = [p for p in statement.parts if p.mark == "np" and NOMINATIVE in p.cases and is_holder_of_thing(p)]
    if len(named) != 1:
        return
    thing = replace(named[0], mark=HAVING, words=named[0].words[2:], text=named[0].text.partition(" ")[2])
    statement.parts = [thing if p is named[0] else p for p in statement.parts]
    statement.generic = "one"
    statement.licences.append("person: Inhaber einer X = wer eine X hat")


def for_holders(statement: Statement) -> None:
    """ "Für Inhaber eines Passes gilt X" as "mit einem Pass gilt für Sie X": whoever has it."""
    named = [
        p for p in statement.parts if p.mark == "for" and is_holder_of_thing(replace(p, text=p.text.partition(" ")[2]))
    ]
    if len(named) == 1:
        thing = replace(named[0], mark=HAVING, words=named[0].words[2:], text=named[0].text.split(" ", 2)[-1])
        statement.parts = [thing if p is named[0] else p for p in statement.parts]
        statement.licences.append("person: für Inhaber einer X = wer eine X hat")


def condition_of_having(statement: Statement) -> None:
    """ "Wenn Sie eine Karte haben, …", "Personen mit einer Karte …": of anybody, what he has is a phrase."""
    for clause in list(statement.dependents):
        things = clause.parts
        lacks = clause.scope == ("not",) and bool(things) and not any(p.scope for p in things)
        plain = clause.relation == "if" and not clause.dependents and not clause.predicate.modality
        plain = plain and (lacks or not clause.scope)
        has = clause.predicate.verb == "haben" and clause.predicate.tense == "present" and clause.generic in GENERIC
        attributes = all(p.mark in ATTRIBUTES for p in things[1:])
        if plain and has and statement.generic in GENERIC and things and attributes and is_possessed_thing(things[0]):
            statement.dependents.remove(clause)
            words = (*things[0].scope, *things[0].words)
            owned_thing = replace(things[0], mark="without" if lacks else HAVING, words=words, scope=())
            statement.parts = [owned_thing, *things[1:], *statement.parts]
            statement.front += len(things)
            statement.licences.append("condition: wenn Sie X haben = wer X hat")
    persons = [p for p in statement.parts if p.mark == "np" and p.words == ("person",) and is_bare_noun(p)]
    place = statement.parts.index(persons[0]) + 1 if len(persons) == 1 else 0
    owned = [p for p in statement.parts[place : place + 1] if place and p.mark in {"with", "without"}]
    acting = statement.predicate.voice == "active" and not statement.generic
    if owned and acting and NOMINATIVE in persons[0].cases:
        statement.parts[place] = replace(owned[0], mark=HAVING if owned[0].mark == "with" else "without")
        statement.generic = "one"
        drop_parts(statement, lambda part: part is persons[0])
    if statement.generic in GENERIC and statement.predicate.verb in {"erhalten", "amount", "zahlen"}:
        statement.parts = [replace(p, mark=HAVING) if p.mark == "with" and not p.scope else p for p in statement.parts]


def condition_of_being(statement: Statement) -> None:
    """ "Wenn Sie Mieter sind, müssen Sie …", "Wenn Sie minderjährig sind, …" as "Mieter müssen", "Minderjährige …"."""
    if statement.predicate.imperative:
        return
    if statement.generic not in GENERIC or statement.predicate.voice != "active":
        restate_condition_as_case(statement)
        return
    for clause in list(statement.dependents):
        name, _, quality = clause.predicate.verb.partition(" ")
        plain = clause.relation == "if" and not clause.scope and not clause.dependents and not clause.predicate.modality
        if not plain or name != "sein" or clause.generic not in GENERIC or clause.predicate.tense != "present":
            continue
        nouns = [p for p in clause.parts if p.mark == "np" and is_bare_noun(p)]
        if quality and not clause.parts:
            words: tuple[str, ...] = (f"{quality}e",)
        elif not quality and len(nouns) == len(clause.parts) == 1:
            words = nouns[0].words
        else:
            continue
        statement.dependents.remove(clause)
        subject = Part("np", words, cases=frozenset({NOMINATIVE}), text=clause.text, turned=True)
        statement.parts, statement.generic = [subject, *statement.parts], ""
        statement.front += 1
        statement.predicate = replace(statement.predicate, plural=False, singular=False)
        statement.licences.append("person: wenn Sie X sind = X")
        return


def restate_condition_as_case(statement: Statement) -> None:
    """ "Wenn Sie minderjährig sind, müssen die Eltern …" as "bei Minderjährigen müssen die Eltern …"."""
    for clause in list(statement.dependents):
        name, _, quality = clause.predicate.verb.partition(" ")
        plain = clause.relation == "if" and not clause.scope and not clause.dependents and not clause.predicate.modality
        if not plain or name != "sein" or clause.generic not in GENERIC or clause.predicate.tense != "present":
            continue
        if quality and not clause.parts and not any(p.mark == "near" for p in statement.parts):
            statement.dependents.remove(clause)
            statement.parts = [Part("near", (f"{quality}e",), text=clause.text), *statement.parts]
            statement.front += 1
            statement.licences.append("person: wenn Sie X sind = bei X")


HANDED = frozenset({"ausgeben", "aushändigen", "auszahlen", "verteilen", "vergeben", "verleihen"})


def handed_to(statement: Statement) -> None:
    """ "Karten werden an Bewohner ausgegeben" as "Bewohner erhalten Karten"."""
    found = statement.predicate
    # Not "am Schalter".
    at = [p for p in statement.parts if " an " in f" {p.text.lower()} " and not p.determiner]
    receiving = [p for p in at if is_person(replace(p, words=p.words[: head_index(p) + 1]))]
    given = [p for p in statement.parts if p.mark == "np" and p.words != ("it",)]
    plain = found.verb in HANDED and found.voice == "passive" and found.tense == "present" and not found.modality
    if not plain or len(receiving) != 1 or len(given) != 1 or statement.relation:
        return
    changed = {
        id(receiving[0]): replace(receiving[0], mark="np", cases=frozenset({NOMINATIVE}), turned=True),
        id(given[0]): replace(given[0], cases=frozenset({ACCUSATIVE}), turned=True),
    }
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    replace_verb(statement, "erhalten", voice="active")
    statement.licences.append("word: wird an X ausgegeben = X erhält")


GENERIC = frozenset({"you", "one"})
ATTRIBUTES = frozenset({"value", "from", "with", "over", "under", "starting"})
"""Marks of what belongs to a thing: "einen Grad der Behinderung von mindestens 50"."""
HAVING = "having"
"""The mark of what anybody has to whom something is promised."""


def is_possessed_thing(part: Part) -> bool:
    """ "eine Karte", "mindestens zwei Kinder"; not "keine Karte", nor what no article or number tells to be a thing."""
    return part.mark == "np" and ACCUSATIVE in part.cases and part.words[:1] != ("no",) and part.determiner == ""


def is_bare_noun(part: Part) -> bool:
    return not part.scope and " " not in part.text


def is_holder_of_thing(part: Part) -> bool:
    """ "Inhaber einer Karte", all of them: neither counted nor one among them."""
    plain = not part.scope and not part.determiner and part.text.lower().split(" ")[0] in {*HOLDERS, "die"}
    return plain and part.words[:1] != () and part.words[0] in HOLDERS and part.words[1:2] == ("of",)


def reader_as(statement: Statement) -> None:
    """ "Sie müssen als Eltern die Kosten tragen" as "Eltern müssen die Kosten tragen"."""
    found = [p for p in statement.parts if p.mark == "when_past" and p.words and not p.has_value and not p.scope]
    state = statement.predicate.voice == "passive" and statement.predicate.tense == "perfect" and not statement.generic
    is_state = state and statement.relation == "if"  # "Sie werden als Lehrer eingestellt" makes somebody a teacher
    readers = [p for p in statement.parts if is_state and p.words == ("you",) and NOMINATIVE in p.cases and not p.scope]
    is_reader = statement.generic in {"you", "one"} or len(readers) == 1
    if not is_reader or len(found) != 1 or statement.predicate.imperative:
        return
    drop_parts(statement, lambda part: part in readers)
    statement.parts = [
        replace(p, mark="np", cases=NOMINATIVE_OR_ACCUSATIVE - {ACCUSATIVE}) if p is found[0] else p
        for p in statement.parts
    ]
    statement.generic = ""
    statement.predicate = replace(statement.predicate, plural=False, singular=False)
    statement.licences.append("person: Sie als X = X")


def of_an_age(statement: Statement) -> None:
    """ "Personen ab 65 Jahren erhalten …" as "ab 65 Jahren erhalten Sie …": said of anybody of that age."""
    if statement.generic or statement.predicate.voice != "active":
        return
    for index, part in enumerate(statement.parts[:-1]):
        aged = statement.parts[index + 1]
        years = (
            aged.mark in {"starting", "under", "over"}
            and aged.words[-1:] != ()
            and aged.words[-1].startswith("months:")
        )
        if (
            part.mark == "np"
            and part.words == ("person",)
            and is_bare_noun(part)
            and NOMINATIVE in part.cases
            and years
        ):
            drop_parts(statement, lambda other, person=part: other is person)  # type: ignore[misc]
            statement.generic = "one"
            statement.licences.append("person: Personen ab … = wer ab …")
            return


def belonging(statement: Statement) -> None:
    """ "Der Ausweis ist (bleibt) Eigentum der Bücherei" as "der Ausweis gehört der Bücherei"."""
    found = statement.predicate
    owned = [p for p in statement.parts if p.mark == "np" and p.words[:2] == ("eigentum", "of") and not p.scope]
    if found.verb not in {"sein", "bleiben"} or found.voice != "active" or len(owned) != 1 or owned[0].determiner:
        return
    if sum(p.mark == "np" for p in statement.parts) != len(("thing", "owner")):
        return
    owner = Part("np", owned[0].words[2:], cases=frozenset({DATIVE}), text=owned[0].text, turned=True)
    statement.parts = [owner if p is owned[0] else p for p in statement.parts]
    replace_verb(statement, "gehören", same_subject=True)
    statement.licences.append("word: ist Eigentum von X = gehört X")
