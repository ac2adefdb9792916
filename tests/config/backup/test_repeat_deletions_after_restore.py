"""What was deleted since a moment is known without its content, and deleted again."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from apps.chat.models import Conversation, DeletedConversation, Interaction, PlatformUser, Room, Turn
from apps.chat.privacy import retention
from apps.chat.privacy.delete_conversations import delete_conversations
from apps.chat.privacy.retention import delete_expired_conversations
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Status
from config.backup.repeat_deletions_after_restore import deletions_since, redo_deletions
from config.backup.row_counts_by_table import row_count_differences, table_counts

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
    assert redo_deletions(known) == {"documents": 1, "conversations": 1, "collections": 1, "people": 1}
    assert not Collection.objects.filter(slug="amt").exists()
    assert Document.objects.get(pk=gone.pk).status == Status.WITHDRAWN
    assert Document.objects.get(pk=kept.pk).status != Status.WITHDRAWN
    assert list(Conversation.objects.values_list("pk", flat=True)) == [other.pk]
    assert redo_deletions(known) == {"documents": 0, "conversations": 0, "collections": 0, "people": 0}


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
    known = deletions_since(timezone.now() + timedelta(seconds=1))
    assert (known["conversations"], known["people"]["user"]) == ([], [])
    assert deletions_since(timezone.now() - timedelta(minutes=1))["people"]["user"] == [person.pk]


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
