"""The JSON Schema of a tool's arguments, read from the fields that check them: both always say the same."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from config.mcp.tools.types import Schema

TYPES: list[tuple[type[serializers.Field[Any, Any, Any, Any]], str]] = [
    (serializers.IntegerField, "integer"),
    (serializers.BooleanField, "boolean"),
    (serializers.ListField, "array"),
    (serializers.DictField, "object"),
]
"""Everything else is a text."""
BOUNDS = {
    "string": {"min_length": "minLength", "max_length": "maxLength"},
    "integer": {"min_value": "minimum", "max_value": "maximum"},
    "array": {"min_length": "minItems", "max_length": "maxItems"},
}


def input_schema(arguments: type[serializers.Serializer[Any]]) -> Schema:
    fields = arguments().fields
    return {
        "type": "object",
        "properties": {name: field_schema(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def field_schema(field: Any) -> Schema:
    kind = next((name for known, name in TYPES if isinstance(field, known)), "string")
    schema: Schema = {"type": kind}
    for ours, theirs in BOUNDS.get(kind, {}).items():
        if (bound := getattr(field, ours, None)) is not None:
            schema[theirs] = bound
    if isinstance(field, serializers.ChoiceField):
        schema["enum"] = list(field.choices)
    if kind == "array":
        schema["items"] = field_schema(field.child)
    if field.default not in (empty, None):
        schema["default"] = field.default
    return schema | ({"description": str(field.help_text)} if field.help_text else {})
