"""Who reads along: what not everyone in a room may read never gets into it, by no way and on no algorithm."""

import asyncio
import logging
import threading
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection

from apps.chat.channels.intake import reply_audience
from apps.chat.models import Conversation, Delivery, Interaction, InteractionState, PlatformUser, Room, Turn
from apps.documents.keywords import write_keyword_index
from apps.documents.models import Collection, Document, Readers
from apps.graph.building.build_graph import build_collection_graph
from apps.graph.building.graph_status import get_or_create_graph_index
from apps.graph.models import Entity
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import shipped_profile
from tests import factories
from tests.chat.channels.conftest import QUESTION, REPLY, Model, as_text, deliver, deliver_activity, quiet, run, states
from tests.fakes.slack import FakeSlack
from tests.fakes.teams import FakeTeams

CANARY = "Kolibri-4711"
SECRET = f"Die Sonderzulage für Einsätze im Krisenstab beträgt 412 Euro. Sie gilt nur intern. Das Wort ist {CANARY}."
ABOUT_THE_SECRET = "Wie hoch ist die Sonderzulage für Einsätze im Krisenstab?"
SECRET_REPLY = (
    "Die Sonderzulage beträgt 412 Euro [1].\n\nBelege:\n"
    "[1] „Die Sonderzulage für Einsätze im Krisenstab beträgt 412 Euro“"
)

NEED_A_GRAPH = {"graph-global", "graph-local", "graph-drift"}
"""For them graphs are built, of public collections and of restricted ones."""


@pytest.fixture
def staff(transactional_db: None) -> Group:
    return Group.objects.create(name="krisenstab")


@pytest.fixture
def secret(staff: Group, fees: Document) -> Document:
    """Beside the public fees, a document for the members of one group."""
    collection = factories.collection("intern", readers=Readers.GROUPS, groups=[staff])
    made = factories.document(
        [SECRET], collection=collection, title="Zulagen", external_id="zulagen.pdf", summary=SECRET
    )
    while write_keyword_index.index_missing_documents():
        pass
    return made


def linked(external_id: str, group: Group | None, platform: str = "slack", workspace: str = "T1") -> PlatformUser:
    user = User.objects.create(username=f"user-{external_id}")
    if group:
        user.groups.add(group)
    return PlatformUser.objects.create(platform=platform, workspace=workspace, external_id=external_id, user=user)


def saved_profile(algorithm: str) -> Profile:
    if algorithm in NEED_A_GRAPH:
        for collection in Collection.objects.all():
            build_collection_graph(get_or_create_graph_index(collection))
        assert Entity.objects.filter(name__icontains="Sonderzulage").exists()
    profile = shipped_profile(algorithm)
    profile.name = profile.slug = f"room-{algorithm}"
    profile.save()
    return profile


def prompts(fake: Any) -> str:
    return "\n".join(message.text for call in fake.calls for message in call)


