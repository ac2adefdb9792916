"""Several rows of one table as one sentence."""

import pytest

from apps.llm.offline.answers.table_rows_to_sentences import sentence_of_quoted_rows
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

ROWS = (
    "| für den ersten Hund | 96,00 Euro |\n| für den zweiten Hund | 144,00 Euro |\n"
    "| für jeden weiteren | 192,00 Euro |\n"
)
TABLE = f"| Hund | Steuer im Jahr |\n|---|---|\n{ROWS}"
TAX = SourceBlock(1, "Satzung über die Hundesteuer", 1, f"# § 3 Steuersatz\n\n{TABLE}")
ALL = "Steuer im Jahr: für den ersten Hund 96,00 Euro; für den zweiten Hund 144,00 Euro; für jeden weiteren 192,00 Euro"
QUOTE = "für den ersten Hund 96,00 Euro für den zweiten Hund 144,00 Euro für jeden weiteren 192,00 Euro"
WASTE = SourceBlock(
    2,
    "Sperrmüll richtig anmelden",
    1,
    "### Was kostet es?\n\n| Leistung | Preis |\n|---|---|\n| jede weitere Abholung | 45,00 Euro |\n"
    "| Expressabholung | 75,00 Euro |\n| vergebliche Anfahrt (Sperrmüll nicht bereitgestellt) | 30,00 Euro |\n",
)


def shown(question: str, *sources: SourceBlock) -> list[str]:
    return [one.unit.shown for one in select_units(question, sources)]


def test_a_question_that_tells_no_row_from_the_others_gets_the_table_in_its_order() -> None:
    assert shown("Wie hoch ist die Hundesteuer?", TAX) == [ALL]


def test_a_question_that_names_a_row_gets_that_row() -> None:
    assert shown("Wie hoch ist die Hundesteuer für den zweiten Hund?", TAX) == [
        "Steuer im Jahr für den zweiten Hund: 144,00 Euro"
    ]


def test_who_has_several_gets_the_rows_of_all_of_them() -> None:
    assert shown("Wieviel zahle ich für zwei Hunde?", TAX) == [ALL]
    assert shown("Wieviel zahle ich für zwei Hunde, also für den zweiten?", TAX)[0].endswith("144,00 Euro")


def test_a_row_that_happens_to_name_the_subject_of_the_document_is_not_its_price() -> None:
    [found] = shown("Was kostet der Sperrmüll?", WASTE)
    assert found.startswith("Preis: jede weitere Abholung 45,00 Euro; Expressabholung 75,00 Euro; vergebliche Anfahrt")


def test_a_table_too_long_to_be_read_stays_in_rows() -> None:
    rows = "".join(f"| Hund der Rasse Nummer {number} | {number},00 Euro |\n" for number in range(10, 30))
    long = SourceBlock(1, "Satzung über die Hundesteuer", 1, f"| Hund | Steuer im Jahr |\n|---|---|\n{rows}")
    assert all(one.count("Euro") == 1 for one in shown("Wie hoch ist die Hundesteuer?", long))


@pytest.mark.parametrize(
    ("quote", "said", "sentence"),
    [
        ("für den ersten Hund 96,00 Euro", "", "Steuer im Jahr für den ersten Hund: 96,00 Euro"),
        (QUOTE, f"{ALL}.", ALL),
        (QUOTE, "Steuer im Jahr für den ersten Hund: 144,00 Euro", ""),
        (QUOTE, ALL.replace("144", "145"), ""),
        ("für den ersten Hund 96,00 Euro für den zweiten Hund", "", ""),
        ("96,00 Euro für den zweiten Hund 144,00 Euro", "", ""),
    ],
)
def test_only_whole_rows_are_read_as_sentences_and_several_only_as_they_stand(
    quote: str, said: str, sentence: str
) -> None:
    assert sentence_of_quoted_rows(TABLE, quote, said) == sentence


def test_rows_that_stand_twice_on_a_page_are_of_no_table_for_sure() -> None:
    assert sentence_of_quoted_rows(f"{TABLE}\n\nText.\n\n{TABLE}", "für den ersten Hund 96,00 Euro", "") == ""
