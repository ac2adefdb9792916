"""Whose conversation it is on the websocket: its token opens it, and only those who know it rate its answers."""

import asyncio

import pytest

from apps.chat.models import Feedback
from tests.end_to_end.websocket.client import GOOD, ask, client, receive, run, send, until
from tests.fakes.openai_server import FakeOpenAIServer

# Names the database this module needs: without it pytest-django would leave us with the user's own.
pytestmark = pytest.mark.django_db


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
