"""Repeats after a restore what was deleted since the backup: the restored state has brought it back.

Documents are known by their receipts, conversations, people and whole collections by their tombstones; people and
collections that were deleted before there were any by the admin's log. Closed accounts and revoked tokens are so in
the newest state. None of that holds any content.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from oauth2_provider.models import Application, RefreshToken

from apps.chat.models import Conversation, DeletedConversation, PlatformUser
from apps.chat.privacy.delete_conversations import delete_conversations
from apps.chat.privacy.delete_people_and_rooms import delete_platform_users
from apps.documents.lifecycle.withdraw_documents import withdraw_documents
from apps.documents.models import Collection, Document, Receipt, Status
from config.api.tokens.api_tokens import ApiToken
from config.backup.deleted_rows import DeletedRow, table_name
from config.console.roles import lock_memberships
from config.user_directory.close_departed_person import close_departed_person
from config.user_directory.models import ProvisionedPerson
from config.user_directory.revoke_access import revoke_access

PEOPLE: dict[str, type[models.Model]] = {"user": User, "platform_user": PlatformUser}

LONGEST_TRANSACTION = timedelta(hours=1)
"""A tombstone says when it was written, and is undone by a recovery to any moment before its transaction ended. Numbers
are given once, so that what was deleted a little before is named without harm."""


def deletions_since(moment: datetime) -> dict[str, Any]:
    """Returns as JSON withdrawn documents and ids of conversations, collections, people by kind and closed
    accounts. A few queries."""
    numbers_since = moment - LONGEST_TRANSACTION
    receipts = Receipt.objects.filter(created_at__gte=moment).select_related("collection").order_by("pk")
    conversations = DeletedConversation.objects.filter(deleted_at__gte=numbers_since).order_by("pk")
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
        "collections": deleted_rows(Collection, numbers_since),
        "people": {kind: deleted_rows(model, numbers_since) for kind, model in PEOPLE.items()},
        "closed": closed_accounts(),
        "access": revoked_access(numbers_since),
    }


def deleted_rows(model: type[models.Model], moment: datetime) -> list[int]:
    entries = LogEntry.objects.filter(
        action_flag=DELETION, action_time__gte=moment, content_type=ContentType.objects.get_for_model(model)
    )
    logged = {int(entry) for entry in entries.values_list("object_id", flat=True) if entry}
    tombstones = DeletedRow.objects.filter(table=table_name(model), deleted_at__gte=moment)
    return sorted(logged | set(tombstones.values_list("number", flat=True)))


def revoked_access(moment: datetime) -> dict[str, list[int]]:
    """Returns the ids of API tokens and connections that were revoked, and of tokens and programs that are gone."""
    connections = RefreshToken.objects.filter(revoked__gte=moment).order_by("pk")
    return {
        "tokens": list(ApiToken.objects.exclude(revoked_at=None).order_by("pk").values_list("pk", flat=True)),
        "connections": list(connections.values_list("pk", flat=True)),
        "deleted_tokens": deleted_rows(ApiToken, moment),
        "deleted_programs": deleted_rows(Application, moment),
    }


def closed_accounts() -> dict[str, list[int]]:
    """Returns the ids of all closed accounts, apart those whom no directory announces any more."""
    closed = User.objects.filter(is_active=False).order_by("pk")
    announced = ProvisionedPerson.objects.living().values("account")
    return {
        "announced": list(closed.filter(pk__in=announced).values_list("pk", flat=True)),
        "departed": list(closed.exclude(pk__in=announced).values_list("pk", flat=True)),
    }


def redo_deletions(deletions: Mapping[str, Any]) -> dict[str, int]:
    """How many rows of each kind were there again. One transaction for each receipt; may run twice."""
    people = deletions["people"]
    return {
        "documents": sum(len(withdraw_again(**each)) for each in deletions["documents"]),
        "conversations": delete_conversations(Conversation.objects.filter(pk__in_array=deletions["conversations"])),
        "collections": sum(delete_collection(collection) for collection in deletions["collections"]),
        "people": delete_users(people.get("user", [])) + delete_platform_users(people.get("platform_user", [])),
        # Lists of earlier versions name none.
        "closed": close_accounts(**deletions.get("closed", {})),
        "revoked": revoke_again(**deletions.get("access", {})),
    }


def delete_users(ids: list[int]) -> int:
    rows = User.objects.filter(pk__in=ids)
    count = rows.count()
    rows.delete()
    return count


def delete_collection(collection_id: int) -> bool:
    """Whether it was there. Its documents are withdrawn first: files and citations know of nothing else."""
    documents = Document.objects.filter(collection=collection_id).exclude(status=Status.WITHDRAWN)
    if ids := list(documents.values_list("pk", flat=True)):
        withdraw_documents(ids)
    _rows, numbers = Collection.objects.filter(pk=collection_id).delete()
    return Collection._meta.label in numbers


def close_accounts(announced: Sequence[int] = (), departed: Sequence[int] = ()) -> int:
    """Closes what is open; of those that departed nothing personal stays.

    Superusers are left alone where no other would be: nobody could let them in again.
    """
    open_accounts = User.objects.filter(is_active=True)
    if not open_accounts.filter(is_superuser=True).exclude(pk__in=[*announced, *departed]).exists():
        open_accounts = open_accounts.filter(is_superuser=False)
    count = open_accounts.filter(pk__in=[*announced, *departed]).count()
    with transaction.atomic():
        lock_memberships()
        people = ProvisionedPerson.objects.living().filter(account__is_superuser=False)
        for person in people.filter(account__in=open_accounts.filter(pk__in=departed)):
            close_departed_person(person)
        for account in open_accounts.filter(pk__in=[*announced, *departed]):
            revoke_access(account)
    return count


def revoke_again(
    tokens: Sequence[int] = (),
    connections: Sequence[int] = (),
    deleted_tokens: Sequence[int] = (),
    deleted_programs: Sequence[int] = (),
) -> int:
    """How many API tokens, connections and programs opened the service again."""
    count = ApiToken.objects.filter(pk__in=tokens, revoked_at=None).update(revoked_at=timezone.now())
    for connection in RefreshToken.objects.filter(pk__in_array=connections, revoked=None):
        connection.revoke()
        count += 1
    for rows in (ApiToken.objects.filter(pk__in=deleted_tokens), Application.objects.filter(pk__in=deleted_programs)):
        count += rows.count()
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
