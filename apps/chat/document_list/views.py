"""Views of the public list of documents: GET /documents/ and /documents/feed."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.chat.admission.admit_question import NotAdmitted
from apps.chat.document_list.atom_feed import atom_feed
from apps.chat.document_list.find_documents import documents_of_feed, documents_of_page
from apps.chat.document_list.list_query_parameters import FIELDS, parse_list_request
from apps.documents.models import Collection
from apps.llm.errors import ModelError
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.retrieval.query.filters import BadFilter

# What is shown depends on who is signed in.
PRIVATE = "private, max-age=60"


@require_safe
def document_list(request: HttpRequest) -> HttpResponse:
    """What matches, page by page, or a sentence that says why nothing is listed."""
    context: dict[str, Any] = {
        "given": {name: request.GET.get(name, "") for name in FIELDS},
        "narrowed": any(request.GET.get(name, "").strip() for name in FIELDS if name != "q"),
        "collections": Collection.objects.readable_by(request.user),
    }
    status = 200
    try:
        context |= document_page_context(request)
    except (BadFilter, NotAdmitted, UnknownCollection, ModelError) as error:
        context["refusal"] = error_message(error)
        status = 429 if isinstance(error, NotAdmitted) and error.retry_after else 200
    response = render(request, "documents/list.html", context, status=status)
    response.headers["Cache-Control"] = PRIVATE
    return response


def document_page_context(request: HttpRequest) -> dict[str, Any]:
    asked = parse_list_request(request.GET, request.META.get("REMOTE_ADDR", ""))
    documents, follows = documents_of_page(asked, request.user)
    return {
        "documents": documents,
        "previous": asked.address(page=asked.page - 1) if asked.page > 1 else "",
        "next": asked.address(page=asked.page + 1) if follows else "",
        "feed": f"{reverse('chat:documents-feed')}?{asked.address()}",
    }


@require_safe
def document_feed(request: HttpRequest) -> HttpResponse:
    """Atom. 400 with a sentence for filters that are none, 429 for too many searches, 503 without vectors."""
    try:
        asked = parse_list_request(request.GET, request.META.get("REMOTE_ADDR", ""))
        documents = documents_of_feed(asked, request.user)
    except (BadFilter, NotAdmitted, UnknownCollection, ModelError) as error:
        status = 503 if isinstance(error, ModelError) else 429 if getattr(error, "retry_after", None) else 400
        return HttpResponse(error_message(error), status=status, content_type="text/plain; charset=utf-8")
    text = atom_feed(documents, request.build_absolute_uri, f"{reverse('chat:documents')}?{asked.address()}")
    headers = {"Cache-Control": PRIVATE}
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8", headers=headers)


def error_message(error: Exception) -> str:
    if isinstance(error, ModelError):
        return _("The search cannot be reached at the moment. Please try again in a minute.")
    if isinstance(error, UnknownCollection):
        return _("There is no such collection.")
    return str(error)
