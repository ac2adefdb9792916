"""GET and PATCH /api/v1/collections/<slug>: what a collection is, and who may read it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from apps.documents.models import Collection, Document, Readers
from config.api.openapi.lazy_extend_schema import lazy_extend_schema
from config.api.openapi.response_schemas import COLLECTION_WITH_READERS
from config.api.protocol.api_view import ApiView, calling_user, validated_body
from config.api.protocol.errors import ApiError
from config.api.protocol.permissions import may_use_scope
from config.api.resources.reader_groups_and_users import (
    READER_FIELDS,
    ReadersBody,
    log_change_in_history,
    reader_ids_from_names,
    reader_names_from_ids,
)
from config.api.tokens.scopes import Scope

LABELS = {"readers": "who may read", "reader_groups": "groups", "reader_users": "people"}
"""As the console's form of collections names them, in whose history a change stands."""


class CollectionReadersBody(ReadersBody):
    """Names count only where `readers` is `groups`; sent for any other collection they are refused."""

    readers = serializers.ChoiceField(
        choices=Readers.values, required=False, help_text="Everybody, signed-in staff, or the named groups and people."
    )


class CollectionView(ApiView):
    scopes: ClassVar = {"GET": Scope.DOCUMENTS_READ, "PATCH": Scope.DOCUMENTS_WRITE}

    @lazy_extend_schema(
        operation_id="get_collection",
        summary="What a collection is",
        description="Its name, its language and how many documents the caller may read in it; for those who may "
        "change collections, with a token that may write documents, also who reads it.",
        tags=["documents"],
        responses={200: COLLECTION_WITH_READERS},
    )
    def get(self, request: Request, slug: str) -> Response:
        collection = get_readable_collection(request, slug)
        may_change = may_use_scope(request, Scope.DOCUMENTS_WRITE) and may_change_collections(request)
        return Response(collection_as_json(collection, calling_user(request), with_readers=may_change))

    @lazy_extend_schema(
        operation_id="change_collection",
        summary="Change who may read a collection",
        description="Everybody, signed-in staff, or the named groups and people. A field that is not sent stays as it "
        "is; names need a collection whose `readers` are `groups`, or make it one. It holds from the next question on.",
        tags=["documents"],
        request=CollectionReadersBody,
        responses={200: COLLECTION_WITH_READERS},
    )
    def patch(self, request: Request, slug: str) -> Response:
        collection = get_readable_collection(request, slug)
        if not may_change_collections(request):
            raise PermissionDenied(_("The owner of the token does not have the right for this."))
        said = validated_body(request, CollectionReadersBody)
        ids = reader_ids_from_names(said)
        change_collection_readers(collection.pk, said.get("readers"), ids, request.user)
        collection.refresh_from_db()
        return Response(collection_as_json(collection, calling_user(request), with_readers=True))


def get_readable_collection(request: Request, slug: str) -> Collection:
    """Raises NotFound, for one that may not be read as for none."""
    found = Collection.objects.readable_by(calling_user(request)).filter(slug=slug).first()
    if found is None:
        raise NotFound
    return found


def may_change_collections(request: Request) -> bool:
    return bool(request.user.has_perm("documents.change_collection"))


def change_collection_readers(
    collection_id: int, readers: str | None, ids: Mapping[str, list[int]], user: AbstractBaseUser
) -> None:
    """One transaction, with the line of the history where anything is different. Raises ApiError."""
    with transaction.atomic():
        collection = Collection.objects.select_for_update().get(pk=collection_id)
        before = readers_snapshot(collection)
        collection.readers = readers or collection.readers
        if any(ids.values()) and collection.readers != Readers.GROUPS:
            said = _("Names count only where the named groups and people read; send 'readers' as 'groups' with them.")
            raise ApiError("invalid", said)
        collection.save(update_fields=["readers"])
        for field, named in ids.items():
            getattr(collection, field).set(named)
        after = readers_snapshot(collection)
        if changed := [label for name, label in LABELS.items() if before[name] != after[name]]:
            log_change_in_history(user, collection, changed)


def readers_snapshot(collection: Collection) -> dict[str, Any]:
    named = {field: set(getattr(collection, field).values_list("pk", flat=True)) for field in READER_FIELDS}
    return {"readers": collection.readers, **named}


def collection_as_json(collection: Collection, user: AbstractBaseUser | None, *, with_readers: bool) -> dict[str, Any]:
    told = {
        "slug": collection.slug,
        "name": collection.name,
        "description": collection.description,
        "language": collection.language,
        "documents": Document.objects.shown_to(user).filter(collection=collection).count(),
    }
    if not with_readers:
        return told
    ids = [list(getattr(collection, field).values_list("pk", flat=True)) for field in READER_FIELDS]
    return {**told, "readers": collection.readers, **reader_names_from_ids(*ids)}
