"""What was so, would be so, may be so or is said to be so is not so: by no rule that puts another verb in its place."""

from collections.abc import Iterator
from dataclasses import replace

from apps.text.entailment.both_languages.apply_and_record_rules import comparable_content
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.rules import normalise_statement
from tests.text.entailment.german.rules.rule_order import copied, german_clauses


def changed(found: Predicate) -> Iterator[tuple[str, Predicate]]:
    """The predicate as it would be if the clause told of another time, of what would be, or only of what may be."""
    if found.tense == "present":
        yield "past", replace(found, tense="past")
    if not found.mood:
        yield "would", replace(found, mood="if")
    if not found.modality and not found.imperative:
        yield "can", replace(found, modality="can")
        yield "should", replace(found, modality="should")


def form_with(predicate: Predicate, statement: Statement) -> list[object]:
    other = copied(statement)
    other.predicate = predicate
    return comparable_content(normalise_statement(other))


def test_no_rule_loses_when_and_whether_something_is_so() -> None:
    """Every clause of these tests, read with another time, mood or modality, comes out otherwise than it did."""
    lost = []
    for text, statement in german_clauses():
        own = form_with(statement.predicate, statement)
        lost += [(name, text) for name, other in changed(statement.predicate) if form_with(other, statement) == own]
    assert lost == []
