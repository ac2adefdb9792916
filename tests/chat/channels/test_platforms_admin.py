"""Rooms and people can be prepared in the admin before anybody has asked, and a mistake there is named."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from apps.chat.models import Conversation, DeletedConversation, Delivery, Interaction, PlatformUser, Room, Turn
from apps.llm.models import ModelCall
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


def answered(asker: PlatformUser, room: Room, conversation: Conversation, number: int, text: str) -> Turn:
    """A question of the person in the room, with its turn and a call to a model."""
    turn = Turn.objects.create(conversation=conversation, number=number, question=text)
    Interaction.objects.create(
        platform="slack", room=room, asker=asker, conversation=conversation, turn=turn, text=text
    )
    ModelCall.objects.create(purpose="answer", seconds=1, reference=f"turn:{turn.pk}")
    return turn


def test_a_person_who_has_asked_is_deleted_with_their_questions(admin_client: Client) -> None:
    places = {"platform": "slack", "workspace": "T1"}
    room = Room.objects.create(external_id="C1", **places)
    eva, ada = (PlatformUser.objects.create(external_id=name, **places) for name in ("U1", "U2"))
    own, shared = Conversation.objects.create(), Conversation.objects.create()
    answered(eva, room, own, 1, "Darf ich kündigen?")
    answered(eva, room, shared, 1, "Bin ich krank?")
    of_ada = answered(ada, room, shared, 2, "Wann öffnet das Freibad?")
    address = reverse("admin:chat_platformuser_delete", args=[eva.pk])
    assert (str(Interaction._meta.verbose_name_plural), 2) in list(admin_client.get(address).context["model_count"])
    assert admin_client.post(address, {"post": "yes"}).status_code == 302
    assert list(PlatformUser.objects.all()) == [ada]
    assert list(Turn.objects.all()) == [of_ada]
    assert list(Conversation.objects.all()) == [shared]
    assert DeletedConversation.objects.get().conversation_id == own.pk
    assert sorted(ModelCall.objects.values_list("reference", flat=True)) == ["", "", f"turn:{of_ada.pk}"]


def test_attempts_that_ended_without_an_answer_go_with_whoever_asked(admin_client: Client) -> None:
    places = {"platform": "slack", "workspace": "T1"}
    room = Room.objects.create(external_id="C1", **places)
    eva, ada = (PlatformUser.objects.create(external_id=name, **places) for name in ("U1", "U2"))
    shared = Conversation.objects.create()
    for number, person in enumerate((eva, ada), 1):
        asked = Interaction.objects.create(
            platform="slack", room=room, asker=person, conversation=shared, text="Bin ich krank?"
        )
        # Without a turn: only what answered is noted there.
        Turn.objects.create(
            conversation=shared,
            number=number,
            question=f"Frage von {person.external_id}",
            client_message_id=f"{asked.pk}#1",
            state="failed",
        )
    admin_client.post(reverse("admin:chat_platformuser_delete", args=[eva.pk]), {"post": "yes"})
    assert [turn.question for turn in Turn.objects.all()] == ["Frage von U2"]


def test_people_who_have_asked_are_deleted_together(admin_client: Client) -> None:
    places = {"platform": "slack", "workspace": "T1"}
    room = Room.objects.create(external_id="C1", **places)
    people = [PlatformUser.objects.create(external_id=name, **places) for name in ("U1", "U2")]
    shared = Conversation.objects.create()
    for number, person in enumerate(people, start=1):
        answered(person, room, shared, number, "Bin ich krank?")
    chosen = {"action": "delete_selected", "_selected_action": [one.pk for one in people], "post": "yes"}
    admin_client.post("/admin/chat/platformuser/", chosen)
    assert not PlatformUser.objects.exists()
    assert not Conversation.objects.exists()


@pytest.mark.parametrize("in_list", [False, True])
def test_a_room_in_which_somebody_asked_is_deleted_with_its_conversations(admin_client: Client, in_list: bool) -> None:
    places = {"platform": "slack", "workspace": "T1"}
    room, other = (Room.objects.create(external_id=name, **places) for name in ("C1", "C2"))
    eva = PlatformUser.objects.create(external_id="U1", **places)
    here, there = Conversation.objects.create(), Conversation.objects.create()
    answered(eva, room, here, 1, "Bin ich krank?")
    answered(eva, other, there, 1, "Wann öffnet das Freibad?")
    if in_list:
        chosen = {"action": "delete_selected", "_selected_action": [room.pk], "post": "yes"}
        admin_client.post("/admin/chat/room/", chosen)
    else:
        admin_client.post(reverse("admin:chat_room_delete", args=[room.pk]), {"post": "yes"})
    assert list(Room.objects.all()) == [other]
    assert list(Conversation.objects.all()) == [there]
