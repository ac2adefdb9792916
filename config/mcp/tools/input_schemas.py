"""The JSON Schema of a tool's arguments, read from the fields that check them: both always say the same."""

from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from config.api.protocol.strict_fields import StrictSerializer
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


def input_schema(arguments: type[StrictSerializer]) -> Schema:
    fields = arguments().fields
    return {
        "type": "object",
        "properties": {name: field_schema(field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def field_schema(field: object) -> Schema:
    kind = next((name for known, name in TYPES if isinstance(field, known)), "string")
    schema: Schema = {"type": kind}
    for ours, theirs in BOUNDS.get(kind, {}).items():
        if (bound := getattr(field, ours, None)) is not None:
            schema[theirs] = bound
    if isinstance(field, serializers.ChoiceField):
        schema["enum"] = list(field.choices)
    if kind == "array":
        schema["items"] = field_schema(getattr(field, "child", None))
    if (default := getattr(field, "default", None)) not in (empty, None):
        schema["default"] = default
    about = getattr(field, "help_text", None)
    return schema | ({"description": str(about)} if about else {})
