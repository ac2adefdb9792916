"""Whether two statements of other values may both hold: they are of another object, group, time or case."""

from apps.conflicts.statements.conditions import may_not_hold, named, years_of
from apps.conflicts.statements.statement import ValueStatement
from apps.conflicts.statements.subject_words import shared

HOURS = "hours"
MONEY = "money"
SORTS = ("group", "season", "case")


def may_both_hold(first: ValueStatement, second: ValueStatement, kind: str) -> bool:
    """Whatever their values of this kind are."""
    return (
        is_of_another_object(first, second)
        or is_of_another_object(second, first)
        or (kind != HOURS and first.counts_besides != second.counts_besides)
        or any(may_not_hold(text) for text in (first.text, second.text, first.title, second.title))
        or are_of_other_years(first, second)
        or any(exclude_each_other(first.text, second.text, sort, kind) for sort in SORTS)
    )


def is_of_another_object(statement: ValueStatement, other: ValueStatement) -> bool:
    """A title names the object of its document. Where the sentence says it again and the other side never does, the
    value is of that object alone: "Mit dem Familienpass kostet sie 8 Euro" in "Familienpass der Stadt"."""
    object_named = shared(statement.of_title, statement.own)
    return len(shared(object_named, other.wide)) < len(object_named)


def are_of_other_years(first: ValueStatement, second: ValueStatement) -> bool:
    one, other = (years_of(f"{side.title} {side.text}") for side in (first, second))
    return bool(one and other) and not one & other


def exclude_each_other(one: str, other: str, sort: str, kind: str) -> bool:
    """ "Kinder zahlen" and "Erwachsene zahlen"; where one side names none, it may be of all. Prices mostly have a rule
    and its exception: "5 Euro", "Kinder zahlen 3 Euro"."""
    first, second = named(one, sort), named(other, sort)
    names_any = first or second if kind == MONEY else first and second
    return bool(names_any) and not first & second
