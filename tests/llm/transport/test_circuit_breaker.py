"""A server that is down is left alone, and noticed when it is back."""

import pytest

from apps.llm.errors import ModelError
from apps.llm.transport.circuit_breaker import FAILURES_TO_OPEN, PAUSE, CircuitBreaker, circuit_breaker_of


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def opened(clock: Clock) -> CircuitBreaker:
    circuit = CircuitBreaker("test", clock=clock)
    for _ in range(FAILURES_TO_OPEN):
        circuit.enter()
        circuit.failed("server_error")
    return circuit


def test_it_opens_after_five_failures_in_a_row_and_says_for_how_long() -> None:
    circuit = opened(Clock())
    with pytest.raises(ModelError) as raised:
        circuit.enter()
    assert raised.value.code == "circuit_open"
    assert raised.value.retry_after == PAUSE


def test_a_success_between_failures_keeps_it_closed() -> None:
    circuit = CircuitBreaker("test")
    for _ in range(FAILURES_TO_OPEN - 1):
        circuit.failed("timeout")
    circuit.succeeded()
    circuit.failed("timeout")
    assert not circuit.is_open


@pytest.mark.parametrize("code", ["rate_limited", "forbidden", "bad_request", "context_too_long"])
def test_a_server_that_refuses_is_alive(code: str) -> None:
    circuit = CircuitBreaker("test")
    for _ in range(FAILURES_TO_OPEN):
        circuit.failed(code)  # type: ignore[arg-type]
    assert not circuit.is_open


def test_a_refused_key_opens_it_at_once_and_another_key_goes_its_own_way() -> None:
    circuit = circuit_breaker_of("test", "https://models.example/v1", "wrong")
    circuit.enter()
    circuit.failed("unauthorised")
    with pytest.raises(ModelError, match="test"):
        circuit_breaker_of("test", "https://models.example/v1", "wrong").enter()
    assert not circuit_breaker_of("test", "https://models.example/v1", "right").is_open


def test_one_probe_goes_every_thirty_seconds() -> None:
    clock = Clock()
    circuit = opened(clock)
    clock.now += PAUSE
    circuit.enter()
    with pytest.raises(ModelError):
        circuit.enter()
    clock.now += PAUSE - 1
    with pytest.raises(ModelError):
        circuit.enter()


def test_a_probe_that_succeeds_closes_it() -> None:
    clock = Clock()
    circuit = opened(clock)
    clock.now += PAUSE
    circuit.enter()
    assert circuit.is_open
    circuit.succeeded()
    assert not circuit.is_open


def test_a_probe_that_was_given_up_does_not_keep_it_open_for_ever() -> None:
    clock = Clock()
    circuit = opened(clock)
    clock.now += PAUSE
    circuit.enter()
    clock.now += PAUSE
    circuit.enter()
    circuit.succeeded()
    assert not circuit.is_open
