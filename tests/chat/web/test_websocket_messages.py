"""What clients send is checked field by field; nothing unknown gets in."""

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from apps.chat.admission.asked_question import LONGEST_QUESTION, AskedQuestion
from apps.chat.web.websocket_messages import BadFrame, FeedbackFrame, LevelsFrame, ResumeFrame, StopFrame, parse_frame

TURN = "7a9c1c5e-2f9b-4a52-9d2c-3a4d7b1b2c3d"


@pytest.mark.parametrize(
    ("record", "frame"),
    [
        ({"type": "ask", "id": "1", "text": " Was? "}, AskedQuestion("Was?", message_id="1")),
        (
            {"type": "ask", "id": "1", "text": "a\0b", "conversation": "t", "language": "en"},
            AskedQuestion("ab", message_id="1", token="t", language="en"),
        ),
        (
            {"type": "ask", "id": "1", "text": "a", "conversation": None, "language": None},
            AskedQuestion("a", message_id="1"),
        ),
        ({"type": "stop", "id": "1"}, StopFrame("1")),
        ({"type": "resume", "conversation": "t", "after": 12}, ResumeFrame("t", 12)),
        ({"type": "resume", "conversation": "t"}, ResumeFrame("t", 0)),
        ({"type": "levels", "turn": TURN}, LevelsFrame(TURN)),
        ({"type": "levels", "turn": TURN, "conversation": "t"}, LevelsFrame(TURN, "t")),
        ({"type": "feedback", "turn": TURN, "rating": "up"}, FeedbackFrame(TURN, "up")),
        (
            {"type": "feedback", "turn": TURN, "rating": "down", "reasons": ["wrong"], "comment": "Nein"},
            FeedbackFrame(TURN, "down", ("wrong",), "Nein"),
        ),
    ],
)
def test_it_reads_frames(record: dict[str, Any], frame: object) -> None:
    assert parse_frame(json.dumps(record)) == frame


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_json"),
        ("hallo", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ("[]", "bad_json"),
        ('"ask"', "bad_json"),
        ('{"type": "ask", "id": "1", "text": "\\ud800"}', "bad_json"),
        ('{"type": "ask", "id": "1", "text": ' + "9" * 5_000 + "}", "bad_json"),
        ("{}", "unknown_type"),
        ('{"type": ["ask"]}', "unknown_type"),
        ('{"type": "admin"}', "unknown_type"),
        ('{"type": "ask", "id": "1", "text": "a", "model": "x"}', "unknown_field"),
        ('{"type": "ask", "id": "1", "text": "a", "role": "system"}', "unknown_field"),
        ('{"type": "ask", "id": "1"}', "bad_field"),
        ('{"type": "ask", "id": 1, "text": "a"}', "bad_field"),
        ('{"type": "ask", "id": "1", "text": {"a": 1}}', "bad_field"),
        ('{"type": "ask", "id": "1", "text": " \\u0000 "}', "empty"),
        ('{"type": "ask", "id": "1", "text": "a", "language": "xx"}', "bad_field"),
        ('{"type": "ask", "id": "1", "text": "a", "language": {}}', "bad_field"),
        ('{"type": "ask", "id": "1", "text": "a", "conversation": 5}', "bad_field"),
        ('{"type": "resume", "after": 1}', "bad_field"),
        ('{"type": "resume", "conversation": "t", "after": -1}', "bad_field"),
        ('{"type": "resume", "conversation": "t", "after": true}', "bad_field"),
        ('{"type": "resume", "conversation": "t", "after": "1"}', "bad_field"),
        ('{"type": "feedback", "turn": "1", "rating": "up"}', "unknown_turn"),
        ('{"type": "levels", "turn": "1"}', "unknown_turn"),
        (f'{{"type": "levels", "turn": "{TURN}", "level": "checked"}}', "unknown_field"),
        (f'{{"type": "feedback", "turn": "{TURN}", "rating": "best"}}', "bad_field"),
        (f'{{"type": "feedback", "turn": "{TURN}", "rating": "up", "reasons": "wrong"}}', "bad_field"),
        (f'{{"type": "feedback", "turn": "{TURN}", "rating": "up", "reasons": [1]}}', "bad_field"),
        (f'{{"type": "feedback", "turn": "{TURN}", "rating": "down", "reasons": ["boring"]}}', "bad_field"),
    ],
)
def test_it_refuses_what_is_not_agreed(text: str, code: str) -> None:
    with pytest.raises(BadFrame) as refused:
        parse_frame(text)
    assert refused.value.code == code
    assert str(refused.value)


def test_a_question_may_have_two_thousand_characters_and_no_more() -> None:
    def ask(length: int) -> str:
        return json.dumps({"type": "ask", "id": "m-1", "text": "a" * length})

    assert isinstance(parse_frame(ask(LONGEST_QUESTION)), AskedQuestion)
    with pytest.raises(BadFrame) as refused:
        parse_frame(ask(LONGEST_QUESTION + 1))
    assert (refused.value.code, refused.value.id) == ("too_long", "m-1")
    assert "höchstens 2000 Zeichen" in str(refused.value)


def test_any_frame_is_read_or_refused_and_nothing_else() -> None:
    choose = random.Random(11)  # noqa: S311 - the same frames each time
    values = ["", "x", "\0", "\ud800", "a" * 5_000, None, 1, -1, 2**70, 1.5, True, [], {}, [["x"]], {"type": "ask"}]
    kinds = ["ask", "stop", "resume", "feedback", "levels", "", None, 7, ["ask"]]
    names = ["id", "text", "conversation", "language", "after", "turn", "rating", "reasons", "comment", "role"]
    read = 0
    for _ in range(3_000):
        agreed = {"type": "ask", "id": "1", "text": "Was?"} if choose.random() < 0.5 else {"type": choose.choice(kinds)}
        chosen = {name: choose.choice(values) for name in choose.sample(names, choose.randint(0, 4))}
        text = json.dumps(agreed | chosen, ensure_ascii=choose.random() < 0.5)
        if choose.random() < 0.3:
            place = choose.randint(0, len(text))
            text = text[:place] + choose.choice(["\0", "{", "]", "NaN", "[" * 5_000]) + text[place + 2 :]
        with suppress(BadFrame):
            parse_frame(text)
            read += 1
    assert 0 < read < 1_000
