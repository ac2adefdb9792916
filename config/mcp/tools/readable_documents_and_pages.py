"""The documents and pages that the owner of a token may read, and their addresses on this site."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request

from apps.documents.models import Document, Page
from config.api.protocol.api_view import calling_user
from config.api.protocol.errors import ApiError
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.strict_fields import LONGEST_SLUG, StrictSerializer, TextField

LONGEST_ID = 500


class DocumentArguments(StrictSerializer):
    """Names a document, as searches and answers name it."""

    collection = TextField(max_length=LONGEST_SLUG, help_text="Short name of the collection, from list_collections.")
    document = TextField(max_length=LONGEST_ID, help_text="The document's external_id, from search or ask.")


def readable_documents(request: Request) -> QuerySet[Document]:
    return Document.objects.shown_to(calling_user(request)).select_related("collection", "current_revision")


def find_document(request: Request, collection: str, external_id: str) -> Document | None:
    """None for one that may not be read as for none."""
    return readable_documents(request).filter(collection__slug=collection, external_id=external_id).first()


def get_readable_document(request: Request, collection: str, external_id: str) -> Document:
    """Raises ApiError, for one that may not be read as for none."""
    document = find_document(request, collection, external_id)
    if document is None:
        raise ApiError("not_found", _("There is no such document that you may read."), 404)
    return document


def current_pages(document: Document) -> QuerySet[Page]:
    return Page.objects.filter(revision=document.current_revision).order_by("number")


def make_urls_absolute(request: Request, value: JsonObject) -> JsonObject:
    """Makes each `url` of a page of this site a whole address: its reader is in another program."""
    return {name: make_value_absolute(request, name, item) for name, item in value.items()}


def make_value_absolute(request: Request, name: str, value: object) -> object:
    if isinstance(value, dict):
        return make_urls_absolute(request, value)
    if isinstance(value, list):
        return [make_value_absolute(request, "", item) for item in value]
    if name == "url" and isinstance(value, str) and value.startswith("/"):
        return request.build_absolute_uri(value)
    return value
