"""What was deleted since a moment is known without its content, and deleted again."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from oauth2_provider.models import Application, RefreshToken

from apps.chat.models import Conversation, DeletedConversation, Interaction, PlatformUser, Room, Turn
from apps.chat.privacy import retention
from apps.chat.privacy.delete_conversations import delete_conversations
from apps.chat.privacy.retention import delete_expired_conversations
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Blob, Collection, Document, Status
from config.api.tokens.api_tokens import ApiToken
from config.backup.deleted_rows import NUMBERS_KEPT, DeletedRow
from config.backup.repeat_deletions_after_restore import LONGEST_TRANSACTION, deletions_since, redo_deletions
from config.backup.row_counts_by_table import row_count_differences, table_counts
from config.user_directory.close_departed_person import close_departed_person
from config.user_directory.models import ProvisionedPerson
from config.user_directory.revoke_access import revoke_access
from tests import factories

pytestmark = pytest.mark.django_db


def test_what_is_there_again_is_deleted_again_and_the_rest_stays() -> None:
    moment = timezone.now()
    collection = Collection.objects.create(slug="stadt", name="Stadt")
    gone, kept = (Document.objects.create(collection=collection, external_id=name) for name in ("a.pdf", "b.pdf"))
    forgotten, other = Conversation.objects.create(), Conversation.objects.create()
    person = User.objects.create_user("person")
    withdraw_documents([gone.pk])
    delete_conversations(Conversation.objects.filter(pk=forgotten.pk))
    log = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(user=person, content_type=log, object_id=str(person.pk), action_flag=DELETION)
    closed = Collection.objects.create(slug="amt", name="Amt")
    withdraw_documents([Document.objects.create(collection=closed, external_id="c.pdf").pk])
    of_collections, number = ContentType.objects.get_for_model(Collection), closed.pk
    LogEntry.objects.create(user=person, content_type=of_collections, object_id=str(number), action_flag=DELETION)
    closed.delete()
    known = deletions_since(moment)

    Document.objects.filter(pk=gone.pk).update(status=Status.READY, reason_code="")
    Conversation.objects.create(pk=forgotten.pk)
    Collection.objects.create(pk=number, slug="amt", name="Amt")
    assert redo_deletions(known) == {
        "documents": 1,
        "conversations": 1,
        "collections": 1,
        "people": 1,
        "closed": 0,
        "revoked": 0,
    }
    assert not Collection.objects.filter(slug="amt").exists()
    assert Document.objects.get(pk=gone.pk).status == Status.WITHDRAWN
    assert Document.objects.get(pk=kept.pk).status != Status.WITHDRAWN
    assert list(Conversation.objects.values_list("pk", flat=True)) == [other.pk]
    assert redo_deletions(known) == {
        "documents": 0,
        "conversations": 0,
        "collections": 0,
        "people": 0,
        "closed": 0,
        "revoked": 0,
    }


def test_a_document_of_a_collection_that_has_another_name_by_now_is_withdrawn_again() -> None:
    moment = timezone.now()
    collection = Collection.objects.create(slug="stadt", name="Stadt")
    gone = Document.objects.create(collection=collection, external_id="a.pdf")
    Collection.objects.filter(pk=collection.pk).update(slug="rathaus")
    withdraw_documents([gone.pk])
    known = deletions_since(moment)
    Collection.objects.filter(pk=collection.pk).update(slug="stadt")
    Document.objects.filter(pk=gone.pk).update(status=Status.READY, reason_code="")
    assert redo_deletions(known)["documents"] == 1
    of_an_earlier_version = [{"collection": "stadt", "external_ids": ["a.pdf"], "reason": "withdrawn"}]
    Document.objects.filter(pk=gone.pk).update(status=Status.READY, reason_code="")
    assert redo_deletions({**known, "documents": of_an_earlier_version})["documents"] == 1


def test_a_person_of_a_platform_is_deleted_again_with_what_they_asked() -> None:
    places = {"platform": "slack", "workspace": "T1", "external_id": "1"}
    person, conversation = PlatformUser.objects.create(**places), Conversation.objects.create()
    turn = Turn.objects.create(conversation=conversation, number=1, question="Bin ich krank?")
    Interaction.objects.create(
        room=Room.objects.create(**places), asker=person, conversation=conversation, turn=turn, text=turn.question
    )
    known = {**deletions_since(timezone.now()), "people": {"user": [], "platform_user": [person.pk]}}
    assert redo_deletions(known)["people"] == 1
    assert not Turn.objects.exists()
    assert redo_deletions(known)["people"] == 0


def test_what_was_deleted_before_is_not_named() -> None:
    forgotten = Conversation.objects.create()
    delete_conversations(Conversation.objects.filter(pk=forgotten.pk))
    person = User.objects.create_user("person")
    log = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(user=person, content_type=log, object_id=str(person.pk), action_flag=DELETION)
    known = deletions_since(timezone.now() + LONGEST_TRANSACTION + timedelta(seconds=1))
    assert (known["conversations"], known["people"]["user"]) == ([], [])
    assert deletions_since(timezone.now() - timedelta(minutes=1))["people"]["user"] == [person.pk]


def test_a_deletion_is_known_when_the_account_that_made_it_is_gone(admin_client: Client) -> None:
    """The admin's log goes with the account that wrote it."""
    moment = timezone.now()
    person, boss = User.objects.create_user("person"), User.objects.get(username="admin")
    admin_client.post(reverse("admin:auth_user_delete", args=[person.pk]), {"post": "yes"})
    numbers = sorted([person.pk, boss.pk])
    boss.delete()
    assert not LogEntry.objects.exists()
    known = deletions_since(moment)
    assert known["people"]["user"] == numbers
    for number in numbers:
        User.objects.create(pk=number, username=str(number))
    assert redo_deletions(known)["people"] == 2
    assert not User.objects.exists()


