"""Persons in other words: "If you are a resident, you …" is "Residents …". English."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement

GENERIC = frozenset({"you", "one"})
ATTRIBUTES = frozenset({"over", "under", "in", "with"})
"""Marks of what tells which residents are meant."""


def condition_of_being(statement: Statement) -> None:
    """ "If you are a resident over 65, you pay nothing" as "residents over 65 pay nothing"."""
    if statement.generic not in GENERIC or statement.predicate.imperative or statement.predicate.voice != "active":
        return
    for clause in statement.dependents:
        found = clause.predicate
        plain = clause.relation == "if" and found.verb == "be" and found.tense == "present" and not found.modality
        if not plain or clause.scope or clause.dependents or clause.generic not in GENERIC or not clause.parts:
            continue
        aged = clause.parts[0]
        if len(clause.parts) == 1 and aged.mark in {"over", "under"} and aged.has_value and not aged.scope:
            statement.dependents = [d for d in statement.dependents if d is not clause]
            person = Part("np", ("person",), cases=frozenset({NOMINATIVE}), text="Persons")
            statement.parts = [person, aged, *statement.parts]
            statement.front, statement.generic = 2, ""
            statement.licences.append("person: if you are over … = persons over …")
            return
        noun, *attributes = clause.parts
        words = noun.text.lower().split(" ")
        if noun.mark != "np" or noun.scope or words[0] not in {"a", "an"} or len(noun.words) != len(words) - 1:
            continue
        if any(p.mark not in ATTRIBUTES or p.scope for p in attributes):
            continue
        statement.dependents = [d for d in statement.dependents if d is not clause]
        subject = replace(noun, cases=frozenset({NOMINATIVE}), text=f"{noun.text.split(' ', 1)[1]}s")
        statement.parts = [subject, *attributes, *statement.parts]
        statement.front, statement.generic = 1 + len(attributes), ""
        statement.licences.append("person: if you are an X = Xs")
        return
