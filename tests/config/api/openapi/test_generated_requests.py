"""Requests made up from the description of the interface, right ones and wrong ones: never an error of ours.

`python benchmarks/run.py interface` does the same with thousands of them and with every role.
"""

import pytest

from benchmarks.interface import CALLERS, Counted, try_out

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("caller", ["anonymous", "editor"])
def test_no_request_that_can_be_made_up_is_answered_with_an_error_of_ours(caller: str, fees: object) -> None:
    counted: Counted = try_out(caller, examples=4, seed=1)
    assert counted.requests >= 20
    assert counted.server_errors == []


def test_every_role_is_tried() -> None:
    assert {"anonymous", "editor", "evaluator", "administrator"} <= set(CALLERS)
