"""URLs of the REST API, without trailing slashes; unknown addresses are answered in JSON."""

from django.urls import path, re_path, register_converter

from config.api.openapi import views
from config.api.protocol import errors
from config.api.resources.ask import AskView
from config.api.resources.collections import CollectionView
from config.api.resources.conversations import ConversationView
from config.api.resources.one_document import DocumentView
from config.api.resources.search import SearchView
from config.api.resources.simplify import ModelsView, SimplifyView
from config.api.resources.upload_documents import DocumentsView


class TokenConverter:
    """What random tokens are made of: anything else, NUL included, is no address."""

    regex = r"[A-Za-z0-9_-]{1,64}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TokenConverter, "token")

app_name = "api"
urlpatterns = [
    path("v1/ask", AskView.as_view(), name="ask"),
    path("v1/collections/<slug:slug>", CollectionView.as_view(), name="collection"),
    path("v1/documents", DocumentsView.as_view(), name="documents"),
    path("v1/documents/<int:document_id>", DocumentView.as_view(), name="document"),
    path("v1/search", SearchView.as_view(), name="search"),
    path("v1/conversations/<token:token>", ConversationView.as_view(), name="conversation"),
    path("v1/simplify", SimplifyView.as_view(), name="simplify"),
    path("v1/simplify/models", ModelsView.as_view(), name="simplify-models"),
    path("openapi.json", views.openapi, name="openapi"),
    path("docs", views.docs_page, name="docs"),
    re_path(r"^(?P<path>(?s:.*))$", errors.not_found),
]
