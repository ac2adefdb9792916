"""A no is found in every language, and where a no may hide in other words nobody is accused."""

import pytest

from apps.text.across_languages.detect_negation import contains_negation, may_contain_negation
from tests.text.across_languages.test_detect_text_language import SAID


@pytest.mark.parametrize("language", SAID)
def test_each_of_these_sentences_denies(language: str) -> None:
    assert contains_negation(SAID[language], language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ücret iade edilir.", "tr"),
        ("Плата повертається.", "uk"),
        ("تُرد الرسوم.", "ar"),
        ("La redevance est remboursée.", "fr"),
        ("Opłata jest zwracana.", "pl"),
        ("Die Gebühr wird erstattet.", "de"),
    ],
)
def test_a_plain_yes_is_none(text: str, language: str) -> None:
    assert not contains_negation(text, language)
    assert not may_contain_negation(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Der Zutritt ist verboten.", "de"),
        ("Der Eintritt ist gebührenfrei.", "de"),
        ("Giriş ücretsizdir.", "tr"),
        ("Вхід заборонено.", "uk"),
        ("الدخول ممنوع.", "ar"),
        ("Whatever.", "xx"),
    ],
)
def test_what_another_language_may_put_as_a_no_is_left_open(text: str, language: str) -> None:
    assert may_contain_negation(text, language)
    assert not contains_negation(text, language)
