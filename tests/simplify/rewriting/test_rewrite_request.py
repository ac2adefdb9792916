"""What comes in is made whole before anything looks at it."""

import pytest

from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.rewriting.rewrite_request import normalise_raw_text


@pytest.mark.parametrize("cut", ["Wider\u00adspruch", "Wider-\nspruch", "Wider- \n  spruch", "Wider-\r\nspruch"])
def test_a_word_that_was_cut_in_two_is_whole_again_and_protected(cut: str) -> None:
    text = normalise_raw_text(f"Sie können {cut} einlegen.")
    assert text == "Sie können Widerspruch einlegen."
    assert ProtectedWords.of([("Widerspruch", ())]).find(text)


@pytest.mark.parametrize("kept", ["Haupt-\nund Nebenwohnung", "Haupt-\noder Nebenwohnung", "SGB-\nLeistung", "A -\nb"])
def test_hyphens_that_belong_to_the_text_stay(kept: str) -> None:
    assert normalise_raw_text(kept) == kept
