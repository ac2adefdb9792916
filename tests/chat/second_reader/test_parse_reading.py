"""A reply is a verdict only when it has exactly the form and quotes what is there."""

import json

import pytest

from apps.chat.second_reader.parse_reading import UnreadableReading, parse_reading

QUOTES = ["Die Gebühr beträgt 45 Euro.", "Sie ist bar zu zahlen."]


def reply(verdict: object = "supported", words: object = "beträgt 45 Euro", **more: object) -> str:
    return json.dumps({"words": words, "verdict": verdict, **more}, ensure_ascii=False)


def test_a_verdict_with_words_of_a_quote_is_read() -> None:
    assert parse_reading(reply(), QUOTES) == ("supported", "beträgt 45 Euro")
    assert parse_reading(f"```json\n{reply('contradicted', 'bar zu zahlen')}\n```", QUOTES)[0] == "contradicted"


def test_who_finds_it_not_said_names_no_words() -> None:
    assert parse_reading(reply("not_said", ""), QUOTES) == ("not_said", "")
    assert parse_reading(reply("not_said", "steht nirgends"), QUOTES) == ("not_said", "")


@pytest.mark.parametrize(
    "text",
    [
        "Ja, der Satz ist belegt.",
        "",
        "[]",
        "null",
        reply("maybe"),
        reply(True),
        reply(words=None),
        reply(note="sicher"),
        json.dumps({"verdict": "supported"}),
        f"{reply()} {reply('contradicted')}",
        f"Mein Urteil: {reply()}",
        reply(words=""),
        reply(words=" … "),
        reply(words="beträgt 54 Euro"),
        reply(words="5 Euro"),
        reply(words="45 Euro. Sie ist bar"),
        reply("contradicted", "kostet nichts"),
        "{" * 50_000,
    ],
)
def test_everything_else_is_no_verdict(text: str) -> None:
    with pytest.raises(UnreadableReading):
        parse_reading(text, QUOTES)
