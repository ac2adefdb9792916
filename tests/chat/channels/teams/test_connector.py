"""What a failed call to Teams means: whether anything may have happened there, and when to try again."""

from typing import Any

import httpx
import pytest

from apps.chat.channels.interface.reply_sender import AmbiguousError, RefusedError, UnavailableError
from apps.chat.channels.teams import connector
from apps.chat.channels.teams.connector import BotToken, StreamOverError, call_api, error_of_response

PLACE = {"service_url": "https://smba.trafficmanager.net/de/"}


def answered(status: int, text: str = "", **headers: str) -> httpx.Response:
    return httpx.Response(status, text=text, headers={"Retry-After": headers["after"]} if headers else {})


@pytest.mark.parametrize(
    ("error", "makes", "meant"),
    [
        (httpx.ConnectError("refused"), True, UnavailableError),
        (httpx.PoolTimeout("busy"), True, UnavailableError),
        (httpx.ReadTimeout("slow"), True, AmbiguousError),
        (httpx.ReadTimeout("slow"), False, UnavailableError),
        (ValueError("no JSON"), True, AmbiguousError),
    ],
)
async def test_a_message_is_in_doubt_only_where_it_may_have_arrived(
    monkeypatch: pytest.MonkeyPatch, error: Exception, makes: bool, meant: type[Exception]
) -> None:
    async def send(api: object) -> None:
        raise error

    monkeypatch.setattr(connector, "teams_api", object)
    with pytest.raises(meant):
        await call_api(PLACE, send, makes=makes)


@pytest.mark.parametrize(
    ("response", "makes", "meant"),
    [
        (answered(503), True, AmbiguousError),
        (answered(412), False, UnavailableError),
        (answered(401), True, UnavailableError),
        (answered(403, "Content stream is not allowed"), True, StreamOverError),
        (answered(404), True, RefusedError),
    ],
)
def test_statuses_of_teams(response: Any, makes: bool, meant: type[Exception]) -> None:
    assert type(error_of_response(response, makes)) is meant


@pytest.mark.parametrize(("after", "seconds"), [("17", 17.0), ("soon", 5.0)])
def test_teams_says_when_to_come_again(after: str, seconds: float) -> None:
    error = error_of_response(answered(429, after=after), True)
    assert isinstance(error, UnavailableError)
    assert error.retry_after == seconds


def test_a_token_that_teams_refuses_is_not_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connector, "TOKEN", BotToken("old", good_until=float("inf")))
    error_of_response(answered(401), True)
    assert connector.TOKEN.good_until == 0.0


@pytest.mark.parametrize(("lives", "kept"), [(3_600.0, 3_300.0), (400.0, 200.0)])
async def test_a_token_is_renewed_before_it_ends(monkeypatch: pytest.MonkeyPatch, lives: float, kept: float) -> None:
    now, fetched = [1_000.0], []

    async def fetch(token: BotToken) -> tuple[str, float]:
        fetched.append(now[0])
        return f"token-{len(fetched)}", lives

    monkeypatch.setattr(BotToken, "fetch", fetch)
    monkeypatch.setattr(connector.time, "monotonic", lambda: now[0])
    token = BotToken()
    for later in (0.0, kept - 1, kept + 1):
        now[0] = 1_000.0 + later
        await token.get("scope", None)
    assert fetched == [1_000.0, 1_001.0 + kept]
