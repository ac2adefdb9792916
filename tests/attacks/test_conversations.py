"""A stranger who has learnt the token of a signed-in person's conversation, or the ids of messages."""

import asyncio
import json
import uuid
from collections.abc import Coroutine, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.urls import reverse

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Conversation, Feedback, Turn, TurnState
from apps.chat.web import resumable_answers
from apps.chat.web.chat_websocket import chat_socket
from apps.chat.web.resumable_answers import LIVE_ANSWERS, LiveAnswers, build_answer_key
from apps.documents.models import Document

SECRET = "Die Gebühr beträgt 30,70 Euro."
Frame = dict[str, Any]
Result = TypeVar("Result")


@pytest.fixture
def person(fees: Document) -> User:
    return User.objects.create_user("person", password="x")


@pytest.fixture
def owner(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def turn(person: User) -> Turn:
    conversation = Conversation.objects.create(user=person)
    return Turn.objects.create(
        conversation=conversation, number=1, client_message_id="m-1", question="Was kostet es?", answer=SECRET,
        answer_html=SECRET, state=TurnState.DONE,
    )  # fmt: skip


def session_of(client: Client | None) -> str:
    return client.cookies["sessionid"].value if client else ""


async def on_a_socket(session: str, *sent: Frame, most: int = 12) -> list[Frame]:
    """What the chat answers to these frames, on a connection with this session; ends when nothing more comes."""
    outgoing: list[Frame] = []
    waiting: asyncio.Queue[Frame] = asyncio.Queue()
    for message in [
        {"type": "websocket.connect"},
        *({"type": "websocket.receive", "text": json.dumps(f)} for f in sent),
    ]:
        waiting.put_nowait(message)

    async def send(message: Frame) -> None:
        if text := message.get("text"):
            outgoing.append(json.loads(text))

    scope = {"cookies": {"sessionid": session} if session else {}, "client": ("203.0.113.9", 1), "headers": []}
    connection = asyncio.create_task(chat_socket(scope, waiting.get, send))
    for _ in range(100):
        await asyncio.sleep(0.05)
        if len(outgoing) > len(sent) and outgoing[-1]["type"] in ("done", "error", "feedback"):
            break
    await waiting.put({"type": "websocket.disconnect"})
    await connection
    return outgoing


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """To its end, with the connections of its threads closed."""

    async def main() -> Result:
        try:
            return await work
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(main())


def talk(client: Client | None, *sent: Frame) -> list[Frame]:
    return run(on_a_socket(session_of(client), *sent))


def stranger(kind: str) -> Client | None:
    if kind == "anonymous":
        return None
    client = Client()
    client.force_login(User.objects.create_user("stranger", password="x"))
    return client


STRANGERS = pytest.mark.parametrize("kind", ["anonymous", "account"])


def ways_in(turn: Turn) -> Sequence[Frame]:
    token, key = turn.conversation.token, str(turn.pk)
    return [
        {"type": "feedback", "turn": key, "rating": "down", "conversation": token},
        {"type": "resume", "conversation": token},
        {"type": "ask", "id": "m-1", "text": turn.question, "conversation": token},
        {"type": "ask", "id": "m-2", "text": "Und sonst?", "conversation": token},
    ]


@STRANGERS
@pytest.mark.parametrize("way", range(4))
def test_the_socket_opens_no_conversation_of_an_account_to_others(turn: Turn, kind: str, way: int) -> None:
    answered = talk(stranger(kind), ways_in(turn)[way])
    assert answered[-1]["type"] == "error", str(answered)
    assert SECRET not in str(answered)
    assert not Feedback.objects.exists()
    assert Turn.objects.count() == 1


def test_its_owner_comes_in_by_each_way(turn: Turn, owner: Client) -> None:
    assert [talk(owner, way)[-1]["type"] for way in ways_in(turn)[:3]] == ["feedback", "done", "done"]
    assert Feedback.objects.get().turn == turn


def test_who_resumed_before_signing_out_can_no_longer_rate(turn: Turn, owner: Client) -> None:
    session = session_of(owner)
    feedback, resume = ways_in(turn)[:2]

    async def signed_out_meanwhile() -> list[Frame]:
        await sync_to_async(owner.logout)()
        return await on_a_socket(session, resume, feedback)

    assert run(signed_out_meanwhile())[-1]["type"] == "error"
    assert not Feedback.objects.exists()


@STRANGERS
def test_an_answer_in_memory_goes_to_its_asker_alone(
    turn: Turn, owner: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def both() -> tuple[list[Frame], list[Frame]]:
        monkeypatch.setattr("apps.chat.web.chat_websocket.LIVE_ANSWERS", LiveAnswers())
        again = ways_in(turn)[2]
        return await on_a_socket(session_of(owner), again), await on_a_socket(session_of(other), again)

    other = stranger(kind)
    own, foreign = run(both())
    assert SECRET in str(own)
    assert SECRET not in str(foreign)


@STRANGERS
def test_a_stream_of_the_interface_joins_only_the_askers_own(turn: Turn, person: User, kind: str) -> None:
    other = User.objects.create_user("stranger") if kind == "account" else None

    async def frames(user: User | None) -> str:
        ask = AskedQuestion(turn.question, message_id="m-1", token=turn.conversation.token, user=user)
        async with aclosing(LIVE_ANSWERS.start(ask, build_answer_key(ask)).follow()) as numbered:
            return "".join([frame async for frame in numbered])

    async def both() -> tuple[str, str]:
        return await frames(person), await frames(other)

    own, foreign = run(both())
    assert SECRET in own
    assert SECRET not in foreign


@STRANGERS
def test_the_id_of_a_form_opens_nobodys_conversation(owner: Client, kind: str) -> None:
    form = {"question": "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?", "message_id": "form-1"}
    own = owner.post("/", form)
    token = own.context["conversation"]
    assert token
    foreign = (stranger(kind) or Client()).post("/", form)
    assert token not in foreign.content.decode()
    assert owner.post("/", form).context["conversation"] == token


@STRANGERS
@pytest.mark.parametrize("page", ["feedback", "restore", "export", "delete", "share", "why"])
def test_no_page_opens_it_to_others(turn: Turn, kind: str, page: str) -> None:
    form = {"conversation": turn.conversation.token, "turn": str(turn.pk), "rating": "up"}
    answer = (stranger(kind) or Client()).post(reverse(f"chat:{page}"), form)
    assert answer.status_code == 404
    assert Turn.objects.exists()
    assert resumable_answers.LIVE_ANSWERS.latest(turn.conversation.token) is None


@pytest.mark.parametrize("page", ["feedback", "restore", "export", "delete", "share", "why"])
def test_conversations_of_a_deleted_account_open_for_nobody(turn: Turn, person: User, page: str) -> None:
    token = turn.conversation.token
    person.delete()
    form = {"conversation": token, "turn": str(turn.pk), "rating": "up"}
    assert Client().post(reverse(f"chat:{page}"), form).status_code == 404
    assert Turn.objects.filter(pk=turn.pk).exists()


def test_conversations_of_accounts_that_are_deleted_together_close_too(turn: Turn) -> None:
    token = turn.conversation.token
    User.objects.all().delete()
    assert not Conversation.objects.filter(token=token).exists()
    assert Conversation.objects.count() == 1


def tokens_of(*frames: Sequence[Frame]) -> list[str]:
    return [next(frame["conversation"] for frame in each if frame["type"] == "done") for each in frames]


def test_two_strangers_behind_one_address_never_share_a_conversation(fees: Document) -> None:
    """Without a cookie nothing tells them apart, even when message id and text are the same."""
    question = {"type": "ask", "id": "1", "text": "Was kostet die Bescheinigung?"}

    async def both() -> list[list[Frame]]:
        return list(await asyncio.gather(on_a_socket("", question), on_a_socket("", question)))

    first, second = tokens_of(*run(both()))
    third = tokens_of(run(on_a_socket("", question)))[0]
    assert len({first, second, third}) == 3


def test_a_random_message_id_is_answered_once_on_another_connection_without_a_cookie(fees: Document) -> None:
    """Who lost the connection before the first frame asks again and knows no conversation yet; the same after the
    process has forgotten the answer."""
    question = {"type": "ask", "id": str(uuid.uuid4()), "text": "Was kostet die Bescheinigung?"}
    first, again = talk(None, question)[-1], talk(None, question)[-1]
    LIVE_ANSWERS._by_key.clear()
    stored = talk(None, question)[-1]
    assert first["type"] == "done"
    assert {frame["turn"] for frame in (first, again, stored)} == {first["turn"]}
    assert {frame["conversation"] for frame in (first, again, stored)} == {first["conversation"]}
    assert Turn.objects.count() == 1
