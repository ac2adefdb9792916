"""Answers that are stopped, broken off, asked for twice, or gone on with on another connection."""

import asyncio
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import pytest

from apps.chat.models import Conversation, Turn
from tests.end_to_end.websocket.client import GOOD, LONG, QUESTION, ask, client, receive, run, send, until
from tests.fakes.openai_server import FakeOpenAIServer

# Names the database this module needs: without it pytest-django would leave us with the user's own.
pytestmark = pytest.mark.django_db


def test_stop_ends_the_answer_and_keeps_the_text(address: str, models: FakeOpenAIServer) -> None:
    models.reply(LONG)
    models.pace = 0.05

    async def work() -> None:
        async with client(address) as socket:
            message_id = await ask(socket)
            await until(socket, "delta")
            await send(socket, type="stop", id=message_id)
            end = (await until(socket, "done"))[-1]
            assert end["state"] == "interrupted"
            assert LONG.startswith(end["answer"][:20])
            stored = await Turn.objects.aget(pk=end["turn"])
            assert stored.state == "interrupted"
            for ended_or_unknown in (message_id, "another"):
                await send(socket, type="stop", id=ended_or_unknown)
                assert (await receive(socket))["code"] == "not_running"
            await send(socket, type="resume", conversation=end["conversation"], after=999)
            assert await receive(socket) == end

    run(work)


def test_a_broken_connection_gets_the_rest_without_a_second_model_call(address: str, models: FakeOpenAIServer) -> None:
    models.reply(LONG)
    models.pace = 0.02

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            before = await until(socket, "delta")
            token = before[0]["conversation"]
        async with client(address) as socket:
            await send(socket, type="resume", conversation=token, after=before[-1]["seq"])
            after = await until(socket, "done")
            frames = before + after
            assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
            assert "".join(frame["text"] for frame in frames if frame["type"] == "delta").strip() == LONG.strip()
            assert len(models.chat_requests) == 1

    run(work)


def test_an_answer_of_another_process_is_resumed_from_its_row(address: str) -> None:
    async def work() -> None:
        conversation = await Conversation.objects.acreate()
        await Turn.objects.acreate(
            conversation=conversation,
            number=1,
            client_message_id="m-1",
            question=QUESTION,
            state="done",
            answer="Drei Euro.",
            answer_html="<p>Drei Euro.</p>",
        )
        async with client(address) as socket:
            await send(socket, type="resume", conversation=conversation.token, after=7)
            frames = await until(socket, "done")
            assert [(frame["type"], frame["seq"], frame["id"]) for frame in frames] == [
                ("sources", 8, "m-1"),
                ("done", 9, "m-1"),
            ]
            assert frames[-1]["answer_html"] == "<p>Drei Euro.</p>"
            await send(socket, type="resume", conversation="x" * 43)
            assert (await receive(socket))["code"] == "unknown_conversation"

    run(work)


def test_the_same_message_is_answered_once(address: str, models: FakeOpenAIServer) -> None:
    models.reply(LONG)
    models.pace = 0.01
    message_id = str(uuid.uuid4())

    async def work() -> None:
        visitor = {"additional_headers": {"Cookie": "csrftoken=own-secret-of-this-visitor"}}
        async with client(address, **visitor) as first, client(address, **visitor) as second:
            await asyncio.gather(ask(first, id=message_id), ask(second, id=message_id))
            ends = [frames[-1] for frames in await asyncio.gather(until(first, "done"), until(second, "done"))]
            assert ends[0] == ends[1]
        async with client(address) as third:
            await ask(third, id=message_id, conversation=ends[0]["conversation"])
            assert (await until(third, "done"))[-1]["turn"] == ends[0]["turn"]
        assert len(models.chat_requests) == 1
        assert await Turn.objects.filter(client_message_id=message_id).acount() == 1

    run(work)


def test_a_connection_writes_one_answer_at_a_time(address: str, models: FakeOpenAIServer) -> None:
    models.reply(LONG)
    models.pace = 0.05

    async def work() -> None:
        async with client(address) as socket:
            first = await ask(socket)
            await until(socket, "delta")
            second = await ask(socket)
            refusal = (await until(socket, "error"))[-1]
            assert (refusal["id"], refusal["code"]) == (second, "busy")
            await send(socket, type="stop", id=first)

    run(work)


