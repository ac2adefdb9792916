"""Parses a question for a table: which operation it asks for, and which words name the rows and columns."""

import re
from dataclasses import dataclass
from decimal import Decimal

from apps.chat.table_answers.tables.match_question_words import TableWord, telling_words
from apps.chat.table_answers.tables.parse_cell_values import parse_figure, unit_after
from apps.text.grammar.detect_asked_operation import (
    ADJECTIVE_ENDINGS,
    BOUND,
    ONLY_LEAST,
    ONLY_MOST,
    Operation,
    asked_operation,
)

SAID_BY_OPERATION = re.compile(
    rf"\b(?=[^\W\d]{{3}})(?:{ONLY_MOST}{ADJECTIVE_ENDINGS}|{ONLY_LEAST}{ADJECTIVE_ENDINGS}|insgesamt|zusammen(?:gerechnet|genommen)?|summe|gesamtsumme|anteil\w*"
    r"|prozent|unterschied|differenz|mehr|weniger|gestiegen|gesunken|gefallen|steigt|sinkt|zugenommen|abgenommen|höher"
    r"|hoher|niedriger|geringer|größer|kleiner|übersteig\w*|übertrifft|liegen|liegt|lag|lagen|verändert"
    r"|unterscheide\w*|blieb|bleibt|blieben|statt)\b",
    re.IGNORECASE,
)
"""Words that only say how. "Teuerst" and "längst" also say what is measured, and stay."""
EXCEPT = re.compile(
    r"\b(?:kein\w*|außer|ausgenommen|abgesehen|ausschließlich|abzüglich)\b|\bnicht (?!mehr als|über|unter)"
    r"|(?:\A|: )(?:und |oder |aber )?ohne\b",
    re.IGNORECASE,
)
"""What leaves something out is not understood; "Haushalte ohne Auto" may be a column, a follow-up "und ohne Museum?" is
none."""
LOWER_BOUNDS = ("mehr", "höher", "teurer", "länger", "größer", "über", "mind")


@dataclass(frozen=True, slots=True)
class Threshold:
    """Values above (or below) a figure, itself included or not. `unit` is empty where the question names none."""

    value: Decimal
    unit: str
    is_lower: bool
    is_included: bool

    def holds(self, value: Decimal) -> bool:
        if value == self.value:
            return self.is_included
        return value > self.value if self.is_lower else value < self.value


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """`words` say what is asked about, in their order."""

    operation: Operation
    text: str
    words: tuple[TableWord, ...]
    threshold: Threshold | None = None


def parse_table_question(question: str) -> TableQuestion | None:
    """None for questions that want nothing worked out, or leave something out."""
    operation = asked_operation(question)
    if operation is None or EXCEPT.search(question):
        return None
    threshold = parse_threshold(question) if operation is Operation.COUNT else None
    said = BOUND.sub(" ", question) if threshold else question
    return TableQuestion(operation, question, tuple(telling_words(SAID_BY_OPERATION.sub(" ", said))), threshold)


def parse_threshold(question: str) -> Threshold | None:
    found = BOUND.search(question)
    figure = parse_figure(found["figure"].rstrip(".")) if found else None
    unit = unit_after(question[found.end("figure") :]) if found else None
    if found is None or figure is None or unit is None:
        return None
    bound = found["bound"].lower()
    negated = bound.startswith("nicht ")
    is_lower = bound.removeprefix("nicht ").startswith(LOWER_BOUNDS)
    return Threshold(figure.value, unit, is_lower is not negated, negated or bound in ("mindestens", "höchstens"))
