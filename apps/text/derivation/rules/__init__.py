"""Rules that bring a clause to one form, each with the name it is licensed under. German. Pure.

A rule may only be here when both forms mean the same in an official text. It works on one clause of either side; the
comparison afterwards knows nothing of it.

May import from this app: derivation, derivation.reading.
"""

from collections.abc import Callable

from apps.text.derivation.rules import acts, amounts, attached, necessity, phrases, subjects
from apps.text.derivation.statement import Statement

RULES: tuple[Callable[[Statement], None], ...] = (
    subjects.generic_agent,
    subjects.denial_by_determiner,
    subjects.denial_of_part,
    acts.existence,
    subjects.expletive,
    phrases.bound_phrase,
    phrases.bearing_costs,
    necessity.state,
    necessity.possibility,
    necessity.permission,
    necessity.released,
    necessity.judged_act,
    acts.performed_act,
    acts.claimed,
    acts.in_force,
    acts.granted,
    acts.begun,
    acts.enclosed,
    attached.not_before,
    phrases.time_for,
    phrases.route,
    acts.held,
    amounts.levied,
    amounts.amount,
    subjects.one_of_both,
    phrases.has_to_judge,
    acts.entitled_to_apply,
    attached.attribute_clause,
)


def normalised(statement: Statement) -> Statement:
    """The statement and all that hangs on it, by every rule in turn."""
    for dependent in statement.dependents:
        normalised(dependent)
    for rule in RULES:
        rule(statement)
    return statement
