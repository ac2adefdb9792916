"""Events that are no questions are acknowledged; a workspace that takes the app away is switched off and says so."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.chat.channels.doctor.slack_checks import check_workspaces
from apps.chat.models.conversations import Conversation
from apps.chat.models.platform_rooms_and_people import Delivery, Interaction, PlatformUser, Room, SwitchedOffWorkspace
from tests.chat.channels.conftest import deliver, run
from tests.fakes.slack import FakeSlack

pytestmark = pytest.mark.django_db(transaction=True)


def event(kind: str, *, team: str | None = "T1", at: float | None = None, **fields: Any) -> dict[str, Any]:
    """As Slack documents them: some have no workspace."""
    envelope = {"type": "event_callback", "api_app_id": "A1", "event_id": "Ev9", "event_time": int(at or time.time())}
    return envelope | ({"team_id": team} if team else {}) | {"event": {"type": kind, **fields}}


def status(slack: FakeSlack, body: dict[str, Any]) -> int:
    found: list[int] = []

    async def work() -> None:
        found.append(await deliver(slack, body))

    run(work)
    return found[0]


@pytest.mark.parametrize(
    "body",
    [
        event("team_access_granted", team=None, team_ids=["T1", "T2"]),
        event("team_access_revoked", team=None, team_ids=["T1"]),
        event("tokens_revoked", tokens={"oauth": ["U1"], "bot": []}),
        event("tokens_revoked", team=None, tokens={"bot": ["UBOT"]}),
        event("app_uninstalled", team=None),
        event("user_change", user={"id": "U1"}),
        event("channel_rename", channel={"id": "C1"}),
        event("emoji_changed"),
    ],
)
def test_what_is_no_question_is_acknowledged(slack: FakeSlack, body: dict[str, Any]) -> None:
    assert status(slack, body) == 200
    assert not SwitchedOffWorkspace.objects.exists()


@pytest.mark.parametrize(
    ("kind", "fields"), [("app_uninstalled", {}), ("tokens_revoked", {"tokens": {"oauth": [], "bot": ["UBOT"]}})]
)
def test_who_takes_the_app_away_is_switched_off_until_something_newer_comes(
    slack: FakeSlack, kind: str, fields: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1")
    person = PlatformUser.objects.create(platform="slack", workspace="T1", external_id="U1")
    owed = Interaction.objects.create(
        platform="slack", room=room, asker=person, conversation=Conversation.objects.create(), text="Was kostet es?"
    )
    Delivery.objects.create(interaction=owed)
    now = time.time()
    for _again in range(2):
        assert status(slack, event(kind, at=now, **fields)) == 200
    assert SwitchedOffWorkspace.objects.get().reason == kind
    assert caplog.text.count("taken the app away") == 1
    assert Interaction.objects.get().state == "undeliverable"
    assert Delivery.objects.get().state == "failed"
    assert [(one.name, one.state) for one in check_workspaces()] == [("workspace", "problem")]

    late = slack.message("Was kostet es?") | {"event_time": int(now) - 5}
    assert status(slack, late) == 200
    assert Interaction.objects.count() == 1, "asked before the end"
    assert status(slack, slack.message("Hilfe") | {"event_time": int(now) + 5}) == 200
    assert Interaction.objects.count() == 2
    assert check_workspaces() == []


def asked(text: str) -> Interaction:
    room, _made = Room.objects.get_or_create(platform="slack", workspace="T1", external_id="C1")
    person, _made = PlatformUser.objects.get_or_create(platform="slack", workspace="T1", external_id="U1")
    return Interaction.objects.create(
        platform="slack", room=room, asker=person, conversation=Conversation.objects.create(), text=text
    )


def test_an_end_that_comes_late_takes_nothing_that_was_asked_since(slack: FakeSlack) -> None:
    """Slack delivers again for an hour, in any order: by then the app may be there once more."""
    before = asked("Vorher?")
    Interaction.objects.filter(pk=before.pk).update(created_at=timezone.now() - timedelta(hours=1))
    since = asked("Nachher?")
    assert status(slack, event("app_uninstalled", at=time.time() - 1_800)) == 200
    before.refresh_from_db()
    since.refresh_from_db()
    assert (before.state, since.state) == ("undeliverable", "received")


def test_of_two_ends_the_newer_one_counts_in_whatever_order_they_come(slack: FakeSlack) -> None:
    now = time.time()
    for at in (now, now - 1_800):
        assert status(slack, event("app_uninstalled", at=at)) == 200
    between = slack.message("Was kostet es?") | {"event_time": int(now) - 900}
    assert status(slack, between) == 200
    assert (SwitchedOffWorkspace.objects.count(), Interaction.objects.count()) == (1, 0)
