"""Socket Mode delivers more than once: late acknowledgements, new connections, several of them. One answer each."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from threading import Event
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from apps.chat.channels import slack_socket_mode
from apps.chat.channels.slack.incoming import receive_events_and_commands
from apps.chat.models import Interaction, InteractionState, Turn
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver, quiet, run, states
from tests.fakes.models import Held
from tests.fakes.slack import FakeSlack
from tests.waiting import until


@asynccontextmanager
async def connected(slack: FakeSlack, connections: int = 1) -> AsyncIterator[None]:
    """As many processes as that, each with a connection of its own."""
    stop = asyncio.Event()
    serving = [
        asyncio.create_task(slack_socket_mode.serve_socket_mode(stop, lambda sentence: None))
        for _number in range(connections)
    ]
    try:
        await until(lambda: slack.connections == connections)
        yield
    finally:
        stop.set()
        await asyncio.gather(*serving)


async def reconnected(slack: FakeSlack) -> None:
    """Returns when the new connection stands and the old one is closed: what is sent through that one may be lost."""
    before = slack.connections_ever
    slack.ask_to_reconnect()
    await until(lambda: slack.connections_ever > before and slack.connections == 1)


def in_socket_mode(slack: FakeSlack, talk: Callable[[], Awaitable[None]], connections: int = 1) -> None:
    async def whole() -> None:
        async with connected(slack, connections):
            await talk()
            await quiet()

    run(whole)


def answered_once(slack: FakeSlack) -> None:
    assert states() == [InteractionState.ANSWERED]
    assert Turn.objects.count() == 1
    [message] = slack.messages("D1")
    assert "30,70 Euro im Jahr [1]" in message["text"]


def storing(monkeypatch: pytest.MonkeyPatch, first: Callable[[], None]) -> None:
    """The first question meets a database in trouble."""
    original, calls = receive_events_and_commands.store_event, []

    def kept_event(body: dict[str, Any]) -> uuid.UUID | None:
        calls.append(body)
        if len(calls) == 1:
            first()
        return original(body)

    monkeypatch.setattr(receive_events_and_commands, "store_event", kept_event)


def test_what_is_delivered_again_before_the_late_acknowledgement_is_answered_once(
    slack: FakeSlack, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = model(REPLY)
    is_storing, may_go_on = Event(), Event()

    def store_late() -> None:
        is_storing.set()
        assert may_go_on.wait(10)

    storing(monkeypatch, store_late)
    body = slack.message(QUESTION)

    async def talk() -> None:
        envelopes = [slack.send_envelope(body)]
        await until(is_storing.is_set)
        assert not slack.is_acknowledged(envelopes[0])
        envelopes += [slack.send_envelope_again(body, attempt) for attempt in (1, 2, 3)]
        may_go_on.set()
        await until(lambda: all(slack.is_acknowledged(one) for one in envelopes))

    in_socket_mode(slack, talk)
    answered_once(slack)
    assert len(fake.calls) == 1


def test_what_was_not_stored_is_not_acknowledged_and_answered_when_it_comes_again_on_a_new_connection(
    slack: FakeSlack, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    model(REPLY)

    def away() -> None:
        raise DatabaseError("the server is restarting")

    storing(monkeypatch, away)
    body = slack.message(QUESTION)

    async def talk() -> None:
        lost = slack.send_envelope(body)
        await reconnected(slack)
        assert not slack.is_acknowledged(lost)
        again = slack.send_envelope_again(body, 1)
        await until(lambda: slack.is_acknowledged(again))

    in_socket_mode(slack, talk)
    answered_once(slack)


def test_a_connection_that_ends_in_the_middle_of_an_answer_neither_loses_nor_repeats_it(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    held = Held("Ein Anwohnerparkausweis ", REPLY.removeprefix("Ein Anwohnerparkausweis "))
    fake = model(held)
    body = slack.message(QUESTION)

    async def talk() -> None:
        first = slack.send_envelope(body)
        await until(lambda: bool(slack.messages("D1")))
        assert slack.is_acknowledged(first)
        await reconnected(slack)
        # Slack may not have seen the acknowledgement.
        again = slack.send_envelope_again(body, 1)
        await until(lambda: slack.is_acknowledged(again))
        held.release.set()

    in_socket_mode(slack, talk)
    answered_once(slack)
    assert len(fake.calls) == 1


def test_the_same_event_on_two_connections_and_over_http_is_answered_once(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    fake = model(REPLY)
    body = slack.message(QUESTION)

    async def talk() -> None:
        over_http = asyncio.create_task(deliver(slack, body))
        envelopes = [slack.send_envelope(body, socket=number) for number in (0, 1, 0, 1)]
        assert await over_http == 200
        await until(lambda: all(slack.is_acknowledged(one) for one in envelopes))

    in_socket_mode(slack, talk, connections=2)
    answered_once(slack)
    assert len(fake.calls) == 1


def test_zero_characters_are_left_out_as_over_http(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    body = slack.message(QUESTION) | {"team_id": "T1\0"}
    body["event"]["text"] = QUESTION.replace(" ", " \0")

    async def talk() -> None:
        envelope = slack.send_envelope(body)
        await until(lambda: slack.is_acknowledged(envelope))

    in_socket_mode(slack, talk)
    answered_once(slack)


def test_half_a_character_keeps_nobody_from_an_answer(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    body = slack.message(QUESTION + " \ud83d")

    async def talk() -> None:
        envelope = slack.send_envelope(body)
        await until(lambda: slack.is_acknowledged(envelope))

    in_socket_mode(slack, talk)
    answered_once(slack)


def test_who_stops_it_while_slack_is_away_neither_waits_nor_is_told_that_it_is_connected(
    slack: FakeSlack, transactional_db: None
) -> None:
    slack.trouble["apps.connections.open"] = [lambda fake, values: {"ok": False, "error": "internal_error"}] * 99
    said: list[str] = []

    async def talk() -> None:
        stop = asyncio.Event()
        serving = asyncio.create_task(slack_socket_mode.serve_socket_mode(stop, said.append))
        await until(lambda: bool(slack.calls("apps.connections.open")))
        stop.set()
        async with asyncio.timeout(10):
            await serving

    run(talk)
    assert said == []


def test_slack_may_be_away_when_it_starts(
    slack: FakeSlack, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    model(REPLY)
    monkeypatch.setattr(slack_socket_mode, "FIRST_PAUSE", 0.01)
    slack.trouble["apps.connections.open"] = [lambda fake, values: {"ok": False, "error": "internal_error"}] * 2

    async def talk() -> None:
        envelope = slack.send_envelope(slack.message(QUESTION))
        await until(lambda: slack.is_acknowledged(envelope))

    in_socket_mode(slack, talk)
    answered_once(slack)


def test_a_token_that_is_wrong_for_good_is_told_and_not_tried_for_ever(
    slack: FakeSlack, settings: Any, transactional_db: None
) -> None:
    settings.SLACK_APP_TOKEN = "xapp-another"
    with pytest.raises(CommandError, match="SLACK_APP_TOKEN: invalid_auth"):
        call_command("slack_socket")
    assert len(slack.calls("apps.connections.open")) <= 1


def test_an_envelope_of_another_shape_is_acknowledged_and_left_out(slack: FakeSlack, transactional_db: None) -> None:
    """Otherwise it would come again and again."""
    command = {"command": "/auskunft", "user_id": "U1", "channel_id": "D1", "team_id": "T1"}

    async def talk() -> None:
        odd = [
            slack.send_envelope({"event": "message"}),
            slack.send_envelope({"type": "block_actions", "user": {"id": "<!channel>"}}, "interactive"),
            slack.send_envelope({"command": "/auskunft"}, "slash_commands"),
            slack.send_envelope({**command, "user_id": "<!channel>", "trigger_id": "1"}, "slash_commands"),
            slack.send_envelope(command, "slash_commands"),
            slack.send_envelope({"a": 1}, "never_heard_of"),
        ]
        await until(lambda: all(slack.is_acknowledged(one) for one in odd))

    in_socket_mode(slack, talk)
    assert not Interaction.objects.exists()
    assert slack.messages("D1") == []
