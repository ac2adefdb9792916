"""Tables without lines are text where they lay out a page, and rows where they have a head."""

import pytest

from apps.documents.parsing.borderless_tables.tell_layout_from_data_tables import paragraph_lines, rows_as_paragraphs

SENTENCE = "Die Genehmigung gilt drei Jahre und kann verlängert werden."


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([[["Stadt Hameln", "Bauamt"], ["Frau Petersen"]]], ("Stadt Hameln", "Bauamt", "Frau Petersen")),
        ([[["Telefon:", "Zimmer:"], ["05151 20", "2.14"]]], ("Telefon: 05151 20", "Zimmer: 2.14")),
        ([[["Gebühr:"], ["37 Euro"]]], ("Gebühr: 37 Euro",)),
        ([[["Wann?"], [SENTENCE]], [["Wo?"], ["Zimmer 2"]]], (f"Wann? {SENTENCE}", "Wo? Zimmer 2")),
        ([[[SENTENCE], [SENTENCE]]], (SENTENCE, SENTENCE)),
        ([[[], []], [["Ausweis"], ["37 Euro"]]], ("Ausweis 37 Euro",)),
        (
            [[["Leistung"], ["Gebühr"]], [["Ausweis", "(vorläufig)"], ["37 | 10 Euro"]]],
            ("| Leistung | Gebühr |\n| --- | --- |\n| Ausweis (vorläufig) | 37 \\| 10 Euro |",),
        ),
        ([[["Leistung"], ["Gebühr"]], [["Ausweis"]]], ()),
        ([], ()),
    ],
)
def test_what_stands_for_a_table(rows: list[list[list[str]]], told: tuple[str, ...]) -> None:
    assert rows_as_paragraphs(rows) == told


def test_lines_that_end_by_hand_are_parted_but_within_a_text() -> None:
    assert paragraph_lines("Stadt Hameln\nBauamt ") == ["Stadt Hameln", "Bauamt"]
    assert paragraph_lines("Die Genehmigung gilt\ndrei Jahre.") == ["Die Genehmigung gilt drei Jahre."]
