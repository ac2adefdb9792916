"""Views of the API description: OpenAPI for programs, and a page made from the same document for people."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from config.api.openapi.openapi_document import openapi_document
from config.api.openapi.operations_for_docs_page import operations_by_tag
from config.api.protocol.errors import read_only

cached_openapi_document = cache(openapi_document)
"""Made once for each process: it is the same until the code is another."""


@read_only
def openapi(request: HttpRequest) -> JsonResponse:
    return JsonResponse(cached_openapi_document(), json_dumps_params={"ensure_ascii": False, "indent": 2})


@read_only
def docs_page(request: HttpRequest) -> HttpResponse:
    """No script and nothing from elsewhere: the strict content policy holds here too."""
    document: dict[str, Any] = cached_openapi_document()
    address = request.build_absolute_uri("/").rstrip("/")
    return render(request, "api/docs.html", {"info": document["info"], "groups": operations_by_tag(document, address)})
