"""A quote that is torn out of its sentence is true and may still say the opposite: the whole sentence counts."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource

TORN = [
    ("Hunde sind steuerfrei", "Nur blinde Hunde sind steuerfrei."),
    ("Kinder zahlen drei Euro", "Auswärtige Kinder zahlen drei Euro, alle anderen fünf Euro."),
    ("Das Grillen ist gestattet", "Das Grillen ist gestattet auf den beiden Plätzen am Nordufer."),
    ("beträgt die Gebühr 5 Euro", "Für Studierende beträgt die Gebühr 5 Euro."),
    ("beträgt die Gebühr 5 Euro", "Im Falle des § 3 beträgt die Gebühr 5 Euro."),
    ("Eltern müssen gemeinsam zahlen", "Lehrkräfte und Eltern müssen gemeinsam zahlen."),
    ("der Antrag ist kostenlos", "Bei Vorlage eines Bescheids über Wohngeld gilt: der Antrag ist kostenlos."),
    ("Dogs are free of charge", "Only guide dogs are free of charge; Dogs are free of charge nowhere else."),
    (
        "Der Eintritt ist frei",
        f"Der Eintritt ist frei{', auch am Abend, auch am Morgen und auch in der langen Nacht der Museen' * 9},"
        " sofern Sie in Musterfurt wohnen.",
    ),
]


def level(said: str, page: str, quote: str) -> str:
    source = NumberedSource(1, 1, "a.pdf", "Satzung", 1, page, PageText(page))
    listed = f'\n\nBELEGE\n[1] "{quote}"' if quote else ""
    [sentence] = prove_answer(f"{said} [1].{listed}", [source]).sentences
    return str(sentence.level)


def as_sentence(quote: str) -> str:
    if quote.startswith("beträgt die Gebühr"):
        return "Die Gebühr beträgt 5 Euro"
    return quote[0].upper() + quote[1:]


@pytest.mark.parametrize(("quote", "page"), TORN)
def test_the_words_that_a_quote_leaves_out_count(quote: str, page: str) -> None:
    said = as_sentence(quote)
    assert level(said, page, quote) in {"quoted", "contradicted"}
    assert level(said, page, "") not in {"verbatim", "checked"}


@pytest.mark.parametrize(
    "page",
    [
        "Zu 3.: Der Eintritt ist frei.",
        "(2) Der Eintritt ist frei.",
        "Montags ist geschlossen.\n\nd) Der Eintritt ist frei.\n\nHunde sind nicht erlaubt.",
        "4.1. Der Eintritt ist frei. Kinder zahlen nichts.",
        "- Der Eintritt ist frei;\n- Hunde sind nicht erlaubt",
    ],
)
def test_labels_of_paragraphs_and_items_may_be_left_out(page: str) -> None:
    assert level("Der Eintritt ist frei", page, "Der Eintritt ist frei") == "verbatim"


def test_what_deviates_from_a_sentence_holds_for_what_that_is_about() -> None:
    page = "Bei Personen unter 18 Jahren beträgt die Gebühr 10 Euro. Abweichend von Satz 1 beträgt die Gebühr 5 Euro."
    assert level("Die Gebühr beträgt 5 Euro", page, "Abweichend von Satz 1 beträgt die Gebühr 5 Euro.") == "quoted"


LISTS = [
    "Für Kinder gilt:\n\n- Der Eintritt ist frei.\n- Die Gebühr beträgt 5 Euro.",
    "Für Kinder gilt Folgendes:\n1. Das Becken ist offen.\n2. Die Gebühr beträgt 5 Euro.",
    "Wenn Sie Wohngeld beziehen, gilt:\n\na) Die Gebühr beträgt 5 Euro.\n\nb) Der Antrag ist formlos.",
    "In der Zeit von April bis Oktober gilt:\n\n(1) Hunde sind erlaubt.\n\n(2) Die Gebühr beträgt 5 Euro.",
    "Für Kinder gilt:\n\nDie Gebühr beträgt 5 Euro. Der Antrag ist formlos.",
    "Gegen Vorlage des Ausweises gilt:\n\n- Die Gebühr beträgt 5 Euro.\n- Der Antrag ist formlos.",
    "Bewohner der Altstadt:\n\n- Die Gebühr beträgt 5 Euro.",
    "Ehemalige Regelung:\n\n- Die Gebühr beträgt 5 Euro.",
    "### Für Studierende\n\nDas Amt hat mittags offen. Die Gebühr beträgt 5 Euro.",
]


@pytest.mark.parametrize("page", LISTS)
def test_the_line_or_heading_that_narrows_an_item_counts(page: str) -> None:
    assert level("Die Gebühr beträgt 5 Euro", page, "Die Gebühr beträgt 5 Euro.") == "quoted"
    assert level("Die Gebühr beträgt 5 Euro", page, "") == "quoted"


def test_an_item_is_proved_with_what_narrows_it() -> None:
    assert level("Für Kinder gilt: Der Eintritt ist frei", LISTS[0], "Der Eintritt ist frei.") == "verbatim"
    assert level("Für Kinder ist der Eintritt frei", LISTS[0], "Der Eintritt ist frei.") == "verbatim"


@pytest.mark.parametrize(
    "page",
    [
        "Es gilt:\n\n- Der Eintritt kostet nichts.\n- Die Gebühr beträgt 5 Euro.",
        "### Gebühren\n\nDie Gebühr beträgt 5 Euro.",
        "Für Kinder gilt:\n\n- Der Eintritt ist frei.\n\n## Gebühren\n\nDie Gebühr beträgt 5 Euro.",
    ],
)
def test_what_narrows_nothing_or_stands_elsewhere_does_not_count(page: str) -> None:
    assert level("Die Gebühr beträgt 5 Euro", page, "Die Gebühr beträgt 5 Euro.") == "verbatim"


CARD = """Die Karte erhalten Personen ab 16 Jahren, die

