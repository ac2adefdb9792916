"""Models that copy the form of the lines they were given write the number first."""

import pytest

from apps.chat.sentence_numbers.move_leading_markers import move_leading_markers


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("[2] Sie ist bar zu zahlen.", "Sie ist bar zu zahlen. [2]"),
        (
            "[1] Sie kostet drei Euro. [2] Sie ist bar zu zahlen.",
            "Sie kostet drei Euro. [1] Sie ist bar zu zahlen. [2]",
        ),
        ("- [1][2] Drei Euro, bar.", "- Drei Euro, bar. [1][2]"),
        ("[٢] Bar.\n[3] Jährlich.", "Bar. [٢]\nJährlich. [3]"),
    ],
)
def test_leading_numbers_go_behind_their_sentence(reply: str, expected: str) -> None:
    assert move_leading_markers(reply) == expected


@pytest.mark.parametrize(
    "reply",
    [
        "Sie kostet drei Euro [1].",
        "[1] sagt das auch [2]",
        "Drei Euro.\n[1]",
        "Bar. [2]",
        "",
        'Bar [1].\nBELEGE\n[1] "bar zu zahlen"',
    ],
)
def test_all_else_stays(reply: str) -> None:
    assert move_leading_markers(reply) == reply
