"""Plain language by rules: easier, and faithful by the product's own checks."""

import pytest

from apps.llm.offline.simplify_text import simplify_text
from apps.llm.prompts.delimit_quoted_text import render_block
from apps.simplify.checks.check_all import check_rewrite
from apps.simplify.checks.protected_words import ProtectedWords

PAIRS = [
    ("Wir teilen Ihnen hiermit dies mit.", "Wir teilen Ihnen dies mit."),
    ("Hiermit teilen wir Ihnen dies mit.", "Hiermit teilen wir Ihnen dies mit."),
    ("Die Gebühr in Höhe von 30,00 € ist unverzüglich zu entrichten.", "Die Gebühr von 30,00 € ist sofort zu zahlen."),
    ("Die Steuer ist binnen eines Monats zu entrichten.", "Die Steuer ist innerhalb eines Monats zu zahlen."),
    ("Sie müssen binnen zwei Wochen antworten.", "Sie müssen innerhalb von zwei Wochen antworten."),
    ("Hunde, welche groß sind, bleiben draußen.", "Hunde, die groß sind, bleiben draußen."),
    (
        "Der Vorsitzende eröffnet und leitet alle Sitzungen des Gemeinderats; er ist für die Ordnung verantwortlich.",
        "Der Vorsitzende eröffnet und leitet alle Sitzungen des Gemeinderats. Er ist für die Ordnung verantwortlich.",
    ),
    (
        "Die Erlaubnis der Gemeinde erlischt sofort, es sei denn, die Gemeinde hat etwas anderes bestimmt.",
        "Die Erlaubnis der Gemeinde erlischt sofort. Ausnahme: Die Gemeinde hat etwas anderes bestimmt.",
    ),
    (
        "Die Frist nach Absatz 1 Satz 1 beträgt drei Monate, soweit durch Gesetz nichts anderes bestimmt ist.",
        "Die Frist nach Absatz 1 Satz 1 beträgt drei Monate. Das gilt, soweit durch Gesetz nichts anderes"
        " bestimmt ist.",
    ),
]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_office_words_become_plain_ones_and_long_sentences_short_ones(before: str, after: str) -> None:
    assert simplify_text(render_block("text", before)) == after


@pytest.mark.parametrize(("before", "_after"), PAIRS)
def test_the_rules_pass_the_checks_of_the_product(before: str, _after: str) -> None:
    assert check_rewrite(before, simplify_text(before), ProtectedWords.of([])) == []


@pytest.mark.parametrize(
    "text",
    [
        "Nach dem Gesetz über die Anstalt und der Bundeshaushaltsordnung ist die Bundesanstalt dazu verpflichtet.",
        "Er sagte „unverzüglich zu entrichten“ und ging.",
        "Schreiben Sie an gemäß@unverzüglich.de oder {unverzüglich}.",
        "| unverzüglich | sofern |",
        "",
        "   ",
    ],
)
def test_what_cannot_be_made_easier_safely_stays(text: str) -> None:
    assert simplify_text(text) == text.rstrip() or simplify_text(text) == text


def test_protected_words_stay() -> None:
    text = render_block("text", "Zahlen Sie unverzüglich, sofern es geht.")
    prompt = f"{render_block('schutz', 'unverzüglich')}\n\n{text}"
    assert simplify_text(prompt) == "Zahlen Sie unverzüglich, wenn es geht."


def test_a_text_that_comes_back_with_its_faults_is_given_back() -> None:
    prompt = f"{render_block('text', 'Zahlen Sie unverzüglich.')}\n\n{render_block('fehler', '– Zahl')}"
    assert simplify_text(prompt) == "Zahlen Sie unverzüglich."


def test_paragraphs_and_lists_keep_their_lines() -> None:
    text = "Sehr geehrte Frau Weber,\n\n– sofern Sie kommen\n– falls nicht"
    assert simplify_text(text) == "Sehr geehrte Frau Weber,\n\n– wenn Sie kommen\n– wenn nicht"


def test_a_sentence_that_nobody_writes_is_left_whole() -> None:
    """Each of its borders is weighed with all that stands before it: 100,000 characters would take a minute."""
    clause = "Der Vorsitzende eröffnet alle Sitzungen; er ist für die Ordnung da; "
    once, long = clause * 2, clause * 100
    assert simplify_text(render_block("text", once)) != once
    assert simplify_text(render_block("text", long)).strip() == long.strip()
