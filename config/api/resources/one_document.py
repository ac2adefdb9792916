"""GET, PATCH and DELETE /api/v1/documents/<id>: show its status, change its readers, withdraw it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from apps.documents.lifecycle.document_status_for_api import status_of_documents
from apps.documents.lifecycle.restrict_document_access import set_readers
from apps.documents.lifecycle.withdraw_documents import BY_PERSON, withdraw_documents
from apps.documents.lifecycle.withdrawal_receipt_json import receipt_as_json as receipt_json
from apps.documents.models import Document, NamedReader, Status
from config.api.openapi.lazy_extend_schema import lazy_extend_schema
from config.api.openapi.response_schemas import DOCUMENT_WITH_READERS, RECEIPT
from config.api.protocol.api_view import ApiView, calling_user, validated_body
from config.api.protocol.errors import ApiError
from config.api.protocol.permissions import may_use_scope
from config.api.resources.reader_groups_and_users import (
    ReadersBody,
    log_change_in_history,
    log_deletion_in_history,
    reader_ids_from_names,
    reader_names_from_ids,
)
from config.api.tokens.scopes import Scope

LABELS = {"reader_groups": "read by these groups alone", "reader_users": "read by these people alone"}
"""As the console's form of documents names them, in whose history a change stands."""


class DocumentReadersBody(ReadersBody):
    """The groups and people who may read; without any, all readers of the collection."""


class DocumentView(ApiView):
    scopes: ClassVar = {
        "GET": Scope.DOCUMENTS_READ,
        "PATCH": Scope.DOCUMENTS_WRITE,
        "DELETE": Scope.DOCUMENTS_WRITE,
    }

    @lazy_extend_schema(
        operation_id="get_document",
        summary="How a document stands",
        description="Status, reason, pages and chunks, as the command `import_documents` says it of each document; "
        "for a token that may write documents also who alone may read it.",
        tags=["documents"],
        responses={200: DOCUMENT_WITH_READERS},
    )
    def get(self, request: Request, document_id: int) -> Response:
        document = get_readable_document(request, document_id)
        return Response(document_status(document, with_readers=may_use_scope(request, Scope.DOCUMENTS_WRITE)))

    @lazy_extend_schema(
        operation_id="change_document",
        summary="Change who may read a document",
        description="The groups and people who alone may read it, among the readers of its collection. A field that is "
        "not sent stays as it is; with both lists empty all readers of the collection may read it, unless its source "
        "names people or closes it. It holds from the next question on.",
        tags=["documents"],
        request=DocumentReadersBody,
        responses={200: DOCUMENT_WITH_READERS},
    )
    def patch(self, request: Request, document_id: int) -> Response:
        document = get_readable_document(request, document_id)
        ids = reader_ids_from_names(validated_body(request, DocumentReadersBody))
        change_document_readers(document, ids, request.user)
        return Response(document_status(document, with_readers=True))

    @lazy_extend_schema(
        operation_id="withdraw_document",
        summary="Withdraw a document",
        description="With everything that was made of it, for good; the answer is the receipt. The owner of the token "
        "needs the right to delete documents.",
        tags=["documents"],
        responses={200: RECEIPT},
    )
    def delete(self, request: Request, document_id: int) -> Response:
        document = get_readable_document(request, document_id)
        if not request.user.has_perm("documents.delete_document"):
            raise PermissionDenied(_("The owner of the token does not have the right for this."))
        if document.status == Status.WITHDRAWN and document.reason_code == BY_PERSON:
            raise ApiError("withdrawn", _("The document is withdrawn already."), 409)
        with transaction.atomic():
            # First, as in the console: a withdrawal takes titles out of the history.
            log_deletion_in_history(request.user, document)
            receipt = withdraw_documents([document.pk])
        return Response(receipt_json(receipt, document.external_id, document.collection.slug))


def get_readable_document(request: Request, document_id: int) -> Document:
    """Raises NotFound, for one that may not be read as for none."""
    try:
        return Document.objects.readable_by(calling_user(request)).select_related("collection").get(pk=document_id)
    except (Document.DoesNotExist, OverflowError):
        raise NotFound from None


def change_document_readers(document: Document, ids: Mapping[str, list[int]], user: AbstractBaseUser) -> None:
    """One transaction, with the line of the history where anything is different."""
    with transaction.atomic():
        before = Document.objects.select_for_update(of=("self",)).get(pk=document.pk)
        set_readers([document.pk], groups=ids.get("reader_groups"), people=ids.get("reader_users"))
        document.refresh_from_db()
        if fields := changed_fields(before, document):
            log_change_in_history(user, document, fields)


def changed_fields(before: Document, after: Document) -> list[str]:
    """Both where nobody was named, for administrators alone, and all readers of the collection read it now."""
    is_opened = before.reader_groups is not None and after.reader_groups is None
    named = [label for name, label in LABELS.items() if (getattr(before, name) or []) != (getattr(after, name) or [])]
    return named or (list(LABELS.values()) if is_opened else [])


def document_status(document: Document, *, with_readers: bool) -> dict[str, Any]:
    return status_of_documents([document.pk])[0] | (document_readers(document) if with_readers else {})


def document_readers(document: Document) -> dict[str, Any]:
    """Three queries at most, and one for the names that its source uses."""
    if document.reader_groups is None:
        return {"readers": "collection", "reader_groups": [], "reader_users": [], "source_users": []}
    named = NamedReader.objects.filter(pk__in=document.named_readers or []).order_by("name")
    return {
        "readers": "named",
        **reader_names_from_ids(document.reader_groups, document.reader_users or []),
        "source_users": list(named.values_list("name", flat=True)),
    }
