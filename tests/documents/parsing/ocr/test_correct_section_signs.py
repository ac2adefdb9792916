"""Signs of sections are put back where nothing else can stand, and amounts of money stay."""

from itertools import groupby

import pytest

from apps.documents.parsing.ocr.correct_section_signs import restore_section_signs, restore_section_signs_in_column
from apps.documents.parsing.ocr.tesseract import OcrWord
from tests.processor_time import at_most


def corrected(*lines: str) -> str:
    found = restore_section_signs(ocr_words(*lines))
    return "\n".join(" ".join(word.text for word in line) for _, line in groupby(found, key=lambda word: word.line))


def ocr_words(*lines: str) -> list[OcrWord]:
    return [OcrWord(text, 0, 0, 1, 1, 90, (0, 0, number)) for number, line in enumerate(lines) for text in line.split()]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("nach $ 12 Abs. 3 der Gemeindeordnung", "nach § 12 Abs. 3 der Gemeindeordnung"),
        ("gemäß 8 12a Absatz 3", "gemäß § 12a Absatz 3"),
        ("Es gilt $ 4 Satz 1, wenn", "Es gilt § 4 Satz 1, wenn"),
        ("(vgl. $8 Nr. 2 BGB).", "(vgl. §8 Nr. 2 BGB)."),
        ("wird ($ 5 Nr. 1) gewährt", "wird (§ 5 Nr. 1) gewährt"),
        ("und 88 5 und 6 KAG.", "und §§ 5 und 6 KAG."),
        ("und $$ 5 bis 7 der Satzung", "und §§ 5 bis 7 der Satzung"),
        ("im Sinne von & 823 BGB ist", "im Sinne von § 823 BGB ist"),
        ("gemäß $S 5 dieser Satzung", "gemäß § 5 dieser Satzung"),
        ("nach S$S 4 VwVfG", "nach § 4 VwVfG"),
        ("siehe $ 7.", "siehe § 7."),
    ],
)
def test_what_the_words_around_name_is_a_section(given: str, wanted: str) -> None:
    assert corrected(given) == wanted


def test_headings_that_count_up_are_sections() -> None:
    lines = ["$ 1 Geltungsbereich", "Die Satzung gilt.", "8 2 Gebühren", "Sie betragen $ 100.", "& 3 Ausnahmen", "5 4"]
    assert corrected(*lines).splitlines() == [
        "§ 1 Geltungsbereich", "Die Satzung gilt.", "§ 2 Gebühren", "Sie betragen $ 100.", "§ 3 Ausnahmen", "§ 4",
    ]  # fmt: skip


def test_one_heading_is_a_section_where_the_text_names_another() -> None:
    assert corrected("$ 9 Inkrafttreten", "Es gilt nach $ 8 Abs. 2 am Tag danach.").startswith("§ 9 Inkrafttreten")
    assert corrected("$ 9 Beitrag", "Es gilt am Tag danach.").startswith("$ 9 Beitrag")


@pytest.mark.parametrize(
    "line",
    [
        "Die Gebühr beträgt $ 100 je Antrag.",
        "in Höhe von $ 100 der Kosten",
        "Sie kostet nach $ 20 Euro mehr.",
        "8 Euro für Kinder und 5 Euro für Schüler",
        "von 8 12 Uhr",
        "Linie S 1 Bahnhof",
        "Seite 8 12 Abs. 3",
        "$ 1.500 im Jahr",
    ],
)
def test_amounts_and_numbers_stay(line: str) -> None:
    assert corrected(line) == line


def test_prices_and_lines_of_trains_that_count_up_stay() -> None:
    lines = ["$ 1 Kaffee", "$ 2 Tee", "S 1 Erkner", "S 2 Bernau", "S 3 Spandau", "8 1 Stück", "8 2 Stück", "8 3 Stück"]
    assert corrected(*lines).splitlines() == lines


def in_column(*cells: str) -> list[str]:
    words = [[OcrWord(text, 0, 0, 1, 1, 90, (0, 0, 0)) for text in cell.split()] for cell in cells]
    return [" ".join(word.text for word in cell) for cell in restore_section_signs_in_column(words)]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (
            ["Grundlage", "$ 5 Abs. 1", "812 Abs. 2", "8 18 StrWG", "821"],
            "Grundlage|§ 5 Abs. 1|§12 Abs. 2|§ 18 StrWG|§21",
        ),
        (["Paragraf", "8 5 Nr. 2", "", "S 7 Satz 1"], "Paragraf|§ 5 Nr. 2||§ 7 Satz 1"),
        (["Anzahl", "812", "821"], "Anzahl|812|821"),
        (["Stelle", "$ 5 Abs. 1", "812 Stück", "keine"], "Stelle|§ 5 Abs. 1|812 Stück|keine"),
        (["Preis", "$ 5", "$ 12"], "Preis|$ 5|$ 12"),
    ],
)
def test_signs_in_a_column_are_told_by_its_other_cells(given: list[str], wanted: str) -> None:
    assert "|".join(in_column(*given)) == wanted


def test_a_hostile_page_takes_time_linear_to_its_words() -> None:
    words = ocr_words(" ".join(["$ 1 und 2"] * 5_000), " ".join(["A" * 5_000 + "1"] * 20), *["$ 1 A"] * 2_000)
    with at_most(1):
        restore_section_signs(words)
