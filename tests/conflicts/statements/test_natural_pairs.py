"""Pairs of short texts as two authors would write them: how many of those that contradict each other are found, and how
many that only look so. Rules were chosen on every second pair of a kind."""

import re
from pathlib import Path

from apps.conflicts.statements.best_pairs import best_pairs
from apps.conflicts.statements.sentences_in_context import passages
from apps.conflicts.statements.statement import ValueStatement
from apps.conflicts.statements.subject_word_overlap import nearness, statement_keys
from apps.conflicts.statements.value_disagreement import KINDS, value_disagreement

MARKED = re.compile(r"\*(.+?)\*")
FEWEST_FOUND, MOST_FALSE = 18, 2
LINES = (Path(__file__).parent / "natural_pairs.txt").read_text(encoding="utf-8").splitlines()[1:]


def statements(title: str, text: str, kind: str) -> list[ValueStatement]:
    found = [ValueStatement(each.text, title, each.lead, each.before) for each in passages(text.replace("*", ""))]
    return [statement for statement in found if kind in statement.kinds]


def are_candidates(first: ValueStatement, second: ValueStatement, kind: str) -> bool:
    one, other = (set(statement_keys(each, kind, "")) for each in (first, second))
    return any(key % 2 == 0 and {key, key | 1} & b for a, b in ((one, other), (other, one)) for key in a)


def listed(title: str, text: str, other_title: str, other_text: str) -> set[tuple[str, str]]:
    """The pairs of sentences that editors would see."""
    found = set()
    for kind in KINDS:
        ones, others = statements(title, text, kind), statements(other_title, other_text, kind)
        scores = {
            (i, j): score
            for i, a in enumerate(ones)
            for j, b in enumerate(others)
            if are_candidates(a, b, kind) and (score := nearness(a, b))
        }
        pairs = [(ones[i], others[j]) for i, j in best_pairs(scores, kind)]
        found |= {(a.text, b.text) for a, b in pairs if value_disagreement(a, b, kind)}
    return found


def number_listed(sign: str) -> int:
    rows = [line.split("|") for line in LINES]
    return sum(
        tuple(MARKED.findall(text + other)) in listed(title, text, other_title, other)
        for kind, title, text, other_title, other in rows
        if kind.endswith(sign)
    )


def test_most_contradictions_in_other_words_are_found() -> None:
    assert number_listed("+") >= FEWEST_FOUND


def test_few_sentences_that_may_both_hold_are_listed() -> None:
    assert number_listed("-") <= MOST_FALSE
