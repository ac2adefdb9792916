"""What the websocket refuses: bad and too big messages, too many of them, foreign pages; and that it stays well."""

import asyncio
import json
import time
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.end_to_end.websocket.client import GOOD, ask, client, closing_code, receive, run, send, until
from tests.fakes.openai_server import FakeOpenAIServer

# Names the database this module needs: without it pytest-django would leave us with the user's own.
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"\x00\x01", "binary"),
        ("kein JSON", "bad_json"),
        ("[1]", "bad_json"),
        ('{"type": "root"}', "unknown_type"),
        ('{"type": "ask", "id": "1", "text": "a", "model": "gpt"}', "unknown_field"),
        ('{"type": "ask", "id": "1", "text": 5}', "bad_field"),
        (json.dumps({"type": "ask", "id": "1", "text": "a" * 2_001}), "too_long"),
    ],
)
def test_bad_messages_are_refused_and_the_socket_stays_open(
    address: str, models: FakeOpenAIServer, message: str | bytes, code: str
) -> None:
    models.reply(GOOD)

    async def work() -> None:
        async with client(address) as socket:
            await socket.send(message)
            refusal = await receive(socket)
            assert (refusal["type"], refusal["code"]) == ("error", code)
            assert refusal["message"]
            await ask(socket)
            assert (await until(socket, "done"))[-1]["state"] == "done"

    run(work)


def test_too_big_a_message_closes_its_socket_only(address: str) -> None:
    async def work() -> None:
        async with client(address) as other:
            async with client(address) as socket:
                assert await closing_code(socket, "x" * 10_000_000) == 1009
            await send(other, type="nonsense")
            assert (await receive(other))["code"] == "unknown_type"

    run(work)


def test_questions_and_frames_are_limited(address: str, models: FakeOpenAIServer) -> None:
    async def work() -> None:
        async with client(address) as socket:
            for _ in range(5):
                await ask(socket)
                await until(socket, "done")
            await ask(socket)
            refusal = await receive(socket)
            assert refusal["code"] == "rate_limited"
            assert 0 < refusal["retry_after"] <= 6
            nonsense = json.dumps({"type": "nonsense"})
            assert await closing_code(socket, *[nonsense] * 200) == 1008

    run(work)


@pytest.mark.parametrize("origin", [None, "https://evil.example"])
def test_foreign_pages_do_not_get_in(address: str, origin: Any) -> None:
    async def work() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with connect(address.replace("http", "ws") + "/ws/chat/", origin=origin):
                pass
        assert refused.value.response.status_code == 403

    run(work)


def test_many_short_visits_leave_the_server_well(address: str, models: FakeOpenAIServer) -> None:
    async def visit() -> None:
        async with client(address):
            pass

    async def work() -> None:
        for _ in range(10):
            await asyncio.gather(*(visit() for _ in range(20)))
        models.reply(GOOD)
        started = time.monotonic()
        async with client(address) as socket:
            await ask(socket)
            assert (await until(socket, "done"))[-1]["state"] == "done"
        assert time.monotonic() - started < 5

    run(work)