def test_a_deletion_whose_transaction_the_recovery_has_undone_is_repeated() -> None:
    person = User.objects.create_user("person")
    number = person.pk
    person.delete()
    assert deletions_since(timezone.now() + timedelta(minutes=2))["people"]["user"] == [number]


def test_a_collection_that_is_there_again_leaves_no_file_behind() -> None:
    stadt = factories.collection("stadt")
    factories.document(collection=stadt)
    known = {**deletions_since(timezone.now()), "collections": [stadt.pk]}
    assert Blob.objects.exists()
    assert redo_deletions(known)["collections"] == 1
    assert not Collection.objects.filter(pk=stadt.pk).exists()
    assert not Blob.objects.exists()


def test_whom_the_directory_has_deleted_is_closed_again_without_a_name() -> None:
    left, paused, stays = (
        ProvisionedPerson.objects.create(
            account=User.objects.create_user(name, email=f"{name}@stadt.example", first_name="Eva"), user_name=name
        )
        for name in ("left", "paused", "stays")
    )
    accounts = User.objects.filter(pk__in=[left.account_id, paused.account_id])
    with transaction.atomic():
        close_departed_person(ProvisionedPerson.objects.get(pk=left.pk))
    revoke_access(User.objects.get(pk=paused.account_id))
    known = deletions_since(timezone.now())
    accounts.update(is_active=True, email="eva@stadt.example")
    ProvisionedPerson.objects.create(account_id=left.account_id, user_name="left")

    assert redo_deletions(known)["closed"] == 2
    assert set(accounts.values_list("is_active", "email")) == {(False, ""), (False, "eva@stadt.example")}
    assert User.objects.get(pk=stays.account_id).is_active
    assert not ProvisionedPerson.objects.living().filter(account=left.account_id).exists()
    assert redo_deletions(known)["closed"] == 0


@pytest.mark.parametrize("has_another", [True, False])
def test_a_superuser_who_was_dismissed_stays_out_where_another_is_left(has_another: bool) -> None:
    dismissed = User.objects.create_superuser("dismissed", password="alt-und-bekannt")
    if has_another:
        User.objects.create_superuser("other")
    User.objects.filter(pk=dismissed.pk).update(is_active=False)
    known = deletions_since(timezone.now())
    User.objects.filter(pk=dismissed.pk).update(is_active=True)
    assert redo_deletions(known)["closed"] == has_another
    dismissed.refresh_from_db()
    assert (dismissed.is_active, dismissed.has_usable_password()) == (not has_another, not has_another)


def test_tokens_that_were_revoked_or_deleted_open_nothing_again() -> None:
    owner = User.objects.create_user("owner")
    revoked, deleted, kept = (ApiToken(name=name, user=owner, scopes=["ask"]) for name in ("a", "b", "c"))
    for token in (revoked, deleted, kept):
        token.issue()
    ApiToken.objects.filter(pk=revoked.pk).update(revoked_at=timezone.now())
    number = deleted.pk
    deleted.delete()
    known = deletions_since(timezone.now())
    ApiToken.objects.update(revoked_at=None)
    ApiToken(pk=number, name="b", user=owner, scopes=["ask"]).issue()
    assert redo_deletions(known)["revoked"] == 2
    assert list(ApiToken.objects.filter(revoked_at=None)) == [kept]
    assert not ApiToken.objects.filter(pk=number).exists()
    assert redo_deletions(known)["revoked"] == 0


def test_connections_and_programs_that_were_ended_stay_ended() -> None:
    person = User.objects.create_user("person")
    values = {"client_type": "public", "authorization_grant_type": "authorization-code"}
    program, gone = (Application.objects.create(name=name, **values) for name in ("a", "b"))
    ended, lasting = (RefreshToken.objects.create(user=person, application=program, token=text) for text in "xy")
    ended.revoke()
    number = gone.pk
    gone.delete()
    known = deletions_since(timezone.now())
    RefreshToken.objects.update(revoked=None)
    Application.objects.create(pk=number, name="b", **values)
    assert redo_deletions(known)["revoked"] == 2
    assert list(RefreshToken.objects.filter(revoked=None)) == [lasting]
    assert list(Application.objects.all()) == [program]


def test_tombstones_are_kept_for_as_long_as_a_backup() -> None:
    old = DeletedRow.objects.create(table="auth.User", number=1, deleted_at=timezone.now() - NUMBERS_KEPT * 1.01)
    User.objects.create_user("person").delete()
    assert DeletedRow.objects.exclude(pk=old.pk).count() == DeletedRow.objects.count() == 1


def test_the_number_of_a_deleted_conversation_is_kept_for_as_long_as_a_backup() -> None:
    old, young = (DeletedConversation.objects.create(conversation_id=Conversation().pk) for _ in range(2))
    DeletedConversation.objects.filter(pk=old.pk).update(deleted_at=timezone.now() - retention.NUMBERS_KEPT * 1.01)
    delete_expired_conversations()
    assert list(DeletedConversation.objects.all()) == [young]


def test_counts_lie_between_those_before_and_after() -> None:
    assert row_count_differences({"a": 2, "b": 5}, {"a": 1, "b": 5}, {"a": 3, "b": 5}) == {}
    assert row_count_differences({"a": 0}, {"a": 1}, {"a": 3}) == {"a": [0, 1, 3]}
    assert row_count_differences({}, {"a": 1}, {"a": 1}) == {"a": [-1, 1, 1]}


def test_tables_outside_of_the_log_are_not_counted() -> None:
    counted = table_counts()
    assert "chat_allowance" not in counted
    assert counted["documents_document"] == 0
