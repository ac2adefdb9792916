"""A cell of an answer stands below the head that its page has over it, not below another one."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource

PRICES = (
    "# Waldbad\n\n| Karte | Erwachsene | Jugendliche | Familien |\n|---|---|---|---|\n"
    "| Einzelkarte | 5,00 Euro | 3,00 Euro | 11,00 Euro |\n| Zehnerkarte | 45,00 Euro | 25,00 Euro | 99,00 Euro |\n"
)
FEES = "| Leistung | Gebühr |\n|---|---|\n| Personalausweis | 37,00 Euro |\n| Reisepass | 70,00 Euro |\n"
BUDGET = "| Posten | Ansatz 2025 | Ansatz 2026 |\n|---|---|---|\n| Schulen | 120 Euro | 150 Euro |\n"
SENTENCE = "# Waldbad\n\nDer Eintritt kostet 5,00 Euro.\n"


def level(page: str, heads: str, row: str, quote: str, question: str = "") -> str:
    source = NumberedSource(1, 1, "bad.md", "", 1, page, PageText(page))
    reply = f'{heads}\n|---|---|\n{row}\n\nBELEGE\n[1] "{quote}"'
    return str([one for one in prove_answer(reply, [source], question=question).sentences if one.has_words][-1].level)


@pytest.mark.parametrize(
    "head",
    [
        "Jugendliche",
        "Kinder",
        "Senioren",
        "Preis im Hallenbad",
        "Preis im Monat",
        "Preis für Hunde",
        "Nicht Erwachsene",
    ],
)
@pytest.mark.parametrize("question", ["", "Was kostet die Einzelkarte für Jugendliche, Kinder und Senioren?"])
def test_a_cell_below_the_head_of_another_column_is_not_proved(head: str, question: str) -> None:
    row = "| Einzelkarte | 5,00 Euro [1] |"
    assert level(PRICES, f"| Karte | {head} |", row, "Einzelkarte | 5,00 Euro", question) == "quoted"


def test_nor_is_one_whose_row_is_named_after_something_else() -> None:
    row = "| Einzelkarte | 5,00 Euro [1] |"
    assert level(PRICES, "| Jugendliche | Erwachsene |", row, "Einzelkarte | 5,00 Euro") == "quoted"


def test_a_table_without_bars_at_its_edges_is_a_table() -> None:
    told = level(PRICES, "Karte | Kinder", "Einzelkarte | 5,00 Euro [1]", "Einzelkarte | 5,00 Euro")
    assert told == "quoted"


@pytest.mark.parametrize("head", ["Erwachsene", "Preis für Erwachsene", "**Erwachsene**", "Erwachsener im Waldbad"])
def test_a_cell_below_its_own_head_is_proved(head: str) -> None:
    row = "| Einzelkarte | 5,00 Euro [1] |"
    assert level(PRICES, f"| Karte | {head} |", row, "Einzelkarte | 5,00 Euro") == "verbatim"


def test_the_question_tells_what_a_head_leaves_out() -> None:
    place = "| Karte | Preis |", "| Einzelkarte | 5,00 Euro [1] |", "Einzelkarte | 5,00 Euro"
    assert level(PRICES, *place) == "quoted"
    assert level(PRICES, *place, "Was kostet die Einzelkarte für Erwachsene?") == "verbatim"


@pytest.mark.parametrize("head", ["Gebühr", "Kosten in Euro", "Preis"])
def test_a_head_that_tells_nothing_may_be_another_word(head: str) -> None:
    row = "| Personalausweis | 37,00 Euro [1] |"
    assert level(FEES, f"| Dokument | {head} |", row, "Personalausweis | 37,00 Euro") == "verbatim"


@pytest.mark.parametrize(("head", "wanted"), [("2025", "verbatim"), ("Ansatz 2025", "verbatim"), ("2026", "quoted")])
def test_a_year_in_the_head_is_that_of_the_page(head: str, wanted: str) -> None:
    assert level(BUDGET, f"| Posten | {head} |", "| Schulen | 120 Euro [1] |", "Schulen | 120 Euro") == wanted


@pytest.mark.parametrize(("head", "wanted"), [("Preis", "verbatim"), ("Waldbad", "verbatim"), ("Kinder", "quoted")])
def test_a_sentence_set_as_a_row_says_its_heads_itself(head: str, wanted: str) -> None:
    row = "| | Der Eintritt kostet 5,00 Euro [1] |"
    assert level(SENTENCE, f"| | {head} |", row, "Der Eintritt kostet 5,00 Euro") == wanted


@pytest.mark.parametrize(
    ("page", "head", "question"),
    [
        (PRICES.replace("# Waldbad", "# Preise für Erwachsene, Jugendliche und Familien"), "Jugendliche", ""),
        (PRICES, "Preis", "Was kostet die Einzelkarte für Erwachsene und Jugendliche?"),
        (
            "# Für Kinder und Erwachsene\n\n| Karte | Gebühr für Kinder |\n|---|---|\n| Einzelkarte | 5,00 Euro |\n",
            "Erwachsene",
            "Was kostet die Einzelkarte für Erwachsene?",
        ),
        ("# Bad\n\n| Karte | Gebühr Kinder |\n|---|---|\n| Einzelkarte | 5,00 Euro |\n", "Gebühr", ""),
    ],
)
def test_a_title_or_question_that_names_several_columns_explains_none(page: str, head: str, question: str) -> None:
    row = "| Einzelkarte | 5,00 Euro [1] |"
    assert level(page, f"| Karte | {head} |", row, "Einzelkarte | 5,00 Euro", question) == "quoted"
