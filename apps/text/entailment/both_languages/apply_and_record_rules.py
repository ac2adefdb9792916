"""Applies a rule to a statement and notes its name where it changed what is said and noted nothing itself.

So no rule can forget to. What both sides said alike before any rule needs no licence: `drop_shared_licences` leaves
such names out.
"""

from collections.abc import Callable, Iterable

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement

SILENT = "rule: "
"""What licences begin with that were noted here: the name of the rule follows."""


def apply_and_record_rules(
    rules: Iterable[Callable[[Statement], None]], statement: Statement, *, until: Callable[[], bool] = lambda: False
) -> int:
    """Changes the statement by each rule in turn, until one makes `until` true; how many were applied.

    Its licences grow by each rule that has changed anything but cases and texts.
    """
    before, applied = statement_state(statement), 0
    for rule in rules:
        licences = len(statement.licences)
        rule(statement)
        applied += 1
        after = statement_state(statement)
        if after != before:
            if len(statement.licences) == licences and comparable_state(after) != comparable_state(before):
                statement.licences.append(f"{SILENT}{rule.__name__.replace('_', ' ')}")
            before = after
            if until():
                break
    return applied


def statement_state(statement: Statement) -> tuple[object, ...]:
    """What a rule may change: cheap to make, and to hold against the one before, of which it has the same parts."""
    own = (statement.predicate, statement.scope, statement.generic, statement.relation, statement.connector)
    if not statement.dependents:
        return (*own, *statement.parts)
    return (*own, *statement.parts, *map(statement_state, statement.dependents))


def comparable_state(state: tuple[object, ...]) -> list[object]:
    """Returns of what is shown what is compared: of parts their keys."""
    return [
        one.key if isinstance(one, Part) else comparable_state(one) if isinstance(one, tuple) and one else one
        for one in state
    ]


def comparable_content(statement: Statement) -> list[object]:
    """All that is compared of a statement, with its clauses."""
    return comparable_state(statement_state(statement))


def drop_shared_licences(licences: Iterable[str], source: Statement, claim: Statement) -> list[str]:
    """Drops names of rules that changed both sides alike: where both were the same before any rule."""
    same = bool(source.as_read) and source.as_read == claim.as_read
    return [name for name in licences if not (same and name.startswith(SILENT))]