def test_who_comes_back_gets_the_newest_answer_though_another_process_gave_it(
    address: str, models: FakeOpenAIServer
) -> None:
    models.reply(GOOD)

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            token = (await until(socket, "done"))[-1]["conversation"]
        conversation = await Conversation.objects.aget(token=token)
        await Turn.objects.acreate(
            conversation=conversation,
            number=2,
            client_message_id="m-2",
            question=QUESTION,
            state="done",
            answer="Vier.",
        )
        async with client(address) as socket:
            await send(socket, type="resume", conversation=token, after=0)
            assert {frame["id"] for frame in await until(socket, "done")} == {"m-2"}

    run(work)


def test_nobody_is_told_that_an_answer_of_another_process_was_stopped(address: str) -> None:
    async def work() -> None:
        conversation = await Conversation.objects.acreate()
        turn = await Turn.objects.acreate(
            conversation=conversation, number=1, client_message_id="m-1", question=QUESTION, state="running"
        )
        async with client(address) as socket:
            await send(socket, type="resume", conversation=conversation.token, after=3)
            await send(socket, type="stop", id="m-1")
            refusal = await receive(socket)
            assert (refusal["id"], refusal["code"]) == ("m-1", "not_running")
            # The reader may ask on at once, and gets this answer when it has ended.
            await Turn.objects.filter(pk=turn.pk).aupdate(state="done", answer="Drei Euro.")
            await send(socket, type="resume", conversation=conversation.token, after=3)
            assert (await until(socket, "done"))[-1]["answer"] == "Drei Euro."

    run(work)


def test_an_answer_goes_on_when_everybody_has_left(address: str, models: FakeOpenAIServer) -> None:
    models.reply(LONG)
    models.pace = 0.02

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            token = (await until(socket, "delta"))[0]["conversation"]
        async with client(address) as socket:
            await asyncio.sleep(1)
            await send(socket, type="resume", conversation=token, after=0)
            end = (await until(socket, "done"))[-1]
        assert end["state"] != "interrupted"
        assert len(models.chat_requests) == 1

    run(work)


def call(address: str, path: str, body: bytes, kind: str, seconds: float, cookie: str = "") -> tuple[int, str]:
    """Raises TimeoutError after these seconds: the connection is closed then, as browsers and programs do."""
    headers = {"Content-Type": kind, "Cookie": cookie, "Referer": address}
    request = urllib.request.Request(address + path, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=seconds) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def test_a_program_that_gives_up_gets_the_answer_when_it_asks_again(address: str, models: FakeOpenAIServer) -> None:
    models.reply(GOOD)
    models.latency = 2.0
    body = json.dumps({"question": QUESTION, "id": str(uuid.uuid4())}).encode()
    with pytest.raises(TimeoutError):
        call(address, "/api/v1/ask", body, "application/json", 0.7)
    deadline = time.monotonic() + 20
    while (found := call(address, "/api/v1/ask", body, "application/json", 15))[0] == 409:
        assert time.monotonic() < deadline
        time.sleep(0.3)
    assert (found[0], json.loads(found[1])["state"]) == (200, "done")
    assert len(models.chat_requests) == 1


def test_send_pressed_twice_without_script_shows_the_whole_answer(address: str, models: FakeOpenAIServer) -> None:
    models.reply(GOOD)
    models.latency = 2.0
    secret = "a" * 32
    form = {"csrfmiddlewaretoken": secret, "question": QUESTION, "message_id": str(uuid.uuid4()), "conversation": ""}
    body, kind = urllib.parse.urlencode(form).encode(), "application/x-www-form-urlencoded"
    with pytest.raises(TimeoutError):
        call(address, "/", body, kind, 0.7, f"csrftoken={secret}")
    status, page = call(address, "/", body, kind, 15, f"csrftoken={secret}")
    assert (status, "30,70 Euro" in page) == (200, True)
    assert "could not be answered" not in page
    assert "konnte nicht beantwortet" not in page
    assert len(models.chat_requests) == 1