- sich seit einem Jahr freiwillig engagieren,
- dafür keine Vergütung erhalten, und
- in Musterfurt wohnen.

Sie gilt zwei Jahre."""
FIRST = "Die Karte erhalten Personen ab 16 Jahren, die sich seit einem Jahr freiwillig engagieren"


@pytest.mark.parametrize("quote", ["", FIRST, "sich seit einem Jahr freiwillig engagieren"])
@pytest.mark.parametrize("blank", ["\n", "\n\n"])
def test_one_of_the_conditions_that_are_joined_is_not_all(quote: str, blank: str) -> None:
    page = CARD.replace(",\n-", f",{blank}-").replace("und\n-", f"und{blank}-")
    assert level(FIRST, page, quote) == "quoted"


def test_all_of_them_are() -> None:
    said = f"{FIRST}, dafür keine Vergütung erhalten, und in Musterfurt wohnen"
    assert level(said, CARD, said) == "verbatim"


def test_of_a_list_that_nothing_joins_an_item_counts_alone() -> None:
    page = "Gefördert wird die Anschaffung von\n\n- Lastenrädern,\n- Regentonnen,\n- Balkonkraftwerken."
    assert level("Gefördert wird die Anschaffung von Lastenrädern", page, "") == "verbatim"


FORM = "Familienstand: ☐ ledig ☒ verheiratet\n\n☐ Der Antrag wird abgelehnt.\n\n☒ Der Hort wird gewünscht."


@pytest.mark.parametrize(
    ("said", "quote", "expected"),
    [
        ("Der Antrag wird abgelehnt", "Der Antrag wird abgelehnt", "quoted"),
        ("Der Antrag wird abgelehnt", "☐ Der Antrag wird abgelehnt", "quoted"),
        ("Der Hort wird gewünscht", "Der Hort wird gewünscht", "verbatim"),
        ("Der Hort wird gewünscht", "☒ Der Hort wird gewünscht", "verbatim"),
        ("Familienstand: verheiratet", "Familienstand: ☐ ledig ☒ verheiratet", "verbatim"),
        ("Familienstand: ledig", "Familienstand: ☐ ledig", "quoted"),
    ],
)
def test_a_form_says_what_is_ticked_and_nothing_behind_a_free_box(said: str, quote: str, expected: str) -> None:
    assert level(said, FORM, quote) == expected
