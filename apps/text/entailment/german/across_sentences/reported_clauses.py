"""Reported clauses: "Der Kläger meint, die Gebühr beträgt 5 Euro" does not say that it does. German."""

from collections.abc import Sequence
from itertools import groupby

from apps.text.entailment.both_languages.statement import Statement

SAID = frozenset(
    {
        *"""
        meinen sagen behaupten glauben finden denken vermuten hoffen verlangen befürchten
        """.split(),  # noqa: SIM905 - a list of words to be read
        *("annehmen", "schreiben", "erklären", "betonen", "mitteilen", "ankündigen", "beklagen", "kritisieren"),
        *("versprechen", "ausführen", "vortragen", "anführen", "einwenden", "versichern", "berichten", "heissen"),
    }
)


def subordinate_reported_clauses(statements: Sequence[Statement]) -> list[Statement]:
    """What is said depends on the clause that says so, before it or after it in the same sentence."""
    done: list[Statement] = []
    for _, group in groupby(statements, key=lambda statement: statement.sentence):
        told = list(group)
        saying = next((statement for statement in told if len(told) > 1 and is_reporting_clause(statement)), None)
        if saying is not None:
            saying.follows = told[0].follows
            saying.dependents += [mark_as_reported(statement) for statement in told if statement is not saying]
        done += [saying] if saying is not None else told
    return done


def is_reporting_clause(statement: Statement) -> bool:
    """It names who says something and has neither an object nor a clause that tells what."""
    named = [p for p in statement.parts if p.mark == "np" and p.words not in {("wie",), ("it",)}]
    return statement.predicate.verb in SAID and not statement.dependents and len(named) <= 1


def mark_as_reported(statement: Statement) -> Statement:
    statement.relation = "that"
    return statement
