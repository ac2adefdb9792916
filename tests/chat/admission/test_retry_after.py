"""How long somebody is told to wait."""

import pytest

from apps.chat.admission.retry_after import wait_in_whole_seconds


@pytest.mark.parametrize(("wait", "said"), [(0.1, 2), (1.0, 2), (2.0, 2), (2.1, 3), (59.5, 60)])
def test_a_wait_is_said_in_whole_seconds_that_are_long_enough_and_more_than_one(wait: float, said: int) -> None:
    assert wait_in_whole_seconds(wait) == said
