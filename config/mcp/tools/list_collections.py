"""The MCP tool `list_collections`: the collections that can be asked."""

from django.db.models import Count
from rest_framework.request import Request

from apps.documents.models import Collection, Document
from config.api.openapi.response_schemas import INTEGER, TEXT, array_schema, object_schema
from config.api.protocol.api_view import calling_user
from config.api.protocol.json_parser import JsonObject
from config.api.protocol.strict_fields import StrictSerializer
from config.api.tokens.scopes import Scope
from config.mcp.tools.types import Tool


def call(request: Request, arguments: JsonObject) -> JsonObject:
    user = calling_user(request)
    readable = Collection.objects.filter(pk__in=Collection.objects.readable_by(user)).order_by("slug")
    shown = Document.objects.shown_to(user).order_by().values_list("collection").annotate(Count("pk"))
    counts = dict(shown)
    return {"collections": [collection_as_json(collection, counts.get(collection.pk, 0)) for collection in readable]}


def collection_as_json(collection: Collection, documents: int) -> JsonObject:
    return {
        "slug": collection.slug,
        "name": collection.name,
        "description": collection.description,
        "language": collection.language,
        "documents": documents,
        "example_questions": [str(question) for question in collection.example_questions],
    }


TOOL = Tool(
    name="list_collections",
    title="List collections",
    description="The collections of documents that may be read, with what they are about and questions they answer.",
    scope=Scope.SEARCH,
    arguments=StrictSerializer,
    output=object_schema(
        collections=array_schema(
            object_schema(
                slug=TEXT,
                name=TEXT,
                description=TEXT,
                language=TEXT,
                documents=INTEGER,
                example_questions=array_schema(TEXT),
            )
        )
    ),
    call=call,
)
