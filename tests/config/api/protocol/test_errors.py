"""Who obeys `Retry-After` is not refused again."""

import pytest

from config.api.protocol.errors import error_response


@pytest.mark.parametrize(("wait", "header"), [(0.2, "1"), (1.4, "2"), (5.0, "5")])
def test_seconds_are_rounded_up(wait: float, header: str) -> None:
    assert error_response(429, "Bitte warten Sie.", "rate_limited", wait)["Retry-After"] == header
