"""The language of an answer is told without a model, and German is never taken for another one."""

import pytest

from apps.text.across_languages.detect_text_language import detect_language, month_numbers

SAID = {
    "ar": "لا تُرد الرسوم.",
    "de": "Die Gebühr wird nicht erstattet.",
    "en": "The fee is not refunded.",
    "es": "La tasa no se reembolsa en ningún caso por el municipio.",
    "fr": "La redevance n’est pas remboursée par la commune.",
    "it": "La tassa non viene rimborsata ed è dovuta per la domanda.",
    "pl": "Opłata nie jest zwracana.",
    "ro": "Taxa nu se restituie și este datorată.",
    "ru": "Плата не возвращается и не учитывается.",
    "tr": "Ücret iade edilmez ve yıllık olarak ödenir.",
    "uk": "Плата не повертається.",
}


@pytest.mark.parametrize("language", SAID)
def test_a_sentence_tells_its_language(language: str) -> None:
    assert detect_language(SAID[language]) == language


@pytest.mark.parametrize(
    "text", ["", "30,70 Euro", "La Strada, Hauptstr. 3", "Frau Erdoğan ist in der Stelle für Wohngeld zu erreichen."]
)
def test_too_little_and_foreign_names_make_no_foreign_text(text: str) -> None:
    assert detect_language(text) in ("", "de")


def test_every_language_has_twelve_months() -> None:
    assert {code: sorted(set(month_numbers(code).values())) for code in SAID} == {
        code: [*range(1, 13)] for code in SAID
    }
