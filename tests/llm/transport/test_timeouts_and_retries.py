"""How long, how often: by purpose."""

import pytest

from apps.llm.errors import model_error
from apps.llm.transport.timeouts_and_retries import RetryPolicy, retry_policy_for


@pytest.mark.parametrize(
    ("purpose", "deadline", "expected"),
    [
        ("answer", None, RetryPolicy(60.0, 2, 5.0)),
        ("rephrase", None, RetryPolicy(10.0, 1, 0.0)),
        ("summarise", None, RetryPolicy(180.0, 5, 60.0)),
        ("embed", None, RetryPolicy(15.0, 2, 5.0)),
        ("embed", 180.0, RetryPolicy(180.0, 5, 60.0)),
    ],
)
def test_a_person_waits_less_than_a_queue(purpose: str, deadline: float | None, expected: RetryPolicy) -> None:
    assert retry_policy_for(purpose, deadline) == expected


def test_pauses_grow_and_stay_below_eight_seconds() -> None:
    retry_policy = RetryPolicy(180.0, 10, 60.0)
    error = model_error("server_error", "test")
    pauses = [retry_policy.pause_after(error, attempts, 180.0) or 0.0 for attempts in range(1, 9)]
    assert 0.25 <= pauses[0] <= 0.5
    assert 4.0 <= pauses[-1] <= 8.0


def test_a_batch_waits_up_to_a_minute_when_the_server_asks_for_it() -> None:
    retry_policy = retry_policy_for("tag")
    assert retry_policy.pause_after(model_error("rate_limited", "test", retry_after=60.0), 1, 180.0) == 60.0
    assert retry_policy.pause_after(model_error("rate_limited", "test", retry_after=61.0), 1, 180.0) is None


def test_nobody_waits_beyond_the_deadline() -> None:
    assert retry_policy_for("tag").pause_after(model_error("rate_limited", "test", retry_after=30.0), 1, 20.0) is None
