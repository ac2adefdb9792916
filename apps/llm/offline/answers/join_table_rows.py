"""Joins the rows of one table into one sentence: a question about the dog tax wants the rate for each dog, in order."""

import re
from collections.abc import Sequence
from dataclasses import replace

from apps.llm.offline.answers.table_rows_to_sentences import MOST_ROWS, rows_sentence
from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.text.quotable_units import QuotableUnit

MOST_WORDS = 80
SEVERAL = re.compile(r"\b(?:\d{1,2}(?!\.)|(?i:zwei|drei|vier|fünf|sechs|mehrere)) (?:[a-zäöüß]+ )?[A-ZÄÖÜ][a-zäöüß]+")
IN_ORDER = re.compile(r"\b(?:erste|zweite|dritte|vierte|weitere|first|second|third|further)[nrs]?\b", re.IGNORECASE)


def asks_for_several_rows(question: str, row: CandidateUnit) -> bool:
    """Whether several are asked for, none of them by its place, and the row says what holds for one of them by its
    place: whoever has two dogs pays for the first and for the second."""
    are_several = SEVERAL.search(question) is not None and IN_ORDER.search(question) is None
    return are_several and bool(row.unit.cells) and IN_ORDER.search(row.unit.shown) is not None


def join_table_rows(row: CandidateUnit, candidates: Sequence[CandidateUnit]) -> QuotableUnit | None:
    """The table of this row as one sentence; None where it is no row, or the table too long to be read."""
    places = {one.position: one for one in candidates if are_of_one_table(row, one)}
    if row.position not in places:
        return None
    first = last = row.position
    while first - 1 in places:
        first -= 1
    while last + 1 in places:
        last += 1
    return join_rows([places[place].unit for place in range(first, last + 1)])


def are_of_one_table(one: CandidateUnit, other: CandidateUnit) -> bool:
    here, there = one.unit, other.unit
    is_same = one.number == other.number and here.columns == there.columns and here.lead == there.lead
    return is_same and bool(here.cells and there.cells) and not (here.lead_proof or there.lead_proof)


def join_rows(rows: Sequence[QuotableUnit]) -> QuotableUnit | None:
    if not 2 <= len(rows) <= MOST_ROWS:
        return None
    shown, quote = rows_sentence(rows), " ".join(row.quote for row in rows)
    return replace(rows[0], shown=shown, quote=quote, proof=quote) if len(shown.split()) <= MOST_WORDS else None
