"""Rules may be applied in any order that keeps the pairs of order_of_rules.tsv, and each of these pairs matters."""

import random

import pytest

from tests.text.entailment.german.rules.rule_order import (
    causes,
    clauses_as_read,
    german_sentences,
    known_pairs,
    matters,
    normal_form,
    random_order,
    row,
    rules_in_order,
)

SOME = 400
"""Sentences; rule_order.py takes all of them."""


@pytest.mark.parametrize("pair", known_pairs())
def test_a_pair_that_is_said_to_matter_does(pair: tuple[int, int]) -> None:
    assert pair[0] < pair[1], "The table of rules has them in the other order."
    assert any(matters(*pair, read.statement) for read in clauses_as_read([known_pairs()[pair]]))


def test_no_other_order_matters() -> None:
    chosen = random.Random(1).sample(german_sentences(), SOME)  # noqa: S311 - nothing secret
    clauses = clauses_as_read(chosen)
    forms = [normal_form(read.statement) for read in clauses]
    for seed in range(3):
        order = random_order(seed)
        with rules_in_order(order):
            other = [read for read, own in zip(clauses, forms, strict=True) if normal_form(read.statement) != own]
        rows = sorted({row(pair, read.text) for read in other for pair in causes(read, order)})
        assert not other, "Rows for order_of_rules.tsv, or a rule that should not depend on its place:\n" + "\n".join(
            rows
        )
