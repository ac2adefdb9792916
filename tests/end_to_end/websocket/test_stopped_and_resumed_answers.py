"""Answers that are stopped, broken off, asked for twice, or gone on with on another connection."""

import asyncio
import uuid

import pytest

from apps.chat.models import Conversation, Turn
from tests.end_to_end.websocket.client import LONG, QUESTION, ask, client, receive, run, send, until
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
