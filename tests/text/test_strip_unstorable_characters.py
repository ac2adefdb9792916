from unicodedata import combining, normalize

import pytest

from apps.text.strip_unstorable_characters import (
    POSSIBLE_RUN,
    is_combining_mark,
    limit_combining_marks,
    strip_forbidden_in_xml,
    strip_unstorable,
)

HOSTILE = "a" + "\u0301" * 40_000 + "\u0316" * 40_000


@pytest.mark.parametrize(
    "text",
    ["Die Gebühr beträgt 30 Euro.", "Gebu\u0308hr", "a" + "\u0301" * 30 + "b", "…" * 50, "é" * 50, "한글 ไม่ได้ कृपया"],
)
def test_usual_texts_stay_as_they_are(text: str) -> None:
    assert limit_combining_marks(text) == text


def test_of_a_long_run_thirty_marks_stay() -> None:
    assert limit_combining_marks(f"x {HOSTILE} y") == "x a" + "\u0301" * 30 + " y"
    assert limit_combining_marks("…" * 40 + "\u0316" * 40 + "!") == "…" * 40 + "\u0316" * 30 + "!"


def test_every_sign_that_decomposes_to_marks_is_counted() -> None:
    marks = [sign for sign in map(chr, range(0x110000)) if combining(normalize("NFKD", sign)[:1] or " ")]
    assert len(marks) > 900
    assert all(is_combining_mark(mark) and POSSIBLE_RUN.fullmatch(mark * 31) for mark in marks)


def test_what_no_database_keeps_becomes_a_blank_or_what_is_asked_for() -> None:
    data = {"a\0b": ["Te\0xt", "T\ud800itel", 3, None]}
    assert strip_unstorable(data) == {"a b": ["Te xt", "T?itel", 3, None]}
    assert strip_unstorable(data, nul="") == {"ab": ["Text", "T?itel", 3, None]}


def test_what_xml_forbids_becomes_a_blank() -> None:
    assert strip_forbidden_in_xml("a\x0b\N{PILE OF POO}\ufffe\tb\n") == "a \N{PILE OF POO} \tb\n"
