"""Parses JSON from what a language model wrote: fences, prose and doubled braces are forgiven, wrong data is not."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from apps.text.strip_unstorable_characters import strip_unstorable

FENCE = re.compile(r"```[\w-]*+\s*+(.*?)```", re.DOTALL)
TRAILING_COMMA = re.compile(r",\s*([}\]])")
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


class UnreadableJsonError(ValueError):
    """The message says what is wrong, in words a language model can act on."""


def parse_json_reply(text: str, schema: Mapping[str, Any]) -> Any:
    """The data in the reply, fitted to the schema. Raises UnreadableJsonError.

    A bare array is taken for an object that has only that array, and the other way round; a list under another name,
    such as "schlagworte", for the only list that was asked for.
    """
    data = fit_to_schema(parse_first_json(text), schema)
    if problem := first_schema_problem(data, schema, "the reply"):
        raise UnreadableJsonError(problem)
    return data


def parse_first_json(text: str) -> object:
    """The first object or array in the text. Raises UnreadableJsonError.

    Escapes of JSON may stand for characters that no column holds: these are replaced.
    """
    for candidate in json_candidates(text):
        start = min((place for place in (candidate.find("{"), candidate.find("[")) if place >= 0), default=-1)
        if start < 0:
            continue
        for attempt in (candidate[start:], TRAILING_COMMA.sub(r"\1", candidate[start:])):
            try:
                return strip_unstorable(DECODER.raw_decode(attempt)[0])
            except (ValueError, RecursionError):
                continue
    raise UnreadableJsonError("the reply holds no JSON")


def json_candidates(text: str) -> Iterator[str]:
    """The inside of fences first, then the whole text; each also with doubled braces made single."""
    for candidate in [*FENCE.findall(text), text]:
        yield candidate
        if "{{" in candidate:
            yield candidate.replace("{{", "{").replace("}}", "}")


def refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


DECODER = json.JSONDecoder(parse_constant=refuse_constant)


def fit_to_schema(data: Any, schema: Mapping[str, Any]) -> Any:
    """An array put into the only array property an object asks for, or taken out of the only one it has."""
    if schema.get("type") == "object" and isinstance(data, list):
        arrays = [name for name, part in schema.get("properties", {}).items() if part.get("type") == "array"]
        return {arrays[0]: data} if len(arrays) == 1 else data
    if schema.get("type") == "array" and isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        return lists[0] if len(lists) == 1 else data
    if schema.get("type") == "object" and isinstance(data, dict) and len(data) == 1:
        [(name, value)] = data.items()
        wanted = [key for key, part in schema.get("properties", {}).items() if part.get("type") == "array"]
        translated = len(wanted) == 1 and name not in schema["properties"] and isinstance(value, list)
        return {wanted[0]: value} if translated else data
    return data


def first_schema_problem(data: Any, schema: Mapping[str, Any], where: str) -> str | None:
    """What does not fit the schema, or None. Knows type, enum, properties, required and items; bounds are not checked:
    eleven tags for ten are no reason to ask again."""
    if problem := type_problem(data, schema, where):
        return problem
    if isinstance(data, dict):
        return object_problem(data, schema, where)
    if isinstance(data, list) and "items" in schema:
        problems = (
            first_schema_problem(item, schema["items"], f"item {i} of {where}") for i, item in enumerate(data, 1)
        )
        return next((problem for problem in problems if problem), None)
    return None


def type_problem(data: Any, schema: Mapping[str, Any], where: str) -> str | None:
    if "enum" in schema and data not in schema["enum"]:
        return f"{where} must be one of {json.dumps(schema['enum'], ensure_ascii=False)}"
    wanted = schema.get("type")
    if wanted is None:
        return None
    names = wanted if isinstance(wanted, list) else [wanted]
    # True is an int to Python, not to JSON.
    fits = any(isinstance(data, TYPES[name]) and (name == "boolean" or not isinstance(data, bool)) for name in names)
    return None if fits else f"{where} must be of type {' or '.join(names)}"


def object_problem(data: Mapping[str, Any], schema: Mapping[str, Any], where: str) -> str | None:
    for name in schema.get("required", []):
        if name not in data:
            return f"{where} lacks '{name}'"
    for name, part in schema.get("properties", {}).items():
        if name in data and (problem := first_schema_problem(data[name], part, f"'{name}'")):
            return problem
    return None
