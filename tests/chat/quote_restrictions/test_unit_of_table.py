"""A bare figure of a table "in Tausend Euro" is proved only where the answer quotes that line, too."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource

LINE = "Alle Beträge in Tausend Euro."
TABLE = "| Posten | Ansatz 2026 | Stellen |\n|---|---|---|\n| Straßenbau | 500 | 3 |\n| Schulen | 700 Euro | 4 |\n"


def level(page: str, said: str, *quotes: str) -> str:
    source = NumberedSource(1, 1, "haushalt.md", "", 1, page, PageText(page))
    listed = "\n".join(f'[1] "{quote}"' for quote in quotes)
    return str(prove_answer(f"{said}\n\nBELEGE\n{listed}", [source]).sentences[0].level)


@pytest.mark.parametrize("above", [LINE, "Haushalt, Beträge in Mio. Euro", "# Haushalt (in T€)"])
def test_a_figure_without_its_unit_is_not_proved(above: str) -> None:
    said = "Straßenbau: Ansatz 2026 500, Stellen 3 [1]."
    assert level(f"{above}\n\n{TABLE}", said, "Straßenbau 500 3") == "quoted"


@pytest.mark.parametrize("above", ["Der Haushalt der Stadt.", "Alle Beträge in Euro."])
def test_a_figure_of_another_table_is(above: str) -> None:
    said = "Straßenbau: Ansatz 2026 500, Stellen 3 [1]."
    assert level(f"{above}\n\n{TABLE}", said, "Straßenbau 500 3") == "verbatim"


def test_a_figure_with_a_unit_of_its_own_is() -> None:
    said = "Schulen: Ansatz 2026 700 Euro, Stellen 4 [1]."
    assert level(f"{LINE}\n\n{TABLE}", said, "Schulen 700 Euro 4") == "verbatim"


def test_so_is_one_whose_answer_quotes_the_unit() -> None:
    said = f"Straßenbau: Ansatz 2026 500, Stellen 3 [1]. {LINE[:-1]} [1]."
    assert level(f"{LINE}\n\n{TABLE}", said, "Straßenbau 500 3", LINE) == "verbatim"


TREES = "| Straße | Bäume | Bänke |\n|---|---|---|\n| Ahornweg | 12 | 2 |\n| Eichenweg | 1.200 1 | 30 |\n"


@pytest.mark.parametrize(
    ("below", "wanted"),
    [
        ("\n1 geschätzt, in Hundert\n", "quoted"),
        ("\n1) geschätzt, in Hundert\n", "quoted"),
        ("\n2 geschätzt, in Hundert\n", "verbatim"),
        ("\nMehr weiß das Amt.\n", "verbatim"),
    ],
)
def test_a_raised_sign_behind_a_figure_leads_to_its_note(below: str, wanted: str) -> None:
    assert level(TREES + below, "Eichenweg: Bäume 1.200 1, Bänke 30 [1].", "Eichenweg 1.200 1 30") == wanted
