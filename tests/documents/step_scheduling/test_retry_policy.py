"""Whether a failed attempt is followed by another one, and when."""

from typing import Any

import pytest

from apps.documents.parsing.types import FailureReason, ParseFailure, ParserDeath
from apps.documents.pipeline import WITHOUT_MODELS
from apps.documents.step_scheduling.retry_policy import (
    MAX_FAILURES,
    MAX_PARSER_DEATHS,
    WITHOUT_AFTER,
    is_model_absent,
    may_retry,
    retry_delay,
)
from apps.documents.step_scheduling.stage_interface import Job
from apps.llm.errors import ModelError


def job(stage: str = "embed", *, failures: int = 0, age: float = 0.0) -> Job:
    return Job(1, 1, 1, 1, stage, 1, failures, 0, age=age)


def model_error(code: Any, **values: Any) -> ModelError:
    return ModelError("Not now.", code=code, temporary=True, **values)


@pytest.mark.parametrize("code", ["unreachable", "circuit_open"])
def test_a_server_that_is_away_is_waited_for_however_long_it_takes(code: str) -> None:
    error = model_error(code)
    assert is_model_absent(error)
    assert may_retry(job(failures=100, age=1e6), error, needs_model=True)


def test_a_stage_that_can_do_without_the_model_waits_for_half_an_hour() -> None:
    error = model_error("unreachable")
    assert set(WITHOUT_MODELS) == {"summarise", "tag"}
    assert may_retry(job("summarise", age=WITHOUT_AFTER.total_seconds() - 1), error, needs_model=False)
    assert not may_retry(job("summarise", age=WITHOUT_AFTER.total_seconds() + 1), error, needs_model=False)


def test_a_server_that_answers_wrongly_is_asked_five_times() -> None:
    error = model_error("server_error")
    assert not is_model_absent(error)
    assert [may_retry(job(failures=number), error, needs_model=True) for number in (0, MAX_FAILURES - 1)] == [
        True,
        False,
    ]


def test_a_parser_may_die_twice_at_a_file() -> None:
    error = ParserDeath(FailureReason.CRASHED, "")
    assert may_retry(job("extract", failures=MAX_PARSER_DEATHS - 2), error, needs_model=True)
    assert not may_retry(job("extract", failures=MAX_PARSER_DEATHS - 1), error, needs_model=True)


@pytest.mark.parametrize("error", [ParseFailure(FailureReason.ENCRYPTED, ""), ZeroDivisionError(), None])
def test_what_would_fail_again_is_not_tried_again(error: Exception | None) -> None:
    assert not may_retry(job("extract"), error, needs_model=True)


def test_the_server_may_ask_for_a_longer_pause() -> None:
    assert retry_delay(job(), model_error("rate_limited", retry_after=40.0)).total_seconds() == 40.0
    assert retry_delay(job(), model_error("server_error")).total_seconds() < 3
