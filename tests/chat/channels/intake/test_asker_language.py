"""Who asks is answered in their language: the room's, theirs as it is set here, or what the platform says of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.chat.channels.intake import asker_language
from apps.chat.channels.intake.asker_language import language_of_asker
from apps.chat.models import Conversation, InteractionState
from apps.chat.models.platform_rooms_and_people import PlatformUser, Room
from apps.documents.models import Document
from tests.chat.channels.conftest import (
    QUESTION,
    REPLY,
    Model,
    as_text,
    deliver,
    deliver_activity,
    quiet,
    run,
    states,
)
from tests.fakes.slack import FakeSlack, broken, error
from tests.fakes.teams import FakeTeams


@pytest.mark.parametrize(
    ("room", "own", "told", "expected"),
    [
        ("", "", "", "de"),
        ("", "", "en-GB", "en"),
        ("", "de", "en-GB", "de"),
        ("en", "de", "de-DE", "en"),
        ("", "", "fr-FR", "fr"),
        ("", "", "nl-NL", "de"),
        ("", "", "-", "de"),
    ],
)
def test_the_room_comes_first_then_what_is_set_here_then_the_platforms_word(
    room: str, own: str, told: str, expected: str
) -> None:
    assert language_of_asker(Room(language=room), PlatformUser(language=own, told_language=told)) == expected


def ask_twice(slack: FakeSlack, **more: Any) -> None:
    async def talk() -> None:
        for text in (QUESTION, f"{QUESTION} Bitte."):
            await deliver(slack, slack.message(text, **more))
            await quiet()

    run(talk)


def test_in_slack_the_asker_is_answered_in_the_language_of_their_profile(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    fake = model(REPLY, REPLY)
    slack.locales["U1"] = "en-GB"
    ask_twice(slack)
    first, second = slack.messages("D1")
    assert "page 1" in as_text(first)
    assert "page 1" in as_text(second)
    assert all("Englisch" in "\n".join(message.text for message in call) for call in fake.calls)
    # Once in an hour is often enough.
    assert [call.values["user"] for call in slack.calls("users.info")] == ["U1"]
    assert PlatformUser.objects.get().told_language == "en-GB"


def test_a_sentence_in_place_of_an_answer_is_in_that_language_too(slack: FakeSlack, transactional_db: None) -> None:
    slack.locales["U1"] = "en-US"

    async def talk() -> None:
        await deliver(slack, slack.command(""), form=True)

    run(talk)
    [message] = slack.messages("DU1")
    assert "Write your question" in message["text"]


@pytest.mark.parametrize("own", [True, False], ids=["set for the person", "set for the room"])
def test_slack_is_not_asked_where_its_word_would_not_count(
    slack: FakeSlack, fees: Document, model: Model, own: bool
) -> None:
    model(REPLY, REPLY)
    slack.locales["U1"] = "de-DE"
    if own:
        PlatformUser.objects.create(platform="slack", workspace="T1", external_id="U1", language="en")
    else:
        Room.objects.create(platform="slack", workspace="T1", external_id="D1", kind="direct", language="en")
    ask_twice(slack)
    assert slack.calls("users.info") == []
    assert all("page 1" in as_text(message) for message in slack.messages("D1"))


@pytest.mark.parametrize(
    ("trouble", "asked"),
    [(error("missing_scope"), 1), (error("user_not_found"), 1), (broken, 2)],
    ids=["missing scope", "unknown user", "out of order"],
)
def test_when_slack_does_not_say_it_the_answer_comes_all_the_same(
    slack: FakeSlack, fees: Document, model: Model, trouble: Any, asked: int
) -> None:
    model(REPLY, REPLY)
    slack.trouble["users.info"] = [trouble] * 2
    ask_twice(slack)
    assert states() == [InteractionState.ANSWERED] * 2
    assert all("Seite 1" in as_text(message) for message in slack.messages("D1"))
    assert len(slack.calls("users.info")) == asked


def test_what_slack_said_long_ago_is_asked_anew_and_kept_when_slack_is_silent(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    model(REPLY, REPLY)
    asked = timezone.now() - asker_language.FRESH - timedelta(seconds=1)
    PlatformUser.objects.create(
        platform="slack", workspace="T1", external_id="U1", told_language="en-GB", told_at=asked
    )
    slack.trouble["users.info"] = [error("missing_scope")]
    ask_twice(slack)
    assert all("page 1" in as_text(message) for message in slack.messages("D1"))
    assert len(slack.calls("users.info")) == 1


def test_people_of_two_languages_in_one_thread_are_each_answered_in_their_own(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    model(REPLY, QUESTION, REPLY, QUESTION, REPLY)
    slack.locales |= {"U1": "en-GB", "U2": "de-DE"}
    first = slack.message(f"<@UBOT> {QUESTION}", channel="C1")
    thread = first["event"]["ts"]

    async def talk() -> None:
        await deliver(slack, first)
        for user in ("U2", "U1"):
            await quiet()
            await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1", thread=thread, user=user))

    run(talk)
    pages = ["page 1" if "page 1" in as_text(message) else "Seite 1" for message in slack.messages("C1")]
    assert pages == ["page 1", "Seite 1", "page 1"]
    assert Conversation.objects.count() == 1


def test_the_form_for_reasons_speaks_like_the_answer(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    slack.locales["U1"] = "en-GB"

    async def talk() -> None:
        await deliver(slack, slack.message(QUESTION))
        await quiet()
        [message] = slack.messages("D1")
        value = message["blocks"][-1]["elements"][0]["negative_button"]["value"]
        await deliver(slack, slack.press(message, "auskunft_feedback", value), form=True)

    run(talk)
    assert slack.views[0]["view"]["submit"]["text"] == "Send"


def test_in_teams_what_is_set_here_stays_whatever_a_message_says(
    teams: FakeTeams, fees: Document, model: Model
) -> None:
    model(REPLY)
    PlatformUser.objects.create(platform="teams", workspace="tenant-1", external_id="eva", language="de")

    async def talk() -> None:
        await deliver_activity(teams, teams.message(QUESTION, locale="en-US"))

    run(talk)
    person = PlatformUser.objects.get()
    assert (person.language, person.told_language) == ("de", "en-US")
    assert "Seite 1" in as_text(teams.messages("personal-1")[0])
