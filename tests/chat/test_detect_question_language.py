"""The language of a question by its function words; of none where two languages are as likely."""

import pytest

from apps.chat.detect_question_language import detect_question_language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Was kostet eine graue Tonne?", "de"),
        ("was kost a graue tonn", None),
        ("wo kriag i an pass", None),
        ("wi hoch is di hundesteur", None),
        ("wie hoch is die steuer", "de"),
        ("is the pool open", "en"),
        ("Is parking free?", "en"),
        ("What is a Kita?", "en"),
        ("Can I park in May?", "en"),
        ("I want a passport", "en"),
        ("Hundesteuer", None),
    ],
)
def test_single_letters_make_no_german_question_english(question: str, language: str | None) -> None:
    assert detect_question_language(question) == language
