"""Reads the operations out of the OpenAPI document for the docs page: what each takes, requires and returns."""

import json
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
TAG_ORDER = ("answers", "documents", "plain language", "conversations")


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: str
    required: bool
    text: str


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """One method of one address."""

    anchor: str
    method: str
    path: str
    summary: str
    text: str
    scope: str
    is_public: bool
    example: str
    parameters: list[Field] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    answer: list[Field] = field(default_factory=list)


def operations_by_tag(document: Json, address: str) -> list[tuple[str, list[ApiOperation]]]:
    """Operations by their tags, in the order of TAG_ORDER, then by name."""
    groups: dict[str, list[ApiOperation]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            tag = (operation.get("tags") or ["other"])[0]
            groups.setdefault(tag, []).append(parse_operation(document, path, method, operation, address))
    known = {tag: place for place, tag in enumerate(TAG_ORDER)}
    return sorted(groups.items(), key=lambda group: (known.get(group[0], len(known)), group[0]))


def parse_operation(document: Json, path: str, method: str, operation: Json, address: str) -> ApiOperation:
    requirements: list[Json] = operation.get("security", [])
    scopes = [scope for requirement in requirements for names in requirement.values() for scope in names]
    body = media_type_and_schema(operation.get("requestBody", {}))
    good: Json = next((answer for status, answer in operation["responses"].items() if status.startswith("2")), {})
    fields = schema_fields(document, body[1])
    return ApiOperation(
        anchor=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        text=operation.get("description", "").replace("`", ""),
        scope=", ".join(scopes),
        is_public={} in requirements,
        example=curl_example(method, address + path, body[0], fields, is_public={} in requirements),
        parameters=[parameter_field(item) for item in operation.get("parameters", [])],
        fields=fields,
        answer=schema_fields(document, media_type_and_schema(good)[1]),
    )


def media_type_and_schema(part: Json) -> tuple[str, Json]:
    """Media type and schema, JSON before others."""
    content: Json = part.get("content", {})
    kind = "application/json" if "application/json" in content else next(iter(content), "")
    return kind, content.get(kind, {}).get("schema", {})


def resolve_schema(document: Json, schema: Json) -> Json:
    """The schema that a reference names; of several in one place, what they say together."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return resolve_schema(document, document["components"]["schemas"][name])
    if "allOf" in schema or "oneOf" in schema:
        merged: Json = {}
        # Of alternatives the first one tells most: the others are null and the empty text.
        for part in schema.get("allOf") or schema["oneOf"][:1]:
            merged |= resolve_schema(document, part)
        return merged | {key: value for key, value in schema.items() if key not in ("allOf", "oneOf")}
    return schema


def schema_fields(document: Json, schema: Json) -> list[Field]:
    schema = resolve_schema(document, schema)
    required = schema.get("required", [])
    return [
        Field(name, format_type(resolve_schema(document, part)), name in required, part.get("description", ""))
        for name, part in schema.get("properties", {}).items()
    ]


def parameter_field(item: Json) -> Field:
    return Field(
        item["name"], format_type(item.get("schema", {})), item.get("required", False), item.get("description", "")
    )


def format_type(schema: Json) -> str:
    kind = schema.get("type", "object")
    if kind == "array":
        return f"list of {format_type(schema.get('items', {}))}"
    named = " or ".join(kind) if isinstance(kind, list) else str(kind)
    values = [value for value in schema.get("enum", []) if value is not None]
    return f"{named}: {', '.join(map(str, values))}" if values else named


def curl_example(method: str, url: str, media_type: str, fields: list[Field], *, is_public: bool) -> str:
    """A command that can be pasted into a terminal."""
    parts = ["curl"]
    if method != "get":
        parts.append(f"-X {method.upper()}")
    parts.append(url)
    if not is_public:
        parts.append("-H 'Authorization: Bearer TOKEN'")
    if media_type == "application/json":
        body = json.dumps({item.name: "…" for item in fields if item.required}, ensure_ascii=False)
        parts += ["-H 'Content-Type: application/json'", f"-d '{body}'"]
    elif media_type:
        parts += [f"-F {item.name}=@…" for item in fields if item.required]
    return " \\\n  ".join(parts)