def as_a_model_would(prompt: str) -> str:
    """The secret, to whoever was given it."""
    return SECRET_REPLY if "412 Euro" in prompt else "KEINE ANTWORT"


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_in_a_mixed_room_the_answer_goes_to_the_asker_alone(
    slack: FakeSlack,
    secret: Document,
    staff: Group,
    model: Model,
    caplog: pytest.LogCaptureFixture,
    algorithm: str,
) -> None:
    caplog.set_level(logging.DEBUG)
    fake = model(*[as_a_model_would] * 8)
    linked("U1", staff)
    slack.members["C1"] = ["U1", "U2"]
    profile = saved_profile(algorithm)
    Room.objects.create(platform="slack", workspace="T1", external_id="C1", kind="channel", profile=profile)

    question = slack.message(f"<@UBOT> {ABOUT_THE_SECRET}", channel="C1")

    async def ask() -> None:
        await deliver(slack, question)
        await quiet()
        # Somebody without rights asks the same in the same thread.
        thread = question["event"]["ts"]
        await deliver(slack, slack.message(f"<@UBOT> {ABOUT_THE_SECRET}", channel="C1", user="U2", thread=thread))

    run(ask)
    assert slack.messages("C1") == [] or CANARY not in as_text({"all": slack.messages("C1")})
    assert "412 Euro" not in as_text({"all": slack.messages("C1")})
    assert fake.calls
    assert any("412 Euro" in one["text"] for one in slack.messages("DU1"))
    assert slack.messages("DU2") == []
    assert CANARY not in caplog.text
    assert CANARY not in as_text({"prompts": slack.prompts, "ephemeral": slack.ephemeral})
    in_the_room = Turn.objects.filter(interactions__is_private=False)
    assert all(SECRET not in str(turn.passages) and "zulagen" not in str(turn.passages) for turn in in_the_room)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_who_may_not_read_it_never_makes_it_reach_a_prompt(
    slack: FakeSlack, secret: Document, model: Model, caplog: pytest.LogCaptureFixture, algorithm: str
) -> None:
    caplog.set_level(logging.DEBUG)
    fake = model(*["KEINE ANTWORT"] * 8)
    slack.members["C1"] = ["U1", "U2"]
    profile = saved_profile(algorithm)
    Room.objects.create(platform="slack", workspace="T1", external_id="C1", kind="channel", profile=profile)

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {ABOUT_THE_SECRET}", channel="C1"))
        await deliver(slack, slack.message(ABOUT_THE_SECRET, channel="D1"))

    run(ask)
    assert CANARY not in prompts(fake) + caplog.text + as_text({"all": [*slack.channels.values()]})
    assert "Zulagen" not in as_text({"all": [*slack.channels.values()]})


def test_where_everyone_may_read_it_the_answer_comes_in_the_room(
    slack: FakeSlack, secret: Document, staff: Group, model: Model
) -> None:
    model(SECRET_REPLY)
    linked("U1", staff)
    linked("U2", staff)
    slack.members["C1"] = ["U1", "U2"]

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {ABOUT_THE_SECRET}", channel="C1"))

    run(ask)
    assert "412 Euro" in slack.messages("C1")[0]["text"]
    assert not Interaction.objects.get().is_private


@pytest.mark.parametrize("members", [None, ["U1", "U2"]])
def test_it_fails_closed_when_slack_does_not_tell_the_members(
    slack: FakeSlack, secret: Document, staff: Group, model: Model, members: list[str] | None
) -> None:
    model(SECRET_REPLY)
    linked("U1", staff)
    if members:
        slack.members["C1"] = members

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {ABOUT_THE_SECRET}", channel="C1"))

    run(ask)
    assert not slack.messages("C1")
    assert "412 Euro" in slack.messages("DU1")[0]["text"]


def test_a_public_question_of_somebody_with_rights_is_answered_in_the_room(
    slack: FakeSlack, secret: Document, staff: Group, model: Model
) -> None:
    fake = model(REPLY)
    linked("U1", staff)
    slack.members["C1"] = ["U1", "U2"]

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))

    run(ask)
    assert "30,70 Euro" in slack.messages("C1")[0]["text"]
    assert CANARY not in prompts(fake)


def test_a_deactivated_user_reads_what_the_public_reads(
    slack: FakeSlack, secret: Document, staff: Group, model: Model
) -> None:
    fake = model(*[lambda prompt: REPLY if "30,70 Euro" in prompt else "KEINE ANTWORT"] * 2)
    person = linked("U1", staff)
    User.objects.filter(pk=person.user_id).update(is_active=False)

    async def ask() -> None:
        await deliver(slack, slack.message(ABOUT_THE_SECRET, channel="D1"))
        await quiet()
        await deliver(slack, slack.message(QUESTION, channel="D1"))

    run(ask)
    assert CANARY not in prompts(fake)
    _about_the_secret, public = slack.messages("D1")
    assert "30,70 Euro im Jahr [1]" in public["text"]
    assert not Conversation.objects.exclude(user=None).exists()


