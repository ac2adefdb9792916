"""English duties, permissions and conditions in other words."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite

DERIVED = [
    ("Residents are required to notify the office.", "Residents must tell the office."),
    ("Where the tenant is under eighteen, a parent must sign.", "If the tenant is under 18, a parent must sign."),
    ("The hall closes at 6 pm; entry stops at 5 pm.", "The hall closes at 6 pm. Entry stops at 5 pm."),
    ("Dogs are to be kept on a lead.", "Dogs must be kept on a lead."),
    ("You are not required to pay.", "You do not have to pay."),
    ("Members are entitled to vote.", "Members may vote."),
    ("Failing to pay on time, you lose the permit.", "If you fail to pay on time, you lose the permit."),
    ("If you fail to register the dog, you must pay a fine.", "Failing to register the dog, you must pay a fine."),
    ("Assuming that the form is complete, the office decides.", "If the form is complete, the office decides."),
]  # fmt: skip


@pytest.mark.parametrize(("before", "rewrite"), DERIVED)
def test_the_same_duty_is_derived(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.DERIVED, str(found)


NOT_DERIVED = [
    ("You must not pay.", "You do not have to pay."),
    ("You are not required to pay.", "You must not pay."),
    ("Residents were required to notify the office.", "Residents must notify the office."),
    ("Members are entitled to vote.", "Members must vote."),
    ("Where the tenant is under eighteen, a parent must sign.", "A parent must sign."),
    ("Failing to pay on time, you lose the permit.", "You lose the permit."),
    ("Failing to pay on time, you lose the permit.", "If you pay on time, you lose the permit."),
    ("Failing to pay on time, you lose the permit.", "If we fail to pay on time, you lose the permit."),
    ("If the council is a public body, it must publish it.", "Being a public body, the council must publish it."),
    ("Assuming that the form is complete, the office decides.", "The office decides."),
]  # fmt: skip


@pytest.mark.parametrize(("before", "rewrite"), NOT_DERIVED)
def test_another_duty_is_not(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is not Level.DERIVED
    assert not derive(rewrite, [before]).proved


LOST = [
    ("Failing to pay on time, you lose the permit.", "You lose the permit."),
    ("Being a resident, you pay half the fee.", "You pay half the fee."),
    ("Not being a member, visitors need a ticket.", "Visitors need a ticket."),
    ("Having paid the fee, you may collect the permit.", "You may collect the permit."),
]


@pytest.mark.parametrize(("before", "rewrite"), LOST)
def test_a_condition_of_a_gerund_that_is_left_out_is_lost(before: str, rewrite: str) -> None:
    found = derive_rewrite(before, rewrite)
    assert found.level is Level.LOST, str(found)


KEPT = [
    ("Being a resident, you pay half the fee.", "Residents pay half the fee."),
    ("Having paid the fee, you may collect the permit.", "When you have paid the fee, you may collect the permit."),
    ("According to the plan, work ends in May.", "Work ends in May."),
    ("Following the meeting, the minutes are published.", "The minutes are published after the meeting."),
    ("Smoking, drinking and shouting are not allowed.", "You may not smoke, drink or shout."),
]


@pytest.mark.parametrize(("before", "rewrite"), KEPT)
def test_a_condition_of_a_gerund_in_other_words_is_not_lost(before: str, rewrite: str) -> None:
    assert "condition" not in {difference.kind for difference in derive_rewrite(before, rewrite).differences}
