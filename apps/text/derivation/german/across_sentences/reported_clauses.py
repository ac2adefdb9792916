"""A main clause that somebody says or thinks: "Der Kläger meint, die Gebühr beträgt 5 Euro" does not say so. German."""

from collections.abc import Sequence

from apps.text.derivation.both_languages.statement import Statement

SAID = frozenset(
    {
        *(
            "meinen",
            "sagen",
            "behaupten",
            "glauben",
            "finden",
            "denken",
            "vermuten",
            "hoffen",
            "verlangen",
            "befürchten",
        ),
        *("annehmen", "schreiben", "erklären", "betonen", "mitteilen", "ankündigen", "beklagen", "kritisieren"),
        *("versprechen", "ausführen", "vortragen", "anführen", "einwenden", "versichern", "berichten"),
    }
)


def with_reported_clauses(statements: Sequence[Statement]) -> list[Statement]:
    """What is said depends on the clause that says so, before it or after it in the same sentence."""
    done: list[Statement] = []
    for statement in statements:
        before = done[-1] if done and done[-1].sentence == statement.sentence else None
        if before is not None and says(before):
            done[-1].dependents.append(reported(statement))
        elif before is not None and says(statement):
            statement.dependents.append(reported(before))
            statement.follows = before.follows
            done[-1] = statement
        else:
            done.append(statement)
    return done


def says(statement: Statement) -> bool:
    """It names who says something and has neither an object nor a clause that tells what."""
    named = [p for p in statement.parts if p.mark == "np" and p.words not in {("wie",), ("it",)}]
    asserting = statement.predicate.verb in SAID and statement.predicate.voice == "active"
    return asserting and not statement.dependents and len(named) <= 1


def reported(statement: Statement) -> Statement:
    statement.relation = "that"
    return statement
