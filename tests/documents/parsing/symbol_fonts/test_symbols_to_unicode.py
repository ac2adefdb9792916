"""Signs of symbol fonts by their documented codes."""

import unicodedata

import pytest

from apps.documents.parsing.symbol_fonts import encodings
from apps.documents.parsing.symbol_fonts.symbols_to_unicode import symbols_to_unicode


@pytest.mark.parametrize(
    ("font", "code", "name"),
    [
        ("Wingdings", 0xFE, "BALLOT BOX WITH CHECK"),
        ("Wingdings", 0xFD, "BALLOT BOX WITH X"),
        ("Wingdings", 0xFC, "CHECK MARK"),
        ("Wingdings", 0xE0, "RIGHTWARDS ARROW"),
        ("Wingdings", 0x22, "BLACK SCISSORS"),
        ("Wingdings", 0x6E, "BLACK SQUARE"),
        ("Wingdings", 0x8C, "DINGBAT NEGATIVE CIRCLED SANS-SERIF DIGIT ONE"),
        ("Wingdings 2", 0x50, "CHECK MARK"),
        ("Wingdings 2", 0x54, "BALLOT BOX WITH X"),
        ("Wingdings 2", 0xA3, "BALLOT BOX"),
        ("Wingdings 3", 0x70, "BLACK UP-POINTING TRIANGLE"),
        ("Webdings", 0x61, "HEAVY CHECK MARK"),
        ("Symbol", 0x61, "GREEK SMALL LETTER ALPHA"),
        ("Symbol", 0xA3, "LESS-THAN OR EQUAL TO"),
        ("Symbol", 0xDE, "RIGHTWARDS DOUBLE ARROW"),
    ],
)
def test_a_code_is_the_sign_that_the_font_has_there(font: str, code: int, name: str) -> None:
    assert unicodedata.name(symbols_to_unicode(chr(0xF000 + code), font)) == name


def test_each_encoding_has_a_sign_for_each_code() -> None:
    tables = [table for name, table in vars(encodings).items() if name.isupper()]
    assert {len(table) for table in tables} == {224}


def test_what_a_font_does_not_have_stays() -> None:
    assert symbols_to_unicode("\uf07f☒ー", "Webdings") == "\uf07f☒ー"
