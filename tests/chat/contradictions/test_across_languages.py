"""An answer in the asker's language is held against German pages: figures, dates, paragraphs and a no."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import CitedAnswer, prove_answer
from apps.chat.proof.types import NumberedSource

FEE = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr."
DATE = "Der Antrag ist nach § 12 Absatz 3 bis zum 1. März 2025 zu stellen."
NO = "Die Gebühr wird nicht erstattet."
PAGE = f"{FEE} {DATE} {NO}"


def cited(text: str, quote: str) -> CitedAnswer:
    source = NumberedSource(
        number=1,
        document_id=1,
        external_id="a",
        title="Gebühren",
        page=1,
        passage=PAGE,
        page_text=PageText(PAGE),
        date="",
    )
    return prove_answer(f'{text} [1].\n\nBELEGE\n[1] "{quote}"', [source])


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Sakin park izni için yıllık ücret 30,70 avrodur", FEE),
        ("Посвідчення на паркування коштує 30,70 євро на рік", FEE),
        ("تبلغ رسوم تصريح وقوف السكان ٣٠٫٧٠ يورو في السنة", FEE),
        ("La carte de stationnement coûte 30,70 euros par an", FEE),
        ("Başvuru, 12. maddenin 3. fıkrasına göre 1 Mart 2025 tarihine kadar yapılmalıdır", DATE),
        ("Заяву слід подати до 1 березня 2025 року згідно з § 12 абзацом 3", DATE),
        ("The application has to be filed by 1 March 2025 under Section 12 (3)", DATE),
        ("لا تُرد الرسوم", NO),
        ("Плата не повертається", NO),
        ("The fee is not refunded", NO),
    ],
)
def test_a_faithful_sentence_is_shown_with_its_quote_and_without_a_warning(text: str, quote: str) -> None:
    answer = cited(text, quote)
    assert answer.warnings == []
    assert [str(one.level) for one in answer.sentences if one.has_words] == ["quoted"]


@pytest.mark.parametrize(
    ("text", "quote", "kind"),
    [
        ("Sakin park izni için yıllık ücret 40,70 avrodur", FEE, "other_number"),
        ("تبلغ رسوم تصريح وقوف السكان ٤٠٫٧٠ يورو في السنة", FEE, "other_number"),
        ("Başvuru 1 Nisan 2025 tarihine kadar yapılmalıdır ve gereklidir", DATE, "other_number"),
        ("Заяву слід подати до 1 квітня 2025 року", DATE, "other_number"),
        ("Başvuru § 13 uyarınca 1 Mart 2025 tarihine kadar yapılmalıdır", DATE, "other_number"),
        ("تُرد الرسوم", NO, "missing_negation"),
        ("Плата повертається", NO, "missing_negation"),
        ("The fee is refunded", NO, "missing_negation"),
    ],
)
def test_another_figure_or_a_lost_no_is_said_to_contradict_the_source(text: str, quote: str, kind: str) -> None:
    answer = cited(text, quote)
    assert kind in [warning["kind"] for warning in answer.warnings]
    assert [str(one.level) for one in answer.sentences if one.has_words] == ["contradicted"]


def test_a_no_that_the_source_does_not_say_has_no_source() -> None:
    answer = cited("Плата за посвідчення не становить 30,70 євро на рік", FEE)
    assert [warning["kind"] for warning in answer.warnings] == ["unsupported_negation"]


def test_a_german_answer_is_compared_by_its_words_as_before() -> None:
    answer = cited("Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr", FEE)
    assert [str(one.level) for one in answer.sentences if one.has_words] == ["verbatim"]