def test_a_deactivated_member_reads_along_as_the_public_does(secret: Document, staff: Group) -> None:
    """Like somebody without a link: their rights of before open nothing to the room."""
    asker, member = linked("U1", staff), linked("U2", staff)
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1", kind="channel")
    own, public = reply_audience.slugs_for(room, asker.user), reply_audience.slugs_for(room, None)
    assert "intern" in reply_audience.shared_slugs(room, asker, own, public, ["U1", "U2"])
    User.objects.filter(pk=member.user_id).update(is_active=False)
    assert "intern" not in reply_audience.shared_slugs(room, asker, own, public, ["U1", "U2"])


@pytest.mark.parametrize(("most", "shared"), [(2, ("intern", "amt")), (1, ("amt",))])
def test_what_the_members_of_a_very_large_room_may_read_is_not_looked_up(
    secret: Document, staff: Group, monkeypatch: pytest.MonkeyPatch, most: int, shared: tuple[str, ...]
) -> None:
    monkeypatch.setattr(reply_audience, "MOST_MEMBERS", most)
    asker, _other = linked("U1", staff), linked("U2", staff)
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1")
    assert reply_audience.shared_slugs(room, asker, ("intern", "amt"), ("amt",), ("U1", "U2")) == shared


def test_in_teams_the_private_answer_goes_to_the_chat_with_the_asker(
    teams: FakeTeams, secret: Document, staff: Group, model: Model
) -> None:
    model(SECRET_REPLY)
    linked("eva", staff, "teams", "tenant-1")
    teams.members["19:room@thread.tacv2"] = [{"id": "29:eva", "aadObjectId": "eva"}, {"id": "29:max", "name": "Max"}]

    async def ask() -> None:
        await deliver_activity(teams, teams.mention(ABOUT_THE_SECRET))

    run(ask)
    assert not teams.messages("19:room@thread.tacv2;messageid=1")
    assert "412 Euro" in teams.messages("personal-29:eva")[0]["text"]


def test_a_room_bound_to_a_collection_uses_no_other(slack: FakeSlack, fees: Document, model: Model) -> None:
    fake = model("KEINE ANTWORT")
    other = factories.collection("hunde")
    factories.document(["Hunde sind anzuleinen, sagt die Hundeordnung."], collection=other)
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1", kind="channel")
    room.collections.add(other)

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))

    run(ask)
    assert "30,70" not in prompts(fake)
    assert Interaction.objects.get().state == InteractionState.ANSWERED


def test_a_room_has_its_own_language_and_length(slack: FakeSlack, fees: Document, model: Model) -> None:
    fake = model(REPLY)
    Room.objects.create(platform="slack", workspace="T1", external_id="C1", language="en", length="short")

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))

    run(ask)
    assert "Englisch. Antworten Sie in höchstens drei kurzen Sätzen." in prompts(fake)
    assert "page 1" in as_text(slack.messages("C1")[0])


def give_rules(**rules: Any) -> None:
    Room.objects.update(**rules)
    connection.close()


@pytest.mark.parametrize("conversation", ["personal-1", "group-1"])
def test_in_teams_a_rooms_rules_hold_in_chats_that_have_begun_before(
    teams: FakeTeams, fees: Document, model: Model, conversation: str
) -> None:
    """A chat is one conversation for ever, and its rules are those of now."""
    fake = model(REPLY)
    asked = teams.message if conversation.startswith("personal") else teams.mention
    profile = shipped_profile("chunks-only")
    profile.name = profile.slug = "room"
    profile.save()

    async def ask() -> None:
        await deliver_activity(teams, asked(f"{QUESTION} Bitte.", conversation=conversation))
        await quiet()
        await asyncio.to_thread(give_rules, language="en", length="short", profile=profile)
        fake.replies += [QUESTION, REPLY]
        await deliver_activity(teams, asked(QUESTION, conversation=conversation))

    run(ask)
    before, after = teams.messages(conversation)
    assert "Seite 1" in before["text"]
    assert "page 1" in after["text"]
    first, *_rewriting, last = ("\n".join(message.text for message in call) for call in fake.calls)
    assert "Englisch" not in first
    assert "Englisch. Antworten Sie in höchstens drei kurzen Sätzen." in last
    assert [turn.profile["slug"] for turn in Turn.objects.order_by("number")][1] == "room"


