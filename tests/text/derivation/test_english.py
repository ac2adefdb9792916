"""English duties, permissions and conditions in other words."""

import pytest

from apps.text.derivation import Level, derive, derive_rewrite

DERIVED = [
    ("Residents are required to notify the office.", "Residents must tell the office."),
    ("Where the tenant is under eighteen, a parent must sign.", "If the tenant is under 18, a parent must sign."),
    ("The hall closes at 6 pm; entry stops at 5 pm.", "The hall closes at 6 pm. Entry stops at 5 pm."),
    ("Dogs are to be kept on a lead.", "Dogs must be kept on a lead."),
    ("You are not required to pay.", "You do not have to pay."),
    ("Members are entitled to vote.", "Members may vote."),
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
]  # fmt: skip


@pytest.mark.parametrize(("before", "rewrite"), NOT_DERIVED)
def test_another_duty_is_not(before: str, rewrite: str) -> None:
    assert derive_rewrite(before, rewrite).level is not Level.DERIVED
    assert not derive(rewrite, [before]).proved
