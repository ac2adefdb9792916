"""Readers see the final numbers while the answer is written, however it is cut into pieces."""

import random

import pytest

from apps.chat.reply_parsing.number_citations import NumberedText, Numbering

PAGES = {1: "a", 2: "b", 3: "b", 4: "c"}

TEXTS = [
    ("in the order of appearance", "Eins [4]. Zwei [1]. Drei [4].", "Eins [1]. Zwei [2]. Drei [1]."),
    ("several in one marker", "Eins [4, 1].", "Eins [1][2]."),
    ("two names of one page", "Eins [2]. Zwei [3].", "Eins [1]. Zwei [1]."),
    ("two names of one page in one marker", "Eins [2, 3].", "Eins [1]."),
    ("a source that was never given", "Eins [9]. Zwei [1].", "Eins. Zwei [1]."),
    ("a marker with an address of the model's own", "Eins [4](https://evil.example/a) zwei.", "Eins [1] zwei."),
    ("brackets that are no marker", "Text [siehe oben] und [offen", "Text [siehe oben] und [offen"),
    ("a marker at the end", "Eins [4]", "Eins [1]"),
    ("a marker in words", "Eins [Quelle 4].", "Eins [1]."),
    ("one page twice at one place", "Eins [4][4] zwei [4] [1][4], drei [2][3].", "Eins [1] zwei [1] [2], drei [3]."),
    ("lines and blanks", "Eins  zwei\n- drei [4]\n\nvier", "Eins  zwei\n- drei [1]\n\nvier"),
]


def shown(pieces: list[str]) -> str:
    text = NumberedText(Numbering(PAGES))
    return "".join(text.feed(piece) for piece in pieces) + text.finish()


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in TEXTS], ids=[row[0] for row in TEXTS])
def test_the_numbers_are_those_of_readers(text: str, expected: str) -> None:
    assert shown([text]) == expected
    assert shown(list(text)) == expected
    choose = random.Random(7)  # noqa: S311 - the same cuts every time
    for _ in range(50):
        pieces, rest = list[str](), text
        while rest:
            length = choose.randint(1, 6)
            pieces.append(rest[:length])
            rest = rest[length:]
        assert shown(pieces) == expected


def test_text_without_markers_goes_on_at_once() -> None:
    text = NumberedText(Numbering(PAGES))
    assert [text.feed("Die"), text.feed(" Gebühr"), text.feed(" [4")] == ["Die", " Gebühr", ""]
    assert text.feed("] ist") == " [1] ist"
