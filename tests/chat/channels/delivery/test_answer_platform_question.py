"""Exactly one answer for each interaction, whatever the platform repeats and wherever a process dies."""

import asyncio
import uuid
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from apps.chat.channels import answer_abandoned_interactions
from apps.chat.channels.delivery import answer_platform_question, claim_interactions, outbox
from apps.chat.models import Interaction, InteractionState, Turn
from apps.chat.models.platform_rooms_and_people import Delivery, DeliveryState
from apps.documents.models import Document
from tests.chat.channels.conftest import QUESTION, REPLY, Model, deliver, deliver_activity, quiet, run, states
from tests.fakes import slack as slack_module
from tests.fakes import teams as teams_module
from tests.fakes.models import Held
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import FakeTeams
from tests.waiting import until


def replies(number: int) -> list[str]:
    return [REPLY] * number


def test_retries_twins_and_repeats_of_a_message_get_one_answer(slack: FakeSlack, fees: Document, model: Model) -> None:
    fake = model(*replies(1))
    message = slack.message(f"<@UBOT> {QUESTION}", channel="C1")
    twin = slack.message(f"<@UBOT> {QUESTION}", channel="C1", event="app_mention", ts=message["event"]["ts"])
    repeat = slack.message(f"<@UBOT> {QUESTION}", channel="C1", client_msg_id=message["event"]["client_msg_id"])

    async def send() -> None:
        interactions = [message, twin, message, repeat, twin, message]
        assert await asyncio.gather(*(deliver(slack, body) for body in interactions)) == [200] * 6

    run(send)
    assert len(slack.messages("C1")) == 1
    assert len(fake.calls) == 1
    assert states() == [InteractionState.ANSWERED]


def test_copies_from_teams_under_a_new_id_get_one_answer(teams: FakeTeams, fees: Document, model: Model) -> None:
    model(*replies(4))
    first, copy = teams.message(QUESTION), teams.message(QUESTION)
    other = teams.message(QUESTION, user="29:max")

    async def send() -> None:
        await asyncio.gather(*(deliver_activity(teams, one) for one in (first, copy, first, copy, other)))

    run(send)
    assert len(teams.messages("personal-1")) == 2


def test_the_question_is_acknowledged_while_the_model_hangs(slack: FakeSlack, fees: Document, model: Model) -> None:
    held = Held("Ein Anwohnerparkausweis ", REPLY.removeprefix("Ein Anwohnerparkausweis "))
    model(held)

    async def send() -> None:
        # The model says nothing more before it is released: whoever waited for it would wait for ever.
        async with asyncio.timeout(60):
            assert await deliver(slack, slack.message(QUESTION)) == 200
        assert not held.release.is_set()
        await until(lambda: bool(slack.messages("D1")))
        held.release.set()

    run(send)
    assert "30,70" in slack.messages("D1")[0]["text"]


@pytest.mark.parametrize("trouble", [slack_module.lost_after, slack_module.broken])
@pytest.mark.parametrize("method", ["chat.startStream", "chat.postMessage"])
def test_an_ambiguous_send_is_not_repeated_blindly(
    slack: FakeSlack, fees: Document, model: Model, trouble: Any, method: str
) -> None:
    """The gateway broke: whether the message is there is looked up before anything else is sent."""
    model(*replies(4))
    slack.streams = method == "chat.startStream"
    slack.trouble[method] = [trouble]

    async def send() -> None:
        await deliver(slack, slack.message(QUESTION))
        await quiet()
        await take_over()

    run(send)
    [message] = slack.messages("D1")
    assert "30,70 Euro im Jahr [1]" in message["text"]
    assert states() == [InteractionState.ANSWERED]


async def take_over() -> None:
    """What the rescuer of another process does once leases have ended."""
    for _round in range(4):
        await asyncio.to_thread(end_leases)
        ids = await asyncio.to_thread(overdue)
        if not ids:
            return
        await answer_abandoned_interactions.answer_overdue_interactions(ids)


def end_leases() -> None:
    Interaction.objects.filter(state__in=Interaction.OPEN_STATES).update(
        lease_until=timezone.now() - claim_interactions.LEASE
    )
    connection.close()


def overdue() -> list[uuid.UUID]:
    try:
        return answer_abandoned_interactions.overdue_ids()
    finally:
        connection.close()


class KilledError(BaseException):
    """What a SIGKILL looks like from within: nothing after it runs."""


# Every note in the outbox is a place where a process may die: before it (the call is made, nobody knows) or after it.
PLACES = [(state, before) for state in ("opening", "open", "sent") for before in (True, False)]


