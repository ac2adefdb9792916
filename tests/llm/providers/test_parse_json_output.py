"""JSON as language models write it."""

from typing import Any

import pytest

from apps.llm.providers.parse_json_output import UnreadableJsonError, parse_first_json, parse_json_reply

TAGS: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
    "required": ["tags"],
}
SCORE: dict[str, Any] = {
    "type": "object",
    "properties": {"score": {"type": "integer"}, "word": {"type": "string", "enum": ["gut", "schlecht"]}},
    "required": ["score"],
}


@pytest.mark.parametrize(
    "text",
    [
        '{"tags": ["a", "b"]}',
        '["a", "b"]',
        'Hier sind sie:\n```json\n{"tags": ["a", "b"]}\n```\nGern geschehen {nicht lesen}.',
        '```\n["a", "b"]\n```',
        '{{"tags": ["a", "b"]}}',
        '{"tags": ["a", "b",],}',
        '{"tags": ["a", "b"]} und noch ein Satz.',
    ],
)
def test_what_surrounds_the_data_is_forgiven(text: str) -> None:
    assert parse_json_reply(text, TAGS) == {"tags": ["a", "b"]}


def test_an_object_is_taken_apart_when_an_array_is_asked_for() -> None:
    assert parse_json_reply('{"tags": ["a"]}', {"type": "array", "items": {"type": "string"}}) == ["a"]


def test_braces_within_strings_stay() -> None:
    assert parse_first_json('{"text": "{{name}} und }"}') == {"text": "{{name}} und }"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "holds no JSON"),
        ("keine Ahnung", "holds no JSON"),
        ('{"tags": ["a"', "holds no JSON"),
        ('{"score": NaN}', "holds no JSON"),
        ("[" * 100_000, "holds no JSON"),
        ('{"other": 1}', "lacks 'score'"),
        ('{"score": "4"}', "'score' must be of type integer"),
        ('{"score": true}', "'score' must be of type integer"),
        ('{"score": 4, "word": "mittel"}', "'word' must be one of"),
    ],
)
def test_wrong_data_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(UnreadableJsonError, match=problem):
        parse_json_reply(text, SCORE)


def test_the_only_list_may_have_another_name() -> None:
    schema = {
        "type": "object",
        "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
        "required": ["tags"],
    }
    assert parse_json_reply('{"schlagworte": ["Hund"]}', schema) == {"tags": ["Hund"]}
    with pytest.raises(UnreadableJsonError):
        parse_json_reply('{"schlagworte": "Hund"}', schema)


def test_what_no_column_holds_is_replaced_wherever_it_stands() -> None:
    assert parse_first_json(r'{"a\u0000": ["x\ud83d", {"b": "\ud83d\ude00"}]}') == {"a ": ["x?", {"b": "😀"}]}
