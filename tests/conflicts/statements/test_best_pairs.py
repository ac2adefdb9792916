"""Statements of two documents that belong together."""

from apps.conflicts.statements.best_pairs import best_pairs


def test_each_is_the_best_partner_of_the_other() -> None:
    scores = {(1, 11): 9, (1, 12): 5, (2, 11): 6, (2, 12): 4}
    assert list(best_pairs(scores, "money")) == [(1, 11)]


def test_of_two_that_are_as_good_none_is_chosen_but_for_opening_hours() -> None:
    scores = {(1, 11): 5, (1, 12): 5}
    assert list(best_pairs(scores, "money")) == []
    assert list(best_pairs(scores, "hours")) == [(1, 11), (1, 12)]