@pytest.mark.parametrize(("state", "before"), PLACES)
@pytest.mark.parametrize("streams", [True, False])
def test_a_process_that_dies_anywhere_leaves_one_answer(
    slack: FakeSlack,
    fees: Document,
    model: Model,
    monkeypatch: pytest.MonkeyPatch,
    state: str,
    before: bool,
    streams: bool,
) -> None:
    model(*replies(4))
    slack.streams = streams
    die_once(monkeypatch, state, before)

    async def send() -> None:
        await deliver(slack, slack.message(QUESTION))
        await died()
        await take_over()

    run(send)
    [message] = slack.messages("D1")
    assert "30,70 Euro im Jahr [1]" in message["text"]
    assert states() == [InteractionState.ANSWERED]
    assert Delivery.objects.get().state == DeliveryState.SENT


@pytest.mark.parametrize(("state", "before"), PLACES)
@pytest.mark.parametrize("in_a_room", [True, False])
def test_in_teams_too(
    teams: FakeTeams,
    fees: Document,
    model: Model,
    monkeypatch: pytest.MonkeyPatch,
    state: str,
    before: bool,
    in_a_room: bool,
) -> None:
    model(*replies(4))
    die_once(monkeypatch, state, before)
    question = teams.mention(QUESTION) if in_a_room else teams.message(QUESTION)

    async def send() -> None:
        await deliver_activity(teams, question)
        await died()
        await take_over()

    run(send)
    answers = [one for one in teams.messages(question["conversation"]["id"]) if "30,70" in one["text"]]
    assert len(answers) == 1
    assert states() == [InteractionState.ANSWERED]


def die_once(monkeypatch: pytest.MonkeyPatch, state: str, before: bool) -> None:
    original = outbox.set_state
    dead: list[bool] = []

    def mark(delivery: Delivery, attempt: int, to: Any, **fields: Any) -> None:
        dies = to == state and not dead
        if dies:
            dead.append(True)
        if not (dies and before):
            original(delivery, attempt, to, **fields)
        if dies:
            raise KilledError

    monkeypatch.setattr(outbox, "set_state", mark)


async def died() -> None:
    """The tasks end as a dead process does; what they held is held by nobody."""
    from apps.chat.channels.delivery import start_background_task

    while start_background_task.TASKS:
        await asyncio.gather(*start_background_task.TASKS, return_exceptions=True)
    claim_interactions.HELD.clear()


def test_a_question_whose_process_died_before_the_model_answered_is_asked_once_more(
    slack: FakeSlack, fees: Document, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    model(REPLY)
    monkeypatch.setattr(answer_platform_question, "start_answering", lambda interaction_id: None)

    async def send() -> None:
        await deliver(slack, slack.message(QUESTION))
        assert not slack.messages("D1")
        await take_over()

    run(send)
    assert len(slack.messages("D1")) == 1


def test_after_two_deaths_people_get_an_apology(slack: FakeSlack, fees: Document, model: Model) -> None:
    model()
    monkeypatched = slack.message(QUESTION)

    async def send() -> None:
        await deliver(slack, monkeypatched)

    def prepare() -> None:
        Interaction.objects.update(attempts=answer_platform_question.MOST_ASKED, state=InteractionState.WORKING)

    async def whole() -> None:
        original = answer_platform_question.start_answering
        answer_platform_question.start_answering = lambda interaction_id: None  # type: ignore[assignment]
        try:
            await send()
        finally:
            answer_platform_question.start_answering = original
        await asyncio.to_thread(prepare)
        await take_over()

    run(whole)
    assert states() == [InteractionState.APOLOGISED]
    assert len(slack.messages("D1")) == 1
    assert not Turn.objects.exists()


def test_what_the_platform_cannot_take_now_is_sent_later(teams: FakeTeams, fees: Document, model: Model) -> None:
    model(REPLY)
    teams.trouble = [teams_module.broken] * 8

    async def send() -> None:
        await deliver_activity(teams, teams.mention(QUESTION))
        await quiet()
        assert not teams.messages("19:room@thread.tacv2;messageid=1")
        teams.trouble.clear()
        await take_over()

    run(send)
    assert len([one for one in teams.messages("19:room@thread.tacv2;messageid=1") if "30,70" in one["text"]]) == 1
    assert Turn.objects.count() == 1


def test_a_room_that_is_gone_ends_the_work(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    gone = slack_module.error("channel_not_found")
    slack.trouble = {"chat.startStream": [gone], "chat.postMessage": [gone], "chat.update": [gone]}

    async def send() -> None:
        await deliver(slack, slack.message(QUESTION))

    run(send)
    assert states() == [InteractionState.UNDELIVERABLE]
