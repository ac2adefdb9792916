"""Repeats after a restore what was deleted since the backup: the restored state has brought it back.

Documents are known by their receipts, conversations by their tombstones, people and whole collections by the admin's
log. None of that holds any content.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import Q

from apps.chat.models import Conversation, DeletedConversation, PlatformUser
from apps.chat.privacy.delete_conversations import delete_conversations
from apps.chat.privacy.delete_people_and_rooms import delete_platform_users
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Receipt, Status

PEOPLE: dict[str, type[models.Model]] = {"user": User, "platform_user": PlatformUser}


def deletions_since(moment: datetime) -> dict[str, Any]:
    """Returns as JSON withdrawn documents and ids of conversations, collections, people by kind. A few queries."""
    receipts = Receipt.objects.filter(created_at__gte=moment).select_related("collection").order_by("pk")
    conversations = DeletedConversation.objects.filter(deleted_at__gte=moment).order_by("pk")
    return {
        "since": moment.isoformat(),
        "documents": [
            {
                "collection": receipt.collection.slug,
                "collection_id": receipt.collection_id,
                "external_ids": receipt.external_ids,
                "reason": receipt.reason,
            }
            for receipt in receipts
            # Without one, the collection was deleted later, and all of its documents with it.
            if receipt.collection is not None
        ],
        "conversations": [str(pk) for pk in conversations.values_list("conversation_id", flat=True)],
        "collections": deleted_rows(Collection, moment),
        "people": {kind: deleted_rows(model, moment) for kind, model in PEOPLE.items()},
    }


def deleted_rows(model: type[models.Model], moment: datetime) -> list[int]:
    entries = LogEntry.objects.filter(
        action_flag=DELETION, action_time__gte=moment, content_type=ContentType.objects.get_for_model(model)
    )
    return sorted({int(entry) for entry in entries.values_list("object_id", flat=True) if entry})


def redo_deletions(deletions: Mapping[str, Any]) -> dict[str, int]:
    """How many rows of each kind were there again. One transaction for each receipt; may run twice."""
    documents = sum(len(withdraw_again(**each)) for each in deletions["documents"])
    conversations = delete_conversations(Conversation.objects.filter(pk__in_array=deletions["conversations"]))
    collections = delete_rows(Collection, deletions["collections"])
    people = delete_rows(User, deletions["people"].get("user", []))
    people += delete_platform_users(deletions["people"].get("platform_user", []))
    return {"documents": documents, "conversations": conversations, "collections": collections, "people": people}


def delete_rows(model: type[models.Model], ids: list[int]) -> int:
    rows = model._default_manager.filter(pk__in=ids)
    count = rows.count()
    rows.delete()
    return count


def withdraw_again(
    collection: str, external_ids: list[str], reason: str, collection_id: int | None = None
) -> list[int]:
    """By the collection's number: its short name, which earlier versions have named alone, may have changed since."""
    named = Q(collection__slug=collection) if collection_id is None else Q(collection=collection_id)
    found = Document.objects.filter(named, external_id__in_array=external_ids)
    ids = list(found.exclude(status=Status.WITHDRAWN).values_list("pk", flat=True))
    if ids:
        withdraw_documents(ids, reason)
    return ids
