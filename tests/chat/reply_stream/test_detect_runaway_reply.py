"""A reply that goes astray is noticed while it arrives."""

from itertools import pairwise

import pytest

from apps.chat.reply_stream import detect_runaway_reply
from apps.chat.reply_stream.detect_runaway_reply import LONGEST_REPLY, RunawayReplyDetector

GOOD = "Die Gebühr beträgt 30,70 Euro im Jahr [1]. Sie ist bar zu zahlen [1]."


def fed(text: str) -> tuple[bool, str, int]:
    """Whether it was stopped, what is kept, and after how many characters."""
    watch = RunawayReplyDetector()
    for place in range(0, len(text), 4):
        if watch.feed(text[place : place + 4]):
            return True, watch.kept, place + 4
    return False, watch.kept, len(text)


def test_an_answer_with_its_quotes_is_not_stopped() -> None:
    reply = f'{GOOD}\n\nBELEGE\n[1] "beträgt 30,70 Euro im Jahr"\n[2] "beträgt 30,70 Euro im Jahr"'
    assert fed(reply)[0] is False


def test_a_loop_is_stopped_after_its_fourth_round() -> None:
    loop = "Der Ausweis ist beim Amt zu beantragen. "
    stopped, kept, read = fed(f"{GOOD} " + loop * 40)
    assert (stopped, kept) == (True, f"{GOOD} {loop.strip()}")
    assert read < len(GOOD) + 6 * len(loop)


def test_frames_of_the_prompt_are_stopped_and_not_kept() -> None:
    stopped, kept, _read = fed(f'{GOOD}\n\n<quelle nummer="1" titel="Gebühren">\n' + "Text der Quelle " * 30)
    assert (stopped, kept) == (True, GOOD)


def test_a_reply_without_end_is_stopped_at_fifty_thousand_characters() -> None:
    endless = " ".join(f"Wort{number}" for number in range(20_000))
    stopped, kept, read = fed(endless)
    assert stopped
    assert kept == endless[:LONGEST_REPLY].rstrip()
    assert read <= LONGEST_REPLY + 4
    watch = RunawayReplyDetector()
    assert watch.feed(endless * 10)
    assert len(watch.kept) <= LONGEST_REPLY


def test_a_long_reply_is_looked_at_more_and_more_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setattr(detect_runaway_reply, "find_damage_start", lambda reply: looks.append(len(reply)))
    fed(" ".join(f"Wort{number}" for number in range(20_000)))
    # Every forty characters they were 1,250.
    assert len(looks) < 150
    assert max(later - earlier for earlier, later in pairwise(looks)) < LONGEST_REPLY / 15
