"""Readers of documents and collections: the groups and users that programs see and set by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import Group
from django.utils.translation import gettext as _
from rest_framework import serializers

from apps.documents.lifecycle.restrict_document_access import UnknownGroups, resolve_group_ids
from apps.documents.models import Collection, Document
from apps.documents.models.resolve_account_names import UnknownPeople, names_of_accounts, resolve_account_ids
from config.api.protocol.errors import ApiError
from config.api.protocol.strict_fields import BoundedListField, StrictSerializer, TextField

MOST_NAMES = 500
LONGEST_NAME = 254
READER_FIELDS = ("reader_groups", "reader_users")


def name_list_field(help_text: str) -> serializers.ListField:
    return BoundedListField(
        child=TextField(max_length=LONGEST_NAME), max_length=MOST_NAMES, required=False, help_text=help_text
    )


class ReadersBody(StrictSerializer):
    """What is not sent stays as it is. A body without anything is a mistake of the sender."""

    reader_groups = name_list_field("Names of groups, in place of those that are named now.")
    reader_users = name_list_field(
        "User names, mail addresses or identifiers of the directory, in place of the people who are named now."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            message = _("Nothing is to be changed. Send at least one of %(names)s.")
            raise serializers.ValidationError(message % {"names": ", ".join(sorted(self.fields))})
        return attrs


def reader_ids_from_names(said: Mapping[str, Any]) -> dict[str, list[int]]:
    """The ids of the groups and people whom a body names, by its fields. Two queries at most. Raises ApiError."""
    find = {"reader_groups": resolve_group_ids, "reader_users": resolve_account_ids}
    try:
        return {field: find[field](said[field]) for field in READER_FIELDS if field in said}
    except UnknownGroups as unknown:
        raise ApiError("unknown_group", unknown.sentence) from None
    except UnknownPeople as unknown:
        raise ApiError("unknown_person", unknown.sentence) from None


def reader_names_from_ids(groups: Sequence[int], people: Sequence[int]) -> dict[str, list[str]]:
    """By names with which the same readers can be sent again."""
    found = Group.objects.filter(pk__in=groups).order_by("name")
    return {"reader_groups": list(found.values_list("name", flat=True)), "reader_users": names_of_accounts(people)}


def log_change_in_history(user: AbstractBaseUser, changed: Document | Collection, fields: Sequence[str]) -> None:
    """In the history of the console, as a change that was made there: by whom and what, without anybody's name."""
    message = [{"changed": {"fields": list(fields)}}]
    LogEntry.objects.log_actions(user.pk, [changed], CHANGE, message, single_object=True)


def log_deletion_in_history(user: AbstractBaseUser, deleted: Document) -> None:
    """In the history of the console, as if it had been withdrawn there: by whom."""
    LogEntry.objects.log_actions(user.pk, [deleted], DELETION, single_object=True)
