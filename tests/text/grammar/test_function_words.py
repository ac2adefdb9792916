"""One list of function words and one share, by which five places tell German from English, each with its own bound."""

import pytest

from apps.chat.detect_question_language import detect_question_language
from apps.chat.second_reader.reading_language import dominant_language
from apps.simplify.text.language_detection import detect_checkable_language
from apps.text.entailment.tokens.language_by_closed_words import language_by_closed_words
from apps.text.grammar.function_words import closed_words, function_word_shares
from apps.text.noun_phrases import detect_german_or_english

DETECTORS = (
    detect_question_language,
    dominant_language,
    detect_checkable_language,
    language_by_closed_words,
    detect_german_or_english,
)


def test_shares_are_of_all_words_and_a_word_of_two_languages_counts_in_both() -> None:
    shares = function_word_shares(["the", "fee", "in", "bonn"])
    assert shares == {"en": 0.5, "de": 0.25}
    assert function_word_shares([], ["de"]) == {"de": 0.0}
    assert closed_words("de")["nicht"] == ("neg", "not")
    assert closed_words("fr") == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Was versteht man unter Kurzarbeit, und wann besteht ein Anspruch auf das Geld für diese Zeit?", "de"),
        ("How do I object to my tax assessment, and what does it cost when they refuse it?", "en"),
    ],
)
def test_all_five_say_the_same_of_a_plain_text(text: str, language: str) -> None:
    assert [detect(text) for detect in DETECTORS] == [language] * len(DETECTORS)


@pytest.mark.parametrize(
    "text",
    [
        "Kto nie może zapłacić, może złożyć wniosek o odroczenie, i wniosek należy złożyć i na piśmie i w terminie.",
        "A taxa é de 45 euros por ano e deve ser paga até 1 de maio. O pedido deve ser apresentado à câmara a tempo.",
    ],
)
def test_single_letters_of_other_languages_make_no_english(text: str) -> None:
    assert detect_checkable_language(text) == "other"
