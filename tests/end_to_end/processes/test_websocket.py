"""The websocket as clients see it: a real server process, a real client, a fake model server over HTTP."""

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.db import connection, connections
from pytest_django import DjangoDbBlocker
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from apps.chat.models import Conversation, Feedback, Turn
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from apps.retrieval.setup.active_profile import create_default_profiles
from tests import factories
from tests.end_to_end.conftest import running_server
from tests.fakes.openai_server import FakeOpenAIServer

# Names the database this module needs: without it pytest-django would leave us with the user's own.
pytestmark = pytest.mark.django_db

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
QUOTE = "beträgt 30,70 Euro im Jahr"
GOOD = f'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "{QUOTE}"'
FALSE = 'Der Ausweis ist kostenlos [1]. Das sagt auch das Amt [9].\n\nBELEGE\n[1] "Er ist kostenlos"\n[9] "kostenlos"'
LONG = "".join(f"Der Satz mit der Nummer {number} steht hier. " for number in range(1, 31))

Frame = dict[str, Any]


@pytest.fixture(scope="module")
def models() -> Iterator[FakeOpenAIServer]:
    server = FakeOpenAIServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def address(
    models: FakeOpenAIServer,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    with django_db_blocker.unblock():
        assert connection.settings_dict["NAME"].startswith("test_")  # all of it is removed at the end
        try:
            create_default_profiles()
            factories.document([f"Die Gebühr für einen Anwohnerparkausweis {QUOTE}."], title="Gebühren")
            endpoint = Endpoint.objects.create(name="fake", base_url=models.base_url, api_key_variable="")
            model = ChatModel.objects.create(endpoint=endpoint, name="fake-model")
            ModelOrder.objects.update_or_create(purpose="default", position=1, defaults={"model": model})
            with running_server(tmp_path_factory.mktemp("server")) as started:
                yield started
        finally:
            call_command("flush", verbosity=0, interactive=False)
            connection.close()


@pytest.fixture(autouse=True)
def _fresh(models: FakeOpenAIServer) -> None:
    models.clear()


@asynccontextmanager
async def client(address: str, **options: Any) -> AsyncIterator[ClientConnection]:
    """A connection whose hello has been read."""
    async with connect(address.replace("http", "ws") + "/ws/chat/", origin=address, **options) as socket:
        assert (await receive(socket))["type"] == "hello"
        yield socket


async def receive(socket: ClientConnection) -> Frame:
    frame: Frame = json.loads(await asyncio.wait_for(socket.recv(), 15))
    return frame


async def send(socket: ClientConnection, **frame: Any) -> None:
    await socket.send(json.dumps(frame))


async def ask(socket: ClientConnection, text: str = QUESTION, **frame: Any) -> str:
    message_id = str(frame.pop("id", uuid.uuid4()))
    await send(socket, type="ask", id=message_id, text=text, **frame)
    return message_id


async def until(socket: ClientConnection, *kinds: str) -> list[Frame]:
    frames = [await receive(socket)]
    while frames[-1]["type"] not in kinds:
        frames.append(await receive(socket))
    return frames


async def closing_code(socket: ClientConnection, *messages: str) -> int | None:
    """Sends until the server closes the connection; the code it gives as the reason."""
    try:
        for message in messages:
            await socket.send(message)
        while True:
            await receive(socket)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        try:
            await work()
        finally:
            await sync_to_async(connections.close_all)()

    asyncio.run(main())


def test_an_answer_arrives_in_numbered_frames(address: str, models: FakeOpenAIServer) -> None:
    models.reply(GOOD)

    async def work() -> None:
        async with client(address) as socket:
            message_id = await ask(socket)
            frames = await until(socket, "done", "error")
            assert {frame["id"] for frame in frames} == {message_id}
            assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
            assert [frame["step"] for frame in frames if frame["type"] == "status"] == [
                "searching",
                "answering",
                "checking",
            ]
            text = "".join(frame["text"] for frame in frames if frame["type"] == "delta")
            assert text.strip() == "Die Gebühr beträgt 30,70 Euro [1]."
            [citation] = frames[-2]["citations"]
            assert (citation["quote"], citation["verified"], citation["page"]) == (QUOTE, True, 1)
            assert frames[-1]["state"] == "done"
            assert f'href="{citation["url"]}"' in frames[-1]["answer_html"]

    run(work)


def test_what_is_not_proved_is_replaced_by_sentences_of_the_documents(address: str, models: FakeOpenAIServer) -> None:
    models.reply(FALSE)

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            frames = await until(socket, "done")
            assert [citation["verified"] for citation in frames[-2]["citations"]] == [True]
            assert QUOTE in frames[-2]["citations"][0]["quote"]
            assert "kostenlos" not in frames[-1]["answer_html"]
            assert frames[-1]["state"] == "done_without_llm"
            assert frames[-1]["stand_in"]["reason"] == "unproved"

    run(work)


def test_of_a_true_a_false_and_a_foreign_quote_the_true_one_alone_is_a_link(
    address: str, models: FakeOpenAIServer
) -> None:
    models.reply(
        f'Sie ist bar zu zahlen [1]. Sie ist kostenlos [1]. Das gilt auch hier [7].\nBELEGE\n[1] "{QUOTE}"\n'
        '[1] "Der Ausweis ist kostenlos zu haben"\n[7] "Das gilt auch hier und überall"'
    )

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            done = (await until(socket, "done"))[-1]
            assert done["state"] == "done"
            assert done["answer_html"].count("href") == len(done["citations"]) == 1
            assert done["answer_html"].count('class="unproved"') == 2

    run(work)


def test_a_conversation_goes_on_with_its_token_only(address: str, models: FakeOpenAIServer) -> None:
    models.reply(GOOD, "Wie zahle ich die Gebühr?", GOOD)

    async def work() -> None:
        async with client(address) as socket, client(address) as other:
            await ask(socket)
            token = (await until(socket, "done"))[-1]["conversation"]
            await ask(socket, "Und wie zahle ich?", conversation=token)
            frames = await until(socket, "done")
            assert frames[0]["step"] == "rephrasing"
            assert frames[-1]["conversation"] == token
            await ask(other, conversation="x" * 43)
            assert (await receive(other))["code"] == "unknown_conversation"

    run(work)


def test_two_sockets_without_a_cookie_never_share_a_conversation(address: str, models: FakeOpenAIServer) -> None:
    """Same address, same id of the message, same text: two people behind one office's address, or one who guesses."""
    models.reply(GOOD, GOOD, GOOD)

    async def work() -> None:
        async with client(address) as socket, client(address) as other:
            await asyncio.gather(ask(socket, id="eins"), ask(other, id="eins"))
            ends = [(await until(one, "done"))[-1] for one in (socket, other)]
        async with client(address) as later:
            await ask(later, id="eins")
            ends.append((await until(later, "done"))[-1])
        assert len({end["conversation"] for end in ends}) == 3
        assert len({end["turn"] for end in ends}) == 3

    run(work)


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


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        ("500", "done_without_llm"),
        ("html", "done_without_llm"),
        ("empty", "done_without_llm"),
        ("reset", "interrupted"),
    ],
)
def test_a_failing_model_leaves_sources_or_a_marked_answer(
    address: str, models: FakeOpenAIServer, fault: str, state: str
) -> None:
    models.default_reply = LONG
    models.fault(fault, times=10)

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            frames = await until(socket, "done")
            assert frames[-1]["state"] == state
            if state == "done_without_llm":
                assert frames[-2]["citations"][0]["title"] == "Gebühren"

    run(work)


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


def test_feedback_is_kept_once_per_turn_and_only_from_who_knows_the_conversation(
    address: str, models: FakeOpenAIServer
) -> None:
    models.reply(GOOD)

    async def work() -> None:
        async with client(address) as socket, client(address) as stranger:
            await ask(socket)
            end = (await until(socket, "done"))[-1]
            await send(stranger, type="feedback", turn=end["turn"], rating="down")
            assert (await receive(stranger))["code"] == "unknown_turn"
            await send(socket, type="feedback", turn=end["turn"], rating="up")
            assert await receive(socket) == {"type": "feedback", "turn": end["turn"], "rating": "up"}
            await send(socket, type="feedback", turn=end["turn"], rating="down", reasons=["wrong"], comment="Nein")
            await receive(socket)
            stored = await Feedback.objects.aget(turn=end["turn"])
            assert (stored.rating, stored.reasons, stored.comment) == ("down", ["wrong"], "Nein")

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
