"""A text that no check can read is refused, however short it is."""

import pytest

from apps.simplify.text.language_detection import detect_checkable_language


@pytest.mark.parametrize(
    "text",
    [
        "Заява подається письмово протягом трьох місяців.",
        "يجب تقديم الطلب كتابيا خلال ثلاثة أشهر.",
        "Η αίτηση υποβάλλεται εγγράφως εντός τριών μηνών.",
        "申請は三か月以内に書面で行う必要があります。",
        "נדרש להגיש בקשה בכתב",
    ],
)
def test_a_short_text_in_another_script_is_neither_german_nor_english(text: str) -> None:
    assert detect_checkable_language(text) == "other"


@pytest.mark.parametrize(
    "text", ["Gebühren", "Herr Дмитро Шевченко wohnt hier.", "12 345,00", "", "Die Fläche beträgt 3 µm bis 5 Ω."]
)
def test_names_signs_and_figures_make_no_other_language(text: str) -> None:
    assert detect_checkable_language(text) == "de"