def test_a_room_without_growing_text_gets_one_message(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    Room.objects.create(platform="slack", workspace="T1", external_id="C1", manner="at_once")

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))

    run(ask)
    assert not slack.calls("chat.startStream")
    assert slack.messages("C1")[0]["edits"] == []
    assert slack.calls("assistant.threads.setStatus")


def supervised(slack: FakeSlack) -> Room:
    room = Room.objects.create(platform="slack", workspace="T1", external_id="C1", four_eyes=True)
    boss = PlatformUser.objects.create(platform="slack", workspace="T1", external_id="UBOSS")
    room.supervisors.add(boss)
    return room


def test_a_rejection_of_a_private_question_is_told_to_the_asker_alone(
    slack: FakeSlack, fees: Document, model: Model
) -> None:
    model(REPLY)
    supervised(slack)

    async def ask() -> None:
        await deliver(slack, slack.command(QUESTION), form=True)
        await quiet()
        [review] = slack.messages("DUBOSS")
        key = review["blocks"][-1]["elements"][0]["value"]
        await deliver(slack, slack.press(review, "auskunft_reject", key, user="UBOSS"), form=True)

    run(ask)
    assert slack.messages("C1") == []
    [told] = slack.messages("DU1")
    assert "nicht freigegeben" in told["text"]
    assert states() == [InteractionState.ANSWERED]


def test_a_decision_is_acknowledged_while_slack_itself_is_slow(slack: FakeSlack, fees: Document, model: Model) -> None:
    model(REPLY)
    supervised(slack)
    release = threading.Event()

    async def hanging(fake: FakeSlack, values: dict[str, Any]) -> None:
        await asyncio.to_thread(release.wait, 10)

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
        await quiet()
        [review] = slack.messages("DUBOSS")
        key = review["blocks"][-1]["elements"][0]["value"]
        slack.trouble["chat.update"] = [hanging]
        pressed = slack.press(review, "auskunft_approve", key, user="UBOSS")
        try:
            assert await asyncio.wait_for(deliver(slack, pressed, form=True), 3.0) == 200
        finally:
            release.set()

    run(ask)
    [review] = slack.messages("DUBOSS")
    assert review["blocks"][-1]["type"] == "section"
    assert "30,70 Euro" in slack.messages("C1")[0]["text"]


def test_with_four_eyes_no_stream_is_opened_in_teams_before_the_decision(
    teams: FakeTeams, fees: Document, model: Model
) -> None:
    model(REPLY)
    Room.objects.create(platform="teams", workspace="tenant-1", external_id="personal-1", kind="direct", four_eyes=True)

    async def ask() -> None:
        await deliver_activity(teams, teams.message(QUESTION))

    run(ask)
    assert states() == [InteractionState.APPROVAL]
    assert teams.streams == {}


@pytest.mark.parametrize("approve", [True, False])
def test_with_four_eyes_the_asker_sees_nothing_before_the_decision(
    slack: FakeSlack, fees: Document, model: Model, approve: bool
) -> None:
    model(REPLY)
    supervised(slack)
    action = "auskunft_approve" if approve else "auskunft_reject"

    async def ask() -> None:
        await deliver(slack, slack.message(f"<@UBOT> {QUESTION}", channel="C1"))
        await quiet()
        assert slack.messages("C1") == []
        [review] = slack.messages("DUBOSS")
        assert "30,70 Euro" in as_text(review)
        key = next(iter(review["blocks"][-1]["elements"]))["value"]
        # Somebody who is no supervisor decides nothing.
        await deliver(slack, slack.press(review, action, key, user="U1"), form=True)
        await quiet()
        assert slack.messages("C1") == []
        for _twice in range(2):
            await deliver(slack, slack.press(review, action, key, user="UBOSS"), form=True)

    run(ask)
    [message] = slack.messages("C1")
    assert ("30,70 Euro" in message["text"]) is approve
    assert Interaction.objects.get().decided_by
    assert states() == [InteractionState.ANSWERED]
    assert Turn.objects.count() == 1
    assert Delivery.objects.filter(purpose="answer").count() == 1
