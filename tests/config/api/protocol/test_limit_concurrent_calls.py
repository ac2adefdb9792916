"""How many calls of one caller are worked on at once, and when a place is free again."""

import gc
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from config.api.protocol.limit_concurrent_calls import (
    ConcurrencyLimiter,
    TooManyCalls,
    concurrency_limits,
    hold_places_until_sent,
)
from config.api.tokens.oauth_granted_tokens import GrantedToken
from tests.config.api.conftest import Api, MakeToken


def test_one_more_is_refused_until_one_has_ended() -> None:
    calls = ConcurrencyLimiter()
    with calls.place_for({"a": 2}):
        with calls.place_for({"a": 2}), pytest.raises(TooManyCalls), calls.place_for({"a": 2}):
            pass
        with calls.place_for({"a": 2}), calls.place_for({"b": 1}):
            pass


def test_a_call_that_is_refused_by_one_limit_takes_no_place_of_the_other() -> None:
    calls = ConcurrencyLimiter()
    with calls.place_for({"program": 1, "anna": 1}):
        for _ in range(3):
            with pytest.raises(TooManyCalls), calls.place_for({"program": 1, "bert": 1}):
                pass
        with calls.place_for({"bert": 1}):
            pass


def test_a_call_that_fails_gives_its_place_back() -> None:
    calls = ConcurrencyLimiter()
    for _ in range(3):
        with pytest.raises(ZeroDivisionError), calls.place_for({"a": 1}):
            raise ZeroDivisionError


def of_caller(address: str = "127.0.0.1", token: object = None) -> Request:
    request = Request(APIRequestFactory(REMOTE_ADDR=address).get("/mcp"))
    request.auth = token
    return request


def test_people_of_one_program_have_a_limit_of_their_own_and_one_together() -> None:
    anna, bert = (
        concurrency_limits(of_caller(token=GrantedToken(f"{person}@7", User(pk=person), frozenset(), 7)))
        for person in (1, 2)
    )
    assert set(anna) & set(bert) == {"program 7"}
    assert anna == {"token 1@7": 32, "program 7": 128}


def test_the_public_is_counted_by_network_but_for_those_who_are_not_limited() -> None:
    assert (
        concurrency_limits(of_caller("2001:db8::1"))
        == concurrency_limits(of_caller("2001:db8::2"))
        == {"network 2001:db8::/64": 32}
    )
    assert concurrency_limits(of_caller()) == {}


def stream() -> StreamingHttpResponse:
    async def parts() -> AsyncIterator[bytes]:
        yield b"x"

    return StreamingHttpResponse(parts())


# A response that is closed ends its request, at which Django looks after the connections.
@pytest.mark.django_db
@pytest.mark.parametrize("is_closed", [True, False])
def test_a_stream_keeps_its_place_until_it_is_closed_or_forgotten(is_closed: bool) -> None:
    calls, places = ConcurrencyLimiter(), ExitStack()
    places.enter_context(calls.place_for({"a": 1}))
    response = stream()
    hold_places_until_sent(response, places)
    with pytest.raises(TooManyCalls), calls.place_for({"a": 1}):
        pass
    if is_closed:
        response.close()
    else:
        del response
        gc.collect()
    with calls.place_for({"a": 1}):
        pass


@pytest.mark.django_db
def test_the_interface_refuses_with_a_code_and_a_sentence(make_token: MakeToken, settings: Any) -> None:
    settings.MOST_CALLS_OF_TOKEN = 0
    refused = Api(make_token("conversations"), **{"accept-language": "de"}).get("conversations/x")
    assert (refused.status_code, refused["Retry-After"]) == (429, "1")
    assert refused.json() == {
        "error": {
            "code": "busy",
            "message": "Zu viele Aufrufe zur selben Zeit. Bitte warten Sie, bis einer davon beantwortet ist.",
            "retry_after": 1.0,
        }
    }
