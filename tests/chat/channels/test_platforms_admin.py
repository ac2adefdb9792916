"""Rooms and people can be prepared in the admin before anybody has asked, and a mistake there is named."""

from typing import Any

import pytest
from django.test import Client

from apps.chat.models import Conversation, Delivery, Interaction, PlatformUser, Room
from tests.chat.channels.conftest import deliver, run
from tests.fakes.slack import FakeSlack

ROOM = {
    "platform": "slack", "workspace": "T1", "external_id": "C1", "kind": "channel", "name": "Bürgerbüro",
    "language": "en", "length": "normal", "manner": "stream",
}  # fmt: skip
NEVER_WROTE = {"platform": "teams", "workspace": "tenant-1", "external_id": "boss", "name": "Frau Roth"}


def test_a_room_is_added_before_the_first_question_and_found_by_it(
    slack: FakeSlack, transactional_db: None, admin_client: Client
) -> None:
    assert admin_client.get("/admin/chat/room/add/").status_code == 200
    assert admin_client.post("/admin/chat/room/add/", ROOM).status_code == 302

    async def ask() -> None:
        await deliver(slack, slack.message("<@UBOT>", channel="C1"))

    run(ask)
    room = Room.objects.get()
    assert (room.name, room.language, room.interactions.count()) == ("Bürgerbüro", "en", 1)
    assert "write your question as text" in slack.messages("C1")[0]["text"]


def test_what_the_platform_knows_a_room_by_stays(admin_client: Client) -> None:
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1")
    changed = ROOM | {"external_id": "C2", "platform": "teams"}
    assert admin_client.post(f"/admin/chat/room/{room.pk}/change/", changed).status_code == 302
    room.refresh_from_db()
    assert (room.platform, room.external_id, room.name) == ("slack", "C1", "Bürgerbüro")


def test_a_person_is_linked_before_they_have_asked(admin_client: Client) -> None:
    person = {"platform": "slack", "workspace": "T1", "external_id": "U1", "name": "Eva", "wants_notes": "on"}
    assert admin_client.post("/admin/chat/platformuser/add/", person).status_code == 302
    added = PlatformUser.objects.get()
    admin_client.post(f"/admin/chat/platformuser/{added.pk}/change/", person | {"external_id": "U2", "name": "Ada"})
    added.refresh_from_db()
    assert (added.external_id, added.name) == ("U1", "Ada")


@pytest.mark.parametrize("place", [{}, {"conversation": "personal-boss"}], ids=["unknown", "known"])
def test_a_supervisor_in_teams_must_have_written_to_the_bot(admin_client: Client, place: dict[str, Any]) -> None:
    boss = PlatformUser.objects.create(**NEVER_WROTE, private_place=place)
    room = ROOM | {"platform": "teams", "workspace": "tenant-1", "four_eyes": "on", "supervisors": [boss.pk]}
    response = admin_client.post("/admin/chat/room/add/", room)
    assert Room.objects.exists() is bool(place)
    assert response.status_code == (302 if place else 200)
    if not place:
        assert "Frau Roth" in str(response.context["errors"])


def test_a_question_is_shown_with_the_message_that_answered_it(admin_client: Client) -> None:
    places = {"platform": "slack", "workspace": "T1"}
    interaction = Interaction.objects.create(
        platform="slack",
        room=Room.objects.create(external_id="C1", **places),
        asker=PlatformUser.objects.create(external_id="U1", **places),
        conversation=Conversation.objects.create(),
        text="Wann öffnet das Freibad?",
    )
    Delivery.objects.create(interaction=interaction, error="channel_not_found")
    page = admin_client.get(f"/admin/chat/interaction/{interaction.pk}/change/").content.decode()
    assert "Wann öffnet das Freibad?" in page
    assert "channel_not_found" in page
