"""Lines that stand by themselves are paragraphs of their own; lines of a text are one."""

import pytest

from apps.documents.parsing.layout.lines_to_markdown import lines_to_markdown
from apps.documents.parsing.layout.reading_order import TextLine

TEXT = "Die Gebühr für die Ausstellung eines Personalausweises beträgt für Personen ab 24 Jahren 37 Euro."
WIDTH = 595.0


def markdown(*texts: str, x: float = 72, beside: str = "", above: str = TEXT) -> list[str]:
    lines = [TextLine(above, 72, 60, 72 + 4.5 * len(above), 71, 10, bold=False, block=0)] if above else []
    lines += [
        TextLine(text, x, 100 + 13 * row, x + 5 * len(text), 111 + 13 * row, 10, bold=False, block=1)
        for row, text in enumerate(texts)
    ]
    if beside:
        lines.append(TextLine(beside, 400, 107, 500, 118, 10, bold=False, block=2))
    return lines_to_markdown(lines, 10, [], width=WIDTH).removeprefix(above).strip().split("\n\n")


@pytest.mark.parametrize(
    "lines",
    [
        ("Stadt Musterstadt", "Bürgerbüro", "Marktplatz 1", "12345 Musterstadt"),
        ("Montag 8 bis 12 Uhr", "Dienstag 8 bis 16 Uhr", "Mittwoch geschlossen", "Freitag 8 bis 12 Uhr"),
        ("Personalausweis oder Reisepass", "Geburtsurkunde", "Meldebescheinigung der Gemeinde", "Mietvertrag"),
        ("Telefon 0123 456-78", "E-Mail stadt@example.org"),
    ],
    ids=["address", "opening hours", "list", "contact"],
)
@pytest.mark.parametrize("above", [TEXT, ""], ids=["below a text", "alone"])
def test_short_lines_below_each_other_are_paragraphs(lines: tuple[str, ...], above: str) -> None:
    assert markdown(*lines, above=above) == list(lines)


def test_what_a_line_of_a_list_has_no_room_for_stays_with_it() -> None:
    lines = ("Frau Anna Berg-Mustermann", "Fachbereich Jugend und", "Soziales der Stadt", "Zimmer 12 im Erdgeschoss")
    assert markdown(*lines) == [lines[0], f"{lines[1]} {lines[2]}", lines[3]]


@pytest.mark.parametrize(
    "lines",
    [
        ("Die Stadt fördert Vereine mit", "Zuschüssen zu ihren Räumen, wenn sie", "gemeinnützig sind."),
        ("Der Antrag liegt in der Schule", "Musterstadt aus (montags bis", "Freitag bis 12 Uhr)."),
        ("Auf dem Schild an der Kreuzung steht:", "„Halt vor der Kreuzung“"),
    ],
    ids=["small letters", "brackets", "what is said"],
)
def test_a_text_in_narrow_lines_is_one_paragraph(lines: tuple[str, ...]) -> None:
    assert markdown(*lines) == [" ".join(lines)]


def test_lines_beside_something_else_have_no_room() -> None:
    lines = ("Zuschüsse für Vereine", "Anträge bis März", "Auszahlung im Juni")
    assert len(markdown(*lines)) == 3
    assert markdown(*lines, beside="Foto: Stadt")[0].startswith(" ".join(lines))


def test_lines_that_reach_the_edge_of_the_text_are_one_paragraph() -> None:
    long = TEXT.removesuffix(" 37 Euro.")
    assert markdown(long, "Dreißig Euro", above=TEXT[:80]) == [f"{long} Dreißig Euro"]
