"""Whoever was refused for their number waits before the next request is looked at; nobody else does."""

import asyncio
from typing import Any

import pytest

from config.http import delay_refused_callers as module
from config.http.delay_refused_callers import KEPT_SECONDS, MOST_CALLERS, MOST_WAITING, RefusedCallers

STRANGER, NEIGHBOUR = "203.0.113.7", "203.0.113.8"


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_one_request_each_second_and_a_few_that_wait() -> None:
    refused = RefusedCallers(Clock())
    caller = (STRANGER, "api")
    assert refused.take_place(caller) == 0
    refused.add(caller)
    waits = [refused.take_place(caller) for _ in range(MOST_WAITING + 1)]
    assert waits == [float(number + 1) for number in range(MOST_WAITING)] + [None]
    assert refused.take_place((NEIGHBOUR, "api")) == refused.take_place((STRANGER, "documents")) == 0


def test_a_further_refusal_moves_nobody_forward_and_is_forgotten_in_the_end() -> None:
    clock = Clock()
    refused = RefusedCallers(clock)
    caller = (STRANGER, "api")
    refused.add(caller)
    assert refused.take_place(caller) == 1.0
    refused.add(caller)
    assert refused.take_place(caller) == 2.0
    clock.now += KEPT_SECONDS
    assert refused.take_place(caller) == 0, "one a second is let through at once"
    clock.now += 0.1
    assert [refused.take_place(caller), refused.take_place(caller)] == [0, 0], "nobody is delayed any more"


def test_what_is_remembered_has_an_end() -> None:
    refused = RefusedCallers(Clock())
    for number in range(MOST_CALLERS + 5):
        refused.add((str(number), "api"))
    assert len(refused._until) == len(refused._next) == MOST_CALLERS
    assert refused.take_place(("0", "api")) == 0
    assert refused.take_place((str(MOST_CALLERS), "api"))


class Site:
    """Answers with `status`, and knows how many requests it has seen."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.seen = 0
        self.application = module.delay_refused_callers(self.answer, lambda path, status: (b"text/plain", b"wait"))

    async def answer(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.seen += 1
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(self, address: str = STRANGER, path: str = "/api/v1/ask", token: bytes = b"") -> int:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        headers = [(b"authorization", token)] if token else []
        scope = {"type": "http", "path": path, "headers": headers, "client": (address, 1)}
        await self.application(scope, None, send)
        return int(sent[0]["status"])


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(module, "APART_SECONDS", 0.05)
    return Site(429)


async def test_a_flood_is_mostly_refused_unread(site: Site) -> None:
    statuses = [await site.ask(), *await asyncio.gather(*(site.ask() for _ in range(50)))]
    assert set(statuses) == {429}
    assert site.seen == 1 + MOST_WAITING


@pytest.mark.parametrize(
    "caller",
    [
        {"address": NEIGHBOUR},
        {"address": "127.0.0.1"},
        {"path": "/documents/"},
        {"path": "/api/v1/ask", "token": b"Bearer x"},
        {"path": "*"},
    ],
)
async def test_others_are_not_delayed(site: Site, caller: dict[str, Any]) -> None:
    await site.ask()
    site.status = 200
    await asyncio.gather(*(site.ask(**caller) for _ in range(30)))
    assert site.seen == 31


async def test_a_token_opens_no_page_that_knows_none(site: Site) -> None:
    await site.ask(path="/documents/")
    await asyncio.gather(*(site.ask(path="/documents/", token=b"Bearer x") for _ in range(30)))
    assert site.seen == 1 + MOST_WAITING


async def test_whoever_is_answered_is_never_delayed() -> None:
    site = Site(200)
    await asyncio.gather(*(site.ask() for _ in range(50)))
    assert site.seen == 50
