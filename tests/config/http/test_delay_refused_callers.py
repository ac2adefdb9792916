"""Requests and handshakes of callers who were refused wait for their turn; nobody else's do."""

import asyncio
from typing import Any

import pytest

from apps.chat.admission import throttle_refused_callers
from apps.chat.admission.throttle_refused_callers import MOST_WAITING, RefusedCallers
from config.http.delay_refused_callers import delay_refused_callers

STRANGER, NEIGHBOUR = "203.0.113.7", "203.0.113.8"


class Site:
    """Answers with `status`, and knows how many requests it has seen."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.seen = 0
        self.application = delay_refused_callers(
            self.answer, lambda path, status: (b"text/plain", b"wait"), RefusedCallers()
        )

    async def answer(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.seen += 1
        await send({"type": "http.response.start", "status": self.status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(
        self, address: str = STRANGER, path: str = "/api/v1/ask", token: bytes | None = None, kind: str = "http"
    ) -> dict[str, Any]:
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        headers = [] if token is None else [(b"authorization", token)]
        scope = {"type": kind, "path": path, "headers": headers, "client": (address, 1)}
        await self.application(scope, None, send)
        return sent[0]


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr(throttle_refused_callers, "APART_SECONDS", 0.05)
    return Site(429)


@pytest.mark.parametrize("token", [None, b""])
async def test_a_flood_is_mostly_refused_unread(site: Site, token: bytes | None) -> None:
    """An empty header is no token."""
    answers = [await site.ask(), *await asyncio.gather(*(site.ask(token=token) for _ in range(50)))]
    assert {answer["status"] for answer in answers} == {429}
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


async def test_a_websocket_waits_before_its_handshake(site: Site) -> None:
    await site.ask(path="/ws/chat/")
    answers = await asyncio.gather(*(site.ask(path="/ws/chat/", kind="websocket") for _ in range(30)))
    assert site.seen == 1 + MOST_WAITING
    assert answers.count({"type": "websocket.close"}) == 30 - MOST_WAITING


async def test_who_waits_for_a_turn_is_answered_no_sooner(site: Site) -> None:
    await site.ask()
    begun = asyncio.get_running_loop().time()
    await asyncio.gather(site.ask(), site.ask())
    # Two turns, a twentieth of a second apart; clocks of loops are coarse.
    assert asyncio.get_running_loop().time() - begun >= 0.07
