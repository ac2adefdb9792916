"""Tokens come back with time, never more than fit."""

import pytest

from apps.chat.admission import connection_rate_limit
from apps.chat.admission.connection_rate_limit import TokenBucket


def test_a_bucket_empties_and_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(connection_rate_limit.time, "monotonic", lambda: now)
    bucket = TokenBucket(capacity=2, per_second=0.5)
    assert [bucket.take(), bucket.take(), bucket.take()] == [0.0, 0.0, 2.0]
    now = 101.0
    assert bucket.take() == 1.0
    now = 102.0
    assert bucket.take() == 0.0
    now = 1_000.0
    assert [bucket.take(), bucket.take(), bucket.take()] == [0.0, 0.0, 2.0]


def test_five_questions_at_once_then_one_in_six_seconds() -> None:
    bucket = connection_rate_limit.question_token_bucket()
    assert [bucket.take() for _ in range(5)] == [0.0] * 5
    assert bucket.take() == pytest.approx(6.0, abs=0.1)
