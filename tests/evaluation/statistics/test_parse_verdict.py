"""Marks are read from what judges really write; what cannot be read is never a number."""

import json
import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.evaluation.statistics.parse_verdict import Marks, UnreadableVerdict, parse_marks
from tests.unhurried import unhurried

COMMENT = {"understanding": "gut", "overall": "Es fehlt die Frist."}
PLAIN = {
    "comment": COMMENT, "understanding": 5, "relevance": 4, "completeness": 3, "correctness": 5, "coherence": 4,
    "overall": 4,
}  # fmt: skip
READ = Marks(
    4.0,
    {"understanding": 5.0, "relevance": 4.0, "completeness": 3.0, "correctness": 5.0, "coherence": 4.0},
    "Es fehlt die Frist.",
)
DOUBLED = json.dumps(PLAIN, ensure_ascii=False).replace("{", "{{").replace("}", "}}")


@pytest.mark.parametrize(
    ("shape", "reply", "overall"),
    [
        ("plain", json.dumps(PLAIN), 4.0),
        ("fenced", f"```json\n{json.dumps(PLAIN, indent=2)}\n```", 4.0),
        ("doubled braces", DOUBLED, 4.0),
        ("compact, ends with a nested object", '{"Overall":4,"Understanding":5,"Comment":{"Overall":{"a":"b"}}}', 4.0),
        ("a number in quotes", json.dumps(PLAIN | {"overall": "4.5"}), 4.5),
        ("a fraction", json.dumps(PLAIN | {"overall": 4.6}), 4.6),
        ("out of five", json.dumps(PLAIN | {"overall": "4/5"}), 4.0),
        ("a comma as Germans write it", json.dumps(PLAIN | {"overall": "4,5"}), 4.5),
        ("prose around it", f"Ich denke nach: {{hm}}.\n{json.dumps(PLAIN)}\nDas war es.", 4.0),
        ("marks in an object of their own", json.dumps({"comment": COMMENT, "scores": {"overall": 2}}), 2.0),
        ("each mark with its reason", json.dumps({"overall": {"reason": "knapp", "score": 3}}), 3.0),
        ("a trailing comma", '{"overall": 4, "relevance": 4,}', 4.0),
        ("an interim mark in a fence", f'```json\n{{"overall": 1}}\n```\nEndgültig: {json.dumps(PLAIN)}', 4.0),
        ("an interim mark behind the verdict", f'{json.dumps(PLAIN)}\nZuerst hatte ich {{"overall": 1}}.', 4.0),
        ("a verdict in a fence", f'Erst {{"overall": 1}}, dann:\n```json\n{json.dumps(PLAIN, indent=1)}\n```', 4.0),
        ("a first try and the verdict", '{"overall": 1}\nNein, besser:\n{"overall": 5}', 5.0),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "",
)
def test_it_reads(shape: str, reply: str, overall: float) -> None:
    assert parse_marks(reply).overall == overall


def test_all_marks_and_the_reason_are_kept() -> None:
    assert parse_marks(json.dumps(PLAIN)) == READ
    assert READ.score == 0.8
    assert parse_marks('{"overall": {"reason": "knapp", "score": 3}}').reason == "knapp"


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        ("", "no JSON object"),
        ("Overall: 4", "no JSON object"),
        ("Ich gebe eine 4.", "no JSON object"),
        ("[4, 4, 4]", "no JSON object"),
        ("4", "no JSON object"),
        ("{}", "no overall mark"),
        (json.dumps(PLAIN)[:-9], "no JSON object|no overall mark"),
        ('{"overall": null}', "no overall mark"),
        ('{"overall": true}', "no number"),
        ('{"overall": "gut"}', "no number"),
        ('{"overall": ""}', "no number"),
        ('{"overall": [4]}', "no number"),
        ('{"overall": 0}', "not from 1 to 5"),
        ('{"overall": 10}', "not from 1 to 5"),
        ('{"overall": -3}', "not from 1 to 5"),
        ('{"overall": "8/10"}', "no number"),
        ('{"overall": NaN}', "no JSON object"),
        ('{"overall": 1e400}', "not from 1 to 5"),
        ('{"overall": 4, "relevance": 9}', "'relevance' is 9"),
        ('{"comment": {"overall": "4 ist zu viel"}}', "no overall mark"),
        ("{'overall': 4}", "no JSON object"),
        ('{"understanding": 4, "relevance": 4}', "no overall mark"),
        ("<html><body>502 Bad Gateway</body></html>", "no JSON object"),
        ("{" * 5_000, "no JSON object"),
    ],
)
def test_it_does_not_guess(reply: str, sentence: str) -> None:
    with pytest.raises(UnreadableVerdict, match=sentence):
        parse_marks(reply)


def bad_reply(source: random.Random) -> str:
    """A reply with something wrong in it that no reader should forgive."""
    whole = json.dumps(PLAIN, ensure_ascii=False)
    overall = whole.rindex('"overall"')
    return source.choice(
        [
            lambda: "".join(source.choices(string.printable.replace("{", ""), k=source.randrange(200))),
            lambda: whole[: source.randrange(1, overall)],
            lambda: whole.replace('"overall": 4', f'"overall": {source.choice([0, 6, 7, 10, 45, -1, 5.01])}'),
            lambda: whole.replace('"overall": 4', f'"overall": "{source.choice(["sehr gut", "A", "80 %", "8/10"])}"'),
            lambda: whole.replace('"overall": 4', f'"overall": {source.choice(["null", "true", "[]", "{}"])}'),
            lambda: whole.replace("overall", "whole"),
            lambda: "Overall: " + str(source.randrange(1, 6)),
        ]
    )()


def test_none_of_200_bad_replies_is_a_score() -> None:
    source = random.Random(5)  # noqa: S311 - nothing secret
    read = 0
    for _ in range(200):
        reply = bad_reply(source)
        try:
            parse_marks(reply)
        except UnreadableVerdict:
            continue
        read += 1
    assert read == 0


@unhurried
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        marks = parse_marks(text)
    except UnreadableVerdict:
        return
    assert 1 <= marks.overall <= 5


@pytest.mark.parametrize("verdict", [json.dumps(PLAIN)[:-20], json.dumps(PLAIN | {"overall": 9}), DOUBLED[:-30]])
@pytest.mark.parametrize("interim", ['{"overall": 1}', '```json\n{"overall": 1}\n```'])
def test_an_interim_mark_never_takes_the_place_of_a_verdict_that_cannot_be_read(verdict: str, interim: str) -> None:
    for reply in (f"{interim}\n{verdict}", f"{verdict}\n{interim}"):
        with pytest.raises(UnreadableVerdict):
            parse_marks(reply)
