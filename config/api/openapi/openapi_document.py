"""Builds the API's OpenAPI 3.1 document from the code; nothing in it is written by hand."""

from typing import Any

from django.utils import translation

ERROR_SCHEMA = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"type": "string", "description": "For programs; stays the same."},
                "message": {"type": "string", "description": "One sentence for people."},
                "retry_after": {"type": "number", "description": "Seconds, where waiting helps."},
            },
        }
    },
}
ERROR_DESCRIPTIONS = {
    "400": "The request does not have the form that is described here.",
    "401": "A token is needed, or this one is not valid.",
    "403": "The token does not allow this.",
    "404": "There is nothing at this address, or nothing that the caller may see.",
    "405": "This address has no such method.",
    "409": "It is done already, or under way: a document is withdrawn, an answer with this id is being written.",
    "413": "The request is too large.",
    "415": "The body has a form that is not taken here.",
    "429": "Too many requests; Retry-After says when to try again.",
    "503": "A model, the search or the database cannot be reached at the moment.",
    "507": "There is no space left on the disk.",
}


def openapi_document() -> dict[str, object]:
    """The whole document in English, whatever language the caller prefers. Imports the generator, which is heavy."""
    from config.api.openapi.schema_generator import DescriptionGenerator

    with translation.override("en"):
        made: dict[str, object] = DescriptionGenerator().get_schema(request=None, public=True)
    return made


def keep_versioned_endpoints(endpoints: list[Any]) -> list[Any]:
    """The interface is what stands below /api/v1."""
    return [endpoint for endpoint in endpoints if endpoint[0].startswith("/api/v1/")]


def add_error_responses(result: dict[str, Any], **values: Any) -> dict[str, Any]:
    """Every operation may answer with the one form of error."""
    result.setdefault("components", {}).setdefault("schemas", {})["Error"] = ERROR_SCHEMA
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, text in ERROR_DESCRIPTIONS.items():
                operation["responses"].setdefault(status, {"description": text, "content": content})
    return result


def forbid_additional_properties(result: dict[str, Any], **values: Any) -> dict[str, Any]:
    """A body with a field that is not described is refused (strict_fields.py), so the description says so."""
    schemas = result.get("components", {}).get("schemas", {})
    for name, schema in schemas.items():
        if name.endswith("BodyRequest"):
            schema["additionalProperties"] = False
    return result
