"""Many paragraphs among the letters of many pages."""

import random

import pytest

from apps.documents.parsing.repair_printed_pages import find_paragraphs_on_pages
from apps.documents.parsing.repair_printed_pages.find_paragraphs_on_pages import LettersOfPages
from tests.processor_time import at_most

LETTERS = random.Random(7)  # noqa: S311 - the same ones each time


def letters(count: int) -> str:
    return "".join(LETTERS.choices("abcdefghij", k=count))


def test_it_finds_what_looking_through_the_text_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_paragraphs_on_pages, "WORTH_A_PASS", 0)
    often, text = letters(30), letters(2_000)
    text = text + often * 80 + text + letters(500)
    keys = [
        text[500:560],
        text[1_990:2_030],
        often,
        often + "x",
        text[700:710],
        letters(40),
        text[-30:],
        text[500:540] + "x",
    ]
    pages = LettersOfPages(text, keys)
    assert pages.places is not None
    for key in keys:
        for start in (0, 501, 2_100, 4_000, len(text)):
            assert pages.find(key, start) == text.find(key, start), (key, start)


def test_thousands_of_paragraphs_that_stand_nowhere_take_little_time() -> None:
    keys = [letters(80) for _ in range(20_000)]
    with at_most(20):  # a minute or more, when each was looked for in the whole text
        pages = LettersOfPages(letters(3_000_000), keys)
        assert {pages.find(key) for key in keys} == {-1}
