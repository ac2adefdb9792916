"""How long people wait when the process that worked for them is gone."""

import asyncio
import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from apps.chat.channels import answer_abandoned_interactions
from apps.chat.channels.delivery import answer_platform_question, claim_interactions, notify_of_improved_answers
from apps.chat.models import Interaction, InteractionState
from apps.documents.models import Document
from config.processes import supervisor
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver, deliver_activity, run, states
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import FakeTeams
from tests.waiting import until

LEASE, INTERVAL = 1.0, 0.1


@pytest.fixture
def rescuer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The thread that a web process runs, with shorter times."""
    monkeypatch.setattr(answer_abandoned_interactions, "INTERVAL", INTERVAL)
    stop = threading.Event()
    thread = threading.Thread(target=answer_abandoned_interactions.watch_in_thread, args=[stop])
    thread.start()
    yield
    stop.set()
    thread.join(20)
    assert not thread.is_alive()


def test_what_a_killed_process_held_is_answered_as_soon_as_its_lease_has_ended(
    slack: FakeSlack, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch, rescuer: None
) -> None:
    model(REPLY)
    monkeypatch.setattr(claim_interactions, "LEASE", timedelta(seconds=LEASE))
    held_until: list[float] = []

    def dies_after_the_claim(interaction_id: object) -> None:
        """The process claims the question and is killed: nobody renews what it holds."""
        Interaction.objects.filter(pk=interaction_id).update(
            state=InteractionState.WORKING, attempts=1, lease_until=timezone.now() + claim_interactions.LEASE
        )
        held_until.append(time.monotonic() + LEASE)

    def claimed_in_its_thread(interaction_id: object) -> None:
        thread = threading.Thread(target=dies_after_the_claim, args=[interaction_id])
        thread.start()
        thread.join()

    monkeypatch.setattr(answer_platform_question, "start_answering", claimed_in_its_thread)

    async def ask() -> None:
        assert await deliver(slack, slack.message(QUESTION)) == 200

    run(ask)
    deadline = held_until[0] + 5.0
    while states() != [InteractionState.ANSWERED]:
        assert time.monotonic() < deadline, "Nobody took it up."
        time.sleep(0.02)
    assert time.monotonic() >= held_until[0] - INTERVAL
    [message] = slack.messages("D1")
    assert "30,70" in message["text"]


def forget(interaction_id: object) -> None:
    """The process dies before it begins: the question is stored and acknowledged."""


def left_behind() -> None:
    """As if the process had died long ago."""
    Interaction.objects.filter(state=InteractionState.RECEIVED).update(created_at=timezone.now() - timedelta(minutes=1))


def test_teams_is_served_by_the_rescuer_and_by_the_page_in_turns(
    teams: FakeTeams, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch, rescuer: None
) -> None:
    """Each has an event loop of its own, and connections belong to the loop that has opened them."""
    model(*[REPLY] * 4)
    begins = answer_platform_question.start_answering

    async def ask() -> None:
        for number, start in enumerate((forget, begins, forget, begins), 1):
            monkeypatch.setattr(answer_platform_question, "start_answering", start)
            activity = teams.message(f"{QUESTION} {number}", user=f"29:u{number}", conversation=f"personal-{number}")
            assert (await deliver_activity(teams, activity)).status_code == 200
            await asyncio.to_thread(left_behind)
            await until(lambda number=number: bool(teams.messages(f"personal-{number}")), 10.0)

    run(ask)
    assert states() == [InteractionState.ANSWERED] * 4


def test_one_answer_that_breaks_leaves_the_rescuer_to_the_others(
    slack: FakeSlack, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch, rescuer: None
) -> None:
    model(REPLY)
    monkeypatch.setattr(answer_platform_question, "start_answering", forget)
    slack.trouble["conversations.open"] = [lambda slack, values: {"ok": True, "channel": None}] * 99

    async def ask() -> None:
        assert await deliver(slack, slack.command(QUESTION), form=True) == 200
        await asyncio.to_thread(left_behind)
        await until(lambda: bool(slack.calls("conversations.open")), 10.0)
        assert await deliver(slack, slack.message(QUESTION, user="U2")) == 200
        await asyncio.to_thread(left_behind)
        await until(lambda: bool(slack.messages("D1")), 10.0)
        for _ in range(100):  # The answer is noted behind the message.
            if InteractionState.ANSWERED in await asyncio.to_thread(states):
                break
            await asyncio.sleep(0.05)

    run(ask)
    assert InteractionState.ANSWERED in states()


def test_one_note_that_breaks_leaves_the_rescuer_to_the_others(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, rescuer: None
) -> None:
    looks: list[int] = []

    async def broken() -> None:
        looks.append(1)
        raise TypeError("'NoneType' object is not subscriptable")

    monkeypatch.setattr(notify_of_improved_answers, "owed_notes", lambda: ["a note"])
    monkeypatch.setattr(notify_of_improved_answers, "send_owed_notes", broken)
    deadline = time.monotonic() + 10.0
    while len(looks) < 2:
        assert time.monotonic() < deadline, "The rescuer is gone."
        time.sleep(0.02)


def test_even_who_is_unlucky_each_time_hears_something_within_ninety_seconds() -> None:
    """Killed at the end of each attempt that is allowed: a lease, a look, and the apology of the last one."""
    until_taken_up = (
        max(claim_interactions.LEASE.total_seconds(), supervisor.LONGEST_DELAY) + answer_abandoned_interactions.INTERVAL
    )
    assert (answer_platform_question.MOST_ASKED + 1) * until_taken_up < 90
    assert claim_interactions.UNTOUCHED <= claim_interactions.LEASE
    assert claim_interactions.LEASE.total_seconds() > 2 * claim_interactions.RENEW_SECONDS


AWAY = [OperationalError("The server closed the connection."), InterfaceError("The connection is closed.")]


@pytest.mark.parametrize("error", AWAY, ids=lambda error: type(error).__name__)
def test_the_thread_looks_on_after_the_database_was_away(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(answer_abandoned_interactions, "INTERVAL", 0.01)
    looks: list[int] = []
    stop = threading.Event()

    def away() -> None:
        looks.append(1)
        if len(looks) > 1:
            stop.set()
        raise error

    monkeypatch.setattr(answer_abandoned_interactions, "overdue_ids", away)
    answer_abandoned_interactions.watch_in_thread(stop)
    assert len(looks) > 1


@pytest.mark.parametrize("error", AWAY, ids=lambda error: type(error).__name__)
def test_socket_mode_looks_on_after_the_database_was_away_for_its_notes(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(answer_abandoned_interactions, "INTERVAL", 0.01)
    looks: list[int] = []

    async def away() -> None:
        looks.append(1)
        raise error

    monkeypatch.setattr(answer_abandoned_interactions, "send_owed_messages", away)

    async def look() -> None:
        looking = asyncio.create_task(answer_abandoned_interactions.watch_in_event_loop())
        await until(lambda: len(looks) > 1 or looking.done(), 10.0)
        looking.cancel()

    asyncio.run(look())
    assert len(looks) > 1
