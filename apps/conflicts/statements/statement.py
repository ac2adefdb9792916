"""A statement: a sentence, line or row that states a value, with what it is said under."""

from dataclasses import dataclass
from functools import cached_property

from apps.conflicts.statements.opening_hours import opening_hours
from apps.conflicts.statements.stated_values import StatedValue, stated_values, with_digits
from apps.conflicts.statements.subject_words import subject_words


@dataclass(frozen=True)
class ValueStatement:
    """`lead` and `before` are what stands above and before the sentence; `is_row`: a row of a table."""

    text: str
    title: str = ""
    lead: str = ""
    before: str = ""
    is_row: bool = False

    @cached_property
    def values(self) -> tuple[StatedValue, ...]:
        return stated_values(self.text)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Of its values; "hours" where it states opening hours."""
        hours = {"hours"} if opening_hours(self.text) else set()
        return frozenset({value.kind for value in self.values} | hours)

    def of_kind(self, kind: str) -> list[StatedValue]:
        return [value for value in self.values if value.kind == kind]

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The stems of the sentence, without those of its values."""
        rest = with_digits(self.text)
        for value in self.values:
            rest = rest.replace(value.text, " ")
        return subject_words(rest)

    @cached_property
    def counts_besides(self) -> bool:
        """ "ab 15 Personen", "vor dem 24. Geburtstag", "2024": numbers that are of a group or a year and no value."""
        rest = with_digits(self.text)
        for value in self.values:
            rest = rest if value.kind == "age" else rest.replace(value.text, " ")
        return any(sign.isdigit() for sign in rest)

    @cached_property
    def of_title(self) -> tuple[str, ...]:
        return subject_words(self.title)

    @cached_property
    def wide(self) -> tuple[str, ...]:
        """The stems of the sentence and of all that it is said under."""
        return tuple(dict.fromkeys((*self.own, *self.of_title, *subject_words(f"{self.lead}\n{self.before}"))))
