"""A difference of a rewrite has its own kind (what is derived at all: duties_permits_and_conditions.tsv)."""

import pytest

from apps.text.entailment import derive_rewrite

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
