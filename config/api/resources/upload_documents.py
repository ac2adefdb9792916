"""POST /api/v1/documents: upload."""

from typing import Any, ClassVar

from django.core.validators import ProhibitNullCharactersValidator
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from apps.documents.lifecycle.document_status_for_api import status_of_documents
from apps.documents.lifecycle.import_documents import ImportRefused, get_or_create_collection
from apps.documents.models import Collection
from apps.documents.uploads.accept_uploaded_files import upload_files
from apps.documents.uploads.sent_file_and_metadata import SenderMetadata, UploadRefused
from config.api.openapi.lazy_extend_schema import lazy_extend_schema
from config.api.openapi.response_schemas import UPLOADED
from config.api.protocol.api_view import ApiView, calling_user, validated_body
from config.api.protocol.errors import ApiError
from config.api.protocol.json_parser import parse_json_object
from config.api.protocol.strict_fields import LONGEST_SLUG, StrictSerializer, TextField
from config.api.tokens.scopes import Scope

FILE_FIELDS = ("file", "files")
LARGEST_BODY = 256 * 2**20
"""Bytes of a whole request: what does not fit is sent in several."""


class UploadBody(StrictSerializer):
    collection = TextField(max_length=LONGEST_SLUG)
    language = TextField(max_length=2, required=False, default="")
    external_id = TextField(max_length=500, required=False, default="")
    title = TextField(max_length=1_000, required=False, default="")
    metadata = TextField(max_length=100_000, required=False, default="")
    reader_groups = TextField(max_length=2_000, required=False, default="")
    reader_users = TextField(max_length=2_000, required=False, default="")

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value({name: data[name] for name in data if name not in FILE_FIELDS})


FORM: dict[str, Any] = {
    "type": "object",
    "required": ["file", "collection"],
    "properties": {
        "file": {
            "type": "array",
            "items": {"type": "string", "format": "binary"},
            "minItems": 1,
            "description": "One file or more.",
        },
        "collection": {
            "type": "string",
            "pattern": "^[-a-zA-Z0-9_]+$",
            "maxLength": LONGEST_SLUG,
            "description": "Short name of the collection.",
        },
        "language": {
            "type": "string",
            "pattern": "^[a-z]{2}$",
            "description": "Of a collection that is made; German without it.",
        },
        "external_id": {"type": "string", "description": "For one file; without it the name of the file."},
        "title": {"type": "string", "description": "For one file; without it the content decides."},
        "metadata": {"type": "string", "description": 'A JSON object, such as {"author": "…"}.'},
        "reader_groups": {
            "type": "string",
            "description": "Groups that alone may read these documents, among the readers of the collection; `;` "
            "between their names. Without it who may read them stays as it is.",
        },
        "reader_users": {
            "type": "string",
            "description": "People who alone may read these documents, beside those groups and among the readers of "
            "the collection: user names, mail addresses or identifiers of the directory, `;` between them.",
        },
    },
    "additionalProperties": False,
}


class FormParser(MultiPartParser):
    """The framework's, whose complaint is English alone."""

    def parse(self, *args: Any, **values: Any) -> Any:
        """Raises ParseError."""
        try:
            return super().parse(*args, **values)
        except ParseError:
            raise ParseError(_("The body is no form that can be read; send it as multipart/form-data.")) from None


class DocumentsView(ApiView):
    scopes: ClassVar = {"POST": Scope.DOCUMENTS_WRITE}
    parser_classes = [FormParser]

    @lazy_extend_schema(
        operation_id="upload_documents",
        summary="Upload documents",
        description="All files of a request or none. They are read by the worker: ask for each document how it stands. "
        "The same id with other bytes is a new version; with the same bytes nothing happens.",
        tags=["documents"],
        request={"multipart/form-data": FORM},
        responses={201: UPLOADED},
    )
    def post(self, request: Request) -> Response:
        if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
            raise ApiError("too_large", _("The request is too large; send fewer files at once."), 413)
        said = validated_body(request, UploadBody)
        files = [file for name in FILE_FIELDS for file in request.FILES.getlist(name)]
        groups, people = (split_names(said[field]) for field in ("reader_groups", "reader_users"))
        stated = SenderMetadata(said["external_id"], said["title"], parse_metadata(said["metadata"]), groups, people)
        try:
            # A collection that is made for files that are refused goes with them.
            with transaction.atomic():
                collection = get_writable_collection(request, said["collection"], said["language"])
                ids = upload_files(collection, files, stated, user=calling_user(request))
        except UploadRefused as refused:
            raise ApiError(refused.code, str(refused), refused.status) from None
        documents = status_of_documents(ids)
        answer = Response({"id": documents[0]["id"], "collection": collection.slug, "documents": documents}, status=201)
        answer["Location"] = f"/api/v1/documents/{documents[0]['id']}"
        return answer


def readable_collections(request: Request) -> QuerySet[Collection]:
    return Collection.objects.readable_by(calling_user(request))


def get_writable_collection(request: Request, slug: str, language: str) -> Collection:
    """Who may make collections names a new one, and its language. Raises ApiError."""
    found = readable_collections(request).filter(slug=slug).first()
    if found is not None and language in ("", found.language):
        return found
    user = calling_user(request)
    may_add = user is not None and user.has_perm("documents.add_collection")  # type: ignore[attr-defined]
    if found is None and (not may_add or Collection.objects.filter(slug=slug).exists()):
        message = _("There is no collection '%(slug)s' that you may write to.") % {"slug": slug}
        raise ApiError("unknown_collection", message, 404)
    try:
        return get_or_create_collection(slug, language)
    except ImportRefused as refused:
        raise ApiError("invalid", str(refused)) from None


def split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(";") if name.strip()]


def parse_metadata(text: str) -> dict[str, Any]:
    """Raises ParseError, ValidationError."""
    metadata = parse_json_object(text.encode()) if text else {}
    if contains_nul(metadata):
        # Told here: once it is registered, the advice would be to store the faultless file anew.
        raise ValidationError({"metadata": ProhibitNullCharactersValidator.message})
    return metadata


def contains_nul(value: object) -> bool:
    """Whether a text of the value, or a name in it, has the one character that the database does not keep."""
    if isinstance(value, dict):
        return any(map(contains_nul, [*value, *value.values()]))
    return any(map(contains_nul, value)) if isinstance(value, list) else isinstance(value, str) and "\0" in value
