"""A statement: one clause in its normal form, with predicate, parts and the clauses that depend on it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.predicate import Predicate

WHICH = "which"
"""Connector of a relative clause that is told as a sentence of its own."""

BEFORE_DENIAL = "before_denial"
"""Connector of a reason, aim or time that stands in front of a denied clause. After it, it may be what is denied:
"The application was not rejected because papers were missing." """
REASONS = frozenset({"because", "since", "until", "in_order_to", "so_that"})
"""Relations of clauses for which it matters."""


@dataclass(slots=True, eq=False)
class Statement:
    """`parts` in the order of the sentence without verbs; `front` counts those before the finite verb.

    Two of them are never equal, so that what was found of two can be kept.
    """

    predicate: Predicate
    parts: list[Part]
    relation: str = ""
    connector: str = ""
    head: str = ""
    scope: tuple[str, ...] = ()
    front: int = 0
    generic: str = ""
    licences: list[str] = field(default_factory=list)
    dependents: list["Statement"] = field(default_factory=list)
    text: str = ""
    sentence: int = 0
    label: tuple[str, ...] = ()
    """What stands before the colon of a cell: "Gebühr"."""
    cell: bool = False
    """True for "Gebühr: 5 Euro" in a line of a table: it belongs to the cell before it."""
    follows: bool = False
    """True when a statement stands before it in the text."""
    exclusive: bool = False
    """True when a rule read a title or a bound that leaves no room for others: "Zuständige Stelle", "schließt um"."""
    as_read: list[object] = field(default_factory=list)
    """What it said before any rule changed it; empty where none was tried."""

    @property
    def denied(self) -> bool:
        return sum(word in {"not", "never", "nothing"} for word in self.scope) % 2 == 1


def mark_reasons_before_denial(statement: Statement) -> None:
    """Its clauses stand in front of its denial, for which they give the reason, aim or time."""
    for dependent in statement.dependents:
        if dependent.relation in REASONS:
            dependent.connector = BEFORE_DENIAL


def drop_parts(statement: Statement, unwanted: Callable[[Part], bool]) -> None:
    kept = []
    for index, part in enumerate(statement.parts):
        if unwanted(part):
            statement.front -= index < statement.front
        else:
            kept.append(part)
    statement.parts = kept


def replace_verb(statement: Statement, name: str, *, same_subject: bool = False, **changes: str) -> None:
    """Puts another verb, and what else changes with it, in the place of its own.

    The number of the old one tells of its subject; it is kept with `same_subject` only.
    """
    singular = same_subject and statement.predicate.singular
    changed = replace(statement.predicate, verb=name, **changes)  # type: ignore[arg-type]
    statement.predicate = replace(changed, singular=singular)
