from apps.documents.parsing.endnotes.endnote import roman_numeral


def test_endnotes_are_counted_in_small_roman_figures() -> None:
    assert [roman_numeral(number) for number in (1, 4, 9, 14, 40, 93)] == ["i", "iv", "ix", "xiv", "xl", "xciii"]
