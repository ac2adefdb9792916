"""The other ways to speak to the bot in Slack: threads, command, shortcut, home, feedback, notes."""

import asyncio
import time
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from apps.chat.channels.delivery import notify_of_improved_answers
from apps.chat.channels.simplify_hook import HOOKS
from apps.chat.channels.slack import web_api
from apps.chat.channels.slack.rate_limits import SlackLimits
from apps.chat.models import (
    Delivery,
    DeliveryPurpose,
    DeliveryState,
    Feedback,
    Interaction,
    InteractionState,
    PlatformUser,
    Turn,
)
from apps.documents.models import Collection, Document
from tests.chat.channels.conftest import (
    QUESTION,
    REPLY,
    Model,
    as_text,
    deliver,
    deliver_activity,
    model_of_a_turn,
    quiet,
    run,
    states,
)
from tests.fakes.models import FakeLanguageModel
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import FakeTeams
from tests.fakes.teams import broken as teams_broken


def test_in_a_thread_it_takes_part_in_a_follow_up_needs_no_mention(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    model(REPLY, QUESTION, REPLY)
    first = slack.message(f"<@UBOT> {QUESTION}", channel="C1")
    thread = first["event"]["ts"]

    async def talk() -> None:
        for body in (
            first,
            slack.message("Und wie zahle ich?", channel="C1", thread=thread),
            slack.message("<@U7> weißt du das?", channel="C1", thread=thread),
            slack.message("Mahlzeit", channel="C1"),
            slack.message("Andere Frage", channel="C1", thread="1.000001"),
        ):
            await deliver(slack, body)
            await quiet()

    run(talk)
    assert Turn.objects.count() == 2
    assert len({turn.conversation_id for turn in Turn.objects.all()}) == 1
    assert {one["thread_ts"] for one in slack.messages("C1")} == {thread}


def test_the_first_answer_says_that_a_machine_writes_and_every_answer_is_labelled(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    model(REPLY, REPLY)

    async def talk() -> None:
        for _twice in range(2):
            await deliver(slack, slack.message(QUESTION))
            await quiet()

    run(talk)
    first, second = (as_text(message) for message in slack.messages("D1"))
    assert "personenbezogenen" in first
    assert "personenbezogenen" not in second
    assert all("KI-generierte" in one or "KI" in one for one in (first, second))


def test_while_it_works_the_status_names_the_steps(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)

    async def talk() -> None:
        await deliver(slack, slack.message(QUESTION))

    run(talk)
    told = [call.values["status"] for call in slack.calls("assistant.threads.setStatus")]
    assert told
    assert all(text.endswith("…") for text in told)


def test_a_command_is_answered_privately(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)

    async def talk() -> None:
        command = slack.command(QUESTION)
        for _retried in range(3):
            assert await deliver(slack, command, form=True) == 200

    run(talk)
    [message] = slack.messages("DU1")
    assert "30,70 Euro" in message["text"]
    assert slack.messages("C1") == []


def test_zero_characters_in_a_command_are_left_out(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    command = slack.command(f"{QUESTION}\0") | {"user_name": "e\0va", "trigger_id": "trigger\0-1"}

    async def talk() -> None:
        assert await deliver(slack, command, form=True) == 200

    run(talk)
    assert PlatformUser.objects.get().name == "eva"
    assert len(slack.messages("DU1")) == 1


def test_a_command_without_a_text_explains_itself(slack: FakeSlack, transactional_db: None) -> None:
    async def talk() -> None:
        await deliver(slack, slack.command(""), form=True)

    run(talk)
    assert len(slack.messages("DU1")) == 1


@pytest.mark.parametrize("by_command", [True, False])
def test_say_it_simply(
    slack: FakeSlack, transactional_db: None, monkeypatch: pytest.MonkeyPatch, by_command: bool
) -> None:
    async def simple(text: str, language: str) -> str:
        return f"Einfache Sprache (Entwurf)\n\n{text.upper()} {language}"

    monkeypatch.setitem(HOOKS, "simplify", simple)
    message = {"ts": "1.000001", "text": "Die Gebühr ist zu entrichten."}
    shortcut = slack.interaction(
        "message_action", callback_id="auskunft_simplify", message=message, channel={"id": "C1"}
    )

    async def talk() -> None:
        await deliver(
            slack, slack.command("einfach Die Gebühr ist zu entrichten.") if by_command else shortcut, form=True
        )

    run(talk)
    [shown] = slack.messages("DU1")
    assert "DIE GEBÜHR IST ZU ENTRICHTEN. de" in shown["text"]


@pytest.mark.parametrize(("length", "fits"), [(5_000, True), (100_001, False)])
def test_a_text_to_be_simplified_may_be_longer_than_a_question(
    slack: FakeSlack, transactional_db: None, monkeypatch: pytest.MonkeyPatch, length: int, fits: bool
) -> None:
    async def simple(text: str, language: str) -> str:
        return f"{len(text)} Zeichen vereinfacht"

    monkeypatch.setitem(HOOKS, "simplify", simple)
    text = "x" * length
    shortcut = slack.interaction(
        "message_action",
        callback_id="auskunft_simplify",
        message={"ts": "1.000001", "text": text},
        channel={"id": "C1"},
    )

    async def talk() -> None:
        await deliver(slack, shortcut, form=True)
        await quiet()
        await deliver(slack, slack.command(f"einfach {text}"), form=True)

    run(talk)
    told = [message["text"] for message in slack.messages("DU1")]
    assert len(told) == 2
    assert all((f"{length} Zeichen vereinfacht" in one) is fits for one in told)
    assert all(("100000" in one) is not fits for one in told)


def test_opening_the_messages_shows_questions_that_this_person_may_read(
    slack: FakeSlack, fees: Document, transactional_db: None
) -> None:
    Collection.objects.update(example_questions=[QUESTION])
    Collection.objects.create(slug="intern", name="Intern", readers="staff", example_questions=["Geheim?"])

    async def talk() -> None:
        await deliver(
            slack, slack.envelope({"type": "app_home_opened", "tab": "messages", "user": "U1", "channel": "D1"})
        )
        await deliver(slack, slack.envelope({"type": "app_home_opened", "tab": "home", "user": "U1", "channel": "D1"}))

    run(talk)
    [prompts] = slack.prompts
    assert [prompt["message"] for prompt in prompts["prompts"]] == [QUESTION]


def test_personal_data_are_not_stored(slack: FakeSlack, fees: Document, model: Model) -> None:
    fake = model()

    async def talk() -> None:
        await deliver(slack, slack.message("Meine IBAN ist DE89 3704 0044 0532 0130 00, was kostet es?"))

    run(talk)
    assert "DE89" not in Interaction.objects.get().text
    assert len(slack.messages("D1")) == 1
    assert fake.calls == []


async def complain(slack: FakeSlack) -> None:
    await deliver(slack, slack.message(QUESTION))
    await quiet()
    message = slack.messages("D1")[0]
    value = message["blocks"][-1]["elements"][0]["negative_button"]["value"]
    await deliver(slack, slack.press(message, "auskunft_feedback", value), form=True)
    await quiet()


@pytest.mark.parametrize("opted_out", [False, True])
def test_who_complained_gets_one_note_in_the_same_thread_unless_they_want_none(
    slack: FakeSlack, fees: Document, model: Model, opted_out: bool
) -> None:
    model(REPLY)

    async def talk() -> None:
        await complain(slack)
        if opted_out:
            await deliver(slack, slack.message("Hinweise aus", thread=slack.messages("D1")[0]["thread_ts"]))
        await quiet()
        await asyncio.to_thread(pass_the_case)
        for _twice in range(2):
            await notify_of_improved_answers.send_owed_notes()

    run(talk)
    assert Feedback.objects.get().person == "slack:U1"
    found = [
        one for one in slack.messages("D1") if "nicht hilfreich gemeldet" in one["text"] or "not helpful" in one["text"]
    ]
    assert len(found) == (0 if opted_out else 1)
    assert all(one["thread_ts"] == slack.messages("D1")[0]["thread_ts"] for one in found)
    assert PlatformUser.objects.get().wants_notes is not opted_out


def pass_the_case() -> None:
    from django.db import connection

    turn = Turn.objects.get()
    notify_of_improved_answers.make_improvement_notes({7: turn.pk})
    assert notify_of_improved_answers.owe_notes_for_cases([1, 2]) == 0
    for _twice in range(2):
        notify_of_improved_answers.owe_notes_for_cases([7])
    connection.close()


def test_the_note_reaches_teams_too(teams: FakeTeams, fees: Document, model: Model) -> None:
    model(REPLY)

    async def talk() -> None:
        await deliver_activity(teams, teams.message(QUESTION))
        await quiet()
        message = teams.messages("personal-1")[0]
        value = {"data": {"actionName": "feedback", "actionValue": {"reaction": "dislike"}}}
        await deliver_activity(teams, teams.invoke("message/fetchTask", value, reply_to=message["id"]))
        await asyncio.to_thread(pass_the_case)
        for _twice in range(2):
            await notify_of_improved_answers.send_owed_notes()

    run(talk)
    assert len(teams.messages("personal-1")) == 2


@pytest.mark.parametrize("hours", [0, 2])
def test_a_note_that_teams_does_not_take_at_once_is_completed_and_never_opened_twice(
    teams: FakeTeams, fees: Document, model: Model, hours: int
) -> None:
    model(REPLY)

    async def talk() -> None:
        await deliver_activity(teams, teams.message(QUESTION))
        await quiet()
        value = {"data": {"actionName": "feedback", "actionValue": {"reaction": "dislike"}}}
        reply_to = teams.messages("personal-1")[0]["id"]
        await deliver_activity(teams, teams.invoke("message/fetchTask", value, reply_to=reply_to))
        await asyncio.to_thread(pass_the_case)
        await asyncio.to_thread(note_was_owed_before, hours)
        # The first call opens the message, which is there; what should complete it fails twice.
        teams.trouble = [lambda *_call: None, teams_broken, teams_broken]
        for _look in range(4):
            await notify_of_improved_answers.send_owed_notes()

    run(talk)
    _answer, note = teams.messages("personal-1")
    delivery = Delivery.objects.get(purpose=DeliveryPurpose.NOTE)
    assert ("nicht hilfreich" in note["text"]) is (hours == 0)
    assert delivery.state == (DeliveryState.FAILED if hours else DeliveryState.SENT)
    assert len(teams.trouble) == (1 if hours else 0)


def note_was_owed_before(hours: int) -> None:
    from django.db import connection

    notes_owed = Delivery.objects.filter(purpose=DeliveryPurpose.NOTE)
    assert notes_owed.update(created_at=timezone.now() - timedelta(hours=hours)) == 1
    connection.close()


class SlowModel(FakeLanguageModel):
    """A word every fiftieth of a second; notes when its first one came."""

    first_at: dict[int, float]

    async def stream(self, messages: Any, *, temperature: float = 0.0) -> Any:
        number = len(self.calls)
        async for piece in super().stream(messages):
            self.first_at.setdefault(number, time.monotonic())
            await asyncio.sleep(0.02)
            yield piece


def test_at_slacks_own_limits_text_comes_soon_and_no_limit_is_exceeded(
    slack: FakeSlack, fees: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    """30 people at once: as many streams as a minute allows, the others get one message each."""
    slack.scale = 1.0
    monkeypatch.setattr(web_api, "LIMITS", SlackLimits(scale=1.0))
    fake = SlowModel(*[REPLY] * 30)
    fake.first_at = {}
    monkeypatch.setattr("apps.llm.prompts_and_models_in_use.build_language_model", partial(model_of_a_turn, fake))

    async def talk() -> None:
        bodies = [slack.message(QUESTION, channel=f"D{number}", user=f"U{number}") for number in range(30)]
        await asyncio.gather(*(deliver(slack, body) for body in bodies))

    run(talk)
    assert states() == [InteractionState.ANSWERED] * 30
    assert slack.over_limit == 0
    started = sorted(call.at for call in slack.calls("chat.startStream"))
    assert 15 <= len(started) <= 20
    waits = [at - first for at, first in zip(started, sorted(fake.first_at.values()), strict=False)]
    assert max(waits) < 1.5
