"""What is kept of one person leaves in one piece, without what opens a door and without what others wrote."""

import json
from io import StringIO
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db.models import CASCADE
from django.test import Client

from apps.chat.models import (
    AnswerChange,
    Channel,
    Conversation,
    Delivery,
    Feedback,
    Gap,
    Interaction,
    PlatformUser,
    Room,
    SecondReading,
    ShareLink,
    Subscription,
    SubscriptionQuote,
    SubscriptionWay,
    Turn,
)
from apps.evaluation.models import Release
from apps.llm.models import ModelCall
from apps.simplify.models import Rewrite
from config.api.tokens.api_tokens import ApiToken
from config.personal_data.directly_related_rows import EXPORTED_ELSEWHERE, WRITTEN_BY_THE_PERSON, is_own, relations_to
from config.user_directory.models import ProvisionedPerson
from tests import factories

pytestmark = pytest.mark.django_db

PASSWORD = "Ein-langes-Passwort-99"


@pytest.fixture
def erika() -> User:
    return User.objects.create_user("erika", "erika@amt.example", PASSWORD, first_name="Erika", last_name="Muster")


def exported(name: str = "erika") -> dict[str, Any]:
    out = StringIO()
    call_command("export_person", name, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def asked(question: str, user: User | None = None, channel: Channel = Channel.WEB) -> Turn:
    conversation = Conversation.objects.create(user=user, channel=channel)
    return Turn.objects.create(conversation=conversation, number=1, question=question, answer=f"Zu: {question}")


def on_slack(identity: str, user: User | None = None, workspace: str = "T1") -> PlatformUser:
    known_as = {"platform": "slack", "workspace": workspace, "external_id": identity}
    return PlatformUser.objects.create(**known_as, name="E. M.", user=user)


def asked_on_slack(person: PlatformUser, question: str) -> Turn:
    room, _ = Room.objects.get_or_create(platform="slack", workspace=person.workspace, external_id="C1")
    turn = asked(question, channel=Channel.SLACK)
    Interaction.objects.create(
        platform="slack", room=room, asker=person, conversation=turn.conversation, turn=turn, text=question
    )
    return turn


def test_the_account_with_its_groups_and_what_was_changed_in_it(erika: User) -> None:
    erika.groups.add(Group.objects.get_or_create(name="Bauamt")[0])
    ProvisionedPerson.objects.create(account=erika, user_name="erika@verzeichnis.example", external_id="00u1")
    chief = User.objects.create_user("leitung")
    LogEntry.objects.create(
        user=chief, content_type=ContentType.objects.get_for_model(User), object_id=str(erika.pk),
        object_repr="erika", action_flag=CHANGE, change_message="Zum Bauamt versetzt.",
    )  # fmt: skip
    Client().force_login(erika)
    found = exported()
    account = found["account"]
    assert (account["username"], account["last_name"], account["email"]) == ("erika", "Muster", "erika@amt.example")
    assert account["groups"] == ["Bauamt"]
    assert [change["change"] for change in account["changes"]] == ["Zum Bauamt versetzt."]
    assert len(account["sessions_end"]) == 1
    assert found["rows"]["config.ProvisionedPerson"][0]["user_name"] == "erika@verzeichnis.example"
    assert exported("erika@verzeichnis.example")["account"] == account == exported("ERIKA@amt.example")["account"]


def test_what_the_person_asked_typed_and_rated_and_nothing_of_others(erika: User) -> None:
    mine = asked("Wie hoch ist die Hundesteuer?", erika)
    Feedback.objects.create(turn=mine, rating="down", comment="Zu lang.")
    ModelCall.objects.create(purpose="answer", model="m", outcome="ok", seconds=1, reference=f"turn:{mine.pk}")
    Rewrite.objects.create(user=erika, original="Der Antrag ist zu stellen.", text="Stellen Sie den Antrag.", result={})
    asked("Geheime Frage eines anderen?", User.objects.create_user("otto", "otto@amt.example"))
    asked("Frage ohne Konto?")
    found = exported()
    [turn] = found["conversations"][0]["turns"]
    assert (turn["question"], turn["feedback"]["comment"]) == ("Wie hoch ist die Hundesteuer?", "Zu lang.")
    assert found["rows"]["simplify.Rewrite"][0]["original"] == "Der Antrag ist zu stellen."
    assert [call["model"] for call in found["model_calls"]] == ["m"]
    said = json.dumps(found, ensure_ascii=False)
    assert "Geheime Frage" not in said
    assert "Frage ohne Konto" not in said
    assert "otto" not in said


def test_what_the_person_asked_in_slack(erika: User) -> None:
    asked_on_slack(on_slack("U1", erika), "Wann öffnet das Bad?")
    asked_on_slack(on_slack("U2"), "Frage einer anderen?")
    Feedback.objects.create(turn=asked("x", channel=Channel.SLACK), person="slack:U1", rating="up", comment="Danke!")
    found = exported()
    assert [turn["question"] for turn in found["asked_on_platforms"]] == ["Wann öffnet das Bad?"]
    assert found["rows"]["chat.Interaction"][0]["text"] == "Wann öffnet das Bad?"
    assert [each["comment"] for each in found["feedback"]] == ["Danke!"]
    assert "Frage einer anderen" not in json.dumps(found)
    assert exported("slack:U1")["account"]["username"] == "erika"
    other = exported("slack:U2")
    assert other["account"] is None
    assert [turn["question"] for turn in other["asked_on_platforms"]] == ["Frage einer anderen?"]


def test_what_a_colleague_thinks_of_an_answer_in_a_channel_is_theirs() -> None:
    turn = asked_on_slack(on_slack("U1"), "Wann öffnet das Bad?")
    Feedback.objects.create(turn=turn, person="slack:U1", rating="up", comment="Danke!")
    Feedback.objects.create(turn=turn, person="slack:U2", rating="down", comment="Unsinn, Frau Kollegin.")
    found = exported("slack:U1")
    assert found["asked_on_platforms"][0]["feedback"]["comment"] == "Danke!"
    assert "Unsinn" not in json.dumps(found)


def test_the_same_identity_in_two_workspaces_is_two_people(erika: User) -> None:
    for person, comment in ((on_slack("U1", erika), "Von Erika."), (on_slack("U1", workspace="T2"), "Von Otto.")):
        turn = asked_on_slack(person, f"Frage aus {person.workspace}?")
        Feedback.objects.create(turn=turn, person="slack:U1", rating="up", comment=comment)
    with pytest.raises(CommandError, match="Mehrere"):
        exported("slack:U1")
    other = exported("slack:T2:U1")
    assert other["account"] is None
    assert [turn["question"] for turn in other["asked_on_platforms"]] == ["Frage aus T2?"]
    assert [each["comment"] for each in other["feedback"]] == ["Von Otto."]
    assert exported("slack:T1:U1")["account"]["username"] == "erika"
    assert "Von Otto" not in json.dumps(exported())


def test_one_account_in_two_workspaces_is_one_person(erika: User) -> None:
    for workspace in ("T1", "T2"):
        on_slack("U1", erika, workspace)
    assert len(exported("slack:U1")["on_platforms"]) == 2


def test_many_questions_on_a_platform_cost_no_more_queries(django_assert_max_num_queries: Any) -> None:
    person = on_slack("U1")
    for number in range(8):
        asked_on_slack(person, f"Frage {number}?")
    with django_assert_max_num_queries(20):
        exported("slack:U1")


def test_words_of_changed_answers_that_go_to_an_address_of_theirs(erika: User) -> None:
    for address in ("Erika@amt.example", "gast@example.org"):
        Subscription.objects.create(
            turn=asked("Wie hoch?"), way=SubscriptionWay.MAIL, address=address, question=f"Frage an {address}"
        )
    assert [each["question"] for each in exported()["subscriptions_by_address"]] == ["Frage an Erika@amt.example"]
    guest = exported("gast@example.org")
    assert guest["account"] is None
    assert [each["question"] for each in guest["subscriptions_by_address"]] == ["Frage an gast@example.org"]


def test_what_hangs_on_their_conversations_questions_and_subscriptions(erika: User) -> None:
    person = on_slack("U1", erika)
    turn = asked("Wie hoch?", erika)
    subscription = Subscription.objects.create(turn=turn, user=erika, way=SubscriptionWay.FEED, question="Wie hoch?")
    AnswerChange.objects.create(subscription=subscription)
    document = factories.document()
    SubscriptionQuote.objects.create(subscription=subscription, document=document, page=1, quote="120 Euro")
    SecondReading.objects.create(turn=turn, place=0, claim="Sie kostet 120 Euro.")
    link = ShareLink.objects.create(conversation=turn.conversation, last_turn=1)
    in_room = asked_on_slack(person, "Wann?").interactions.get()
    Delivery.objects.create(interaction=in_room, unreached=["U7"])
    Delivery.objects.create(interaction=in_room, purpose="review", place={"channel": "D-LEITUNG"})
    rows = exported()["rows"]
    assert [len(rows[f"chat.{name}"]) for name in ("AnswerChange", "SecondReading", "ShareLink", "Delivery")] == [1] * 4
    assert rows["chat.SubscriptionQuote"][0]["quote"] == "120 Euro"
    said = json.dumps(rows)
    assert not [each for each in (link.token, "U7", "D-LEITUNG") if each in said]


def test_columns_about_others_stay(erika: User) -> None:
    otto = User.objects.create_user("otto")
    LogEntry.objects.create(
        user=erika, content_type=ContentType.objects.get_for_model(User), object_id=str(otto.pk),
        object_repr="Otto Geheim", action_flag=CHANGE, change_message="Otto versetzt.",
    )  # fmt: skip
    asked_on_slack(on_slack("U1", erika), "Wann?").interactions.update(decided_by="Frau Leitung")
    rows = exported()["rows"]
    assert rows["admin.LogEntry"][0]["action_flag"] == CHANGE
    assert not [each for each in ("Otto", "Leitung") if each in json.dumps(rows)]


def test_of_every_table_below_a_conversation_it_is_decided_whether_it_is_exported() -> None:
    """A new one is added to `indirectly_related_rows`, or here because the export has it elsewhere."""
    elsewhere = {"Turn", "Citation", "Feedback", "Interaction", "Subscription_pages"}
    below = {
        relation.related_model.__name__
        for table in (Conversation, Turn, Interaction, Subscription)
        for relation in relations_to(table())
        if relation.on_delete is CASCADE
    }
    assert below - elsewhere == {
        "AnswerChange", "Delivery", "ImprovementNote", "InteractionKey", "SecondReading", "ShareLink", "Subscription",
        "SubscriptionQuote",
    }  # fmt: skip


def test_rows_of_the_organisation_are_named_without_what_others_wrote_in_them(erika: User) -> None:
    gap = Gap.objects.create(question="Was fragte ein Besucher?", owner=erika)
    release = Release.objects.create(action=Release.Action.PASS_MARK, kind="prompt", target="answer", by="erika")
    found = exported()
    assert found["named_in"]["chat.Gap"] == [{"id": gap.pk, "as": "owner"}]
    assert found["named_in"]["evaluation.Release"] == [{"id": release.pk, "as": "by"}]
    assert "Was fragte ein Besucher" not in json.dumps(found)


def test_documents_that_name_the_person_as_a_reader(erika: User) -> None:
    document = factories.document()
    document.reader_groups, document.reader_users = [], [erika.pk]
    document.save()
    named = {"collection": document.collection.slug, "external_id": document.external_id}
    assert exported()["account"]["named_as_reader_of"] == [named]


def test_nothing_in_it_opens_a_door(erika: User) -> None:
    secret = ApiToken(name="Skript", user=erika, scopes=["ask"]).issue()
    turn = asked("Wie hoch?", erika)
    subscription = Subscription.objects.create(
        turn=turn, user=erika, way=SubscriptionWay.WEBHOOK, address="https://hooks.example/x", question="Wie hoch?",
        secret="geheimnis-eins", sealed_secret="geheimnis-zwei",
    )  # fmt: skip
    found = exported()
    [token] = found["rows"]["config.ApiToken"]
    assert token["name"] == "Skript"
    said = json.dumps(found)
    opens = [secret, ApiToken.objects.get().digest, erika.password, turn.conversation.token, subscription.token]
    assert not [each for each in (*opens, "geheimnis-eins", "geheimnis-zwei") if each in said]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("niemand@amt.example", "Niemand hat hier"), ("slack:U9", "Niemand hat hier"), ("beide@amt.example", "Mehrere")],
)
def test_nobody_and_more_than_one_is_one_sentence(name: str, sentence: str) -> None:
    for user_name in ("eins", "zwei"):
        User.objects.create_user(user_name, "beide@amt.example")
    with pytest.raises(CommandError) as refused:
        call_command("export_person", name, stdout=StringIO())
    assert refused.value.returncode == 2
    assert str(refused.value).startswith(sentence)


def test_of_every_table_that_outlives_an_account_it_is_decided_whose_its_rows_are() -> None:
    """A new one is decided here: written by the person (WRITTEN_BY_THE_PERSON), or the organisation's own."""
    outliving = {
        each.related_model._meta.label for each in relations_to(User()) if not is_own(each)
    } - EXPORTED_ELSEWHERE
    assert outliving == {
        "chat.Gap", "conflicts.Conflict", "conflicts.Decision", "evaluation.Case", "evaluation.Draft", "evaluation.Run",
        "llm.PromptVersion", "simplify.Synonym",
    }  # fmt: skip
    assert {"simplify.Rewrite"} == WRITTEN_BY_THE_PERSON
