from collections.abc import Sequence

from apps.documents.parsing.layout.find_ruled_tables import Ruling
from apps.documents.parsing.layout.reading_order import TextLine
from apps.documents.parsing.layout.split_rows_at_gaps import printed_rows
from apps.documents.parsing.unruled_tables.tables_of_words_and_values import find_word_tables

WIDTH = 5.0
"""Of a letter, in points."""
OFFICES = [["Amt", "Ort", "Zeiten"], ["Standesamt", "Altbau", "nur vormittags"], ["Bauamt", "Neubau", "immer"]]


def line(x0: float, y0: float, text: str) -> TextLine:
    return TextLine(text, x0, y0, x0 + len(text) * WIDTH, y0 + 10, 10, bold=False, block=0)


def columns(rows: Sequence[Sequence[str]], step: float = 20) -> list[TextLine]:
    """Cells begin at 50, 200, 350 and so on."""
    return [
        line(50 + 150 * column, 100 + step * number, text)
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]


def markdown(lines: Sequence[TextLine], at: Sequence[float] = ()) -> list[str]:
    """The tables, where lines across the page are drawn at these heights."""
    return [table.markdown for table in find_word_tables(printed_rows(lines), [Ruling(y, 40, 500) for y in at])]


def test_words_in_columns_are_a_table_where_blanks_alone_part_them() -> None:
    rows = [*OFFICES, ["Museum", "", "sonntags"]]
    assert markdown(columns(rows)) == [
        "| Amt | Ort | Zeiten |\n| --- | --- | --- |\n| Standesamt | Altbau | nur vormittags |\n"
        "| Bauamt | Neubau | immer |\n| Museum |  | sonntags |"
    ]


def test_three_rows_of_words_need_lines_between_them() -> None:
    """As few may be the address, the telephone and the bank below a letter."""
    assert markdown(columns(OFFICES)) == []
    assert len(markdown(columns(OFFICES), at=(95, 115, 135, 155))) == 1


def test_lines_of_a_cell_stand_closer_than_rows() -> None:
    lines = [
        *columns([["Name", "Aufgabe", "Raum"]]),
        line(50, 120, "Standesamt und"), line(200, 120, "Trauungen, Geburten,"), line(350, 120, "12"),
        line(50, 131, "Archiv"), line(200, 131, "Namen und Urkunden"),
        line(50, 150, "Bauamt"), line(200, 150, "Anträge"), line(350, 150, "7"),
    ]  # fmt: skip
    (found,) = markdown(lines)
    assert "| Standesamt und Archiv | Trauungen, Geburten, Namen und Urkunden | 12 |" in found
    assert "| Bauamt | Anträge | 7 |" in found


def test_a_line_between_rows_decides_where_a_cell_ends() -> None:
    lines = columns([["Frist", "Folge"], ["ein Monat", "Mahnung"], ["danach", "Gebühr"], ["zwei", "Vollzug"]], step=14)
    (found,) = markdown(lines, at=(97, 112, 140, 155))
    assert "| ein Monat danach | Mahnung Gebühr |" in found


def test_heads_on_the_left_and_amounts_on_the_right_are_one_column() -> None:
    rows = [(120, "Mitte", "15 455"), (140, "Nord", "7"), (160, "Süd", "120")]
    lines = [line(50, 100, "Bezirk"), line(200, 100, "Zahl der Anträge"), line(350, 100, "Quote")]
    for y, name, amount in rows:
        lines += [line(50, y, name), line(310 - WIDTH * len(amount), y, amount), line(350, y, "3 %")]
    (found,) = markdown(lines)
    assert "| Bezirk | Zahl der Anträge | Quote |" in found
    assert "| Mitte | 15 455 | 3 % |" in found


def test_a_text_in_columns_is_no_table() -> None:
    words = "und wenn die Verwaltung bescheidet so"
    rows = [[words[: 29 + number % 3] for _ in range(3)] for number in range(12)]
    lines = [
        line(50 + 170 * at, 100 + 12 * number, text) for number, row in enumerate(rows) for at, text in enumerate(row)
    ]
    assert markdown(lines) == []


def test_lists_and_contents_are_no_tables() -> None:
    items = [line(x, 100 + 24 * at, text) for at in range(5) for x, text in ((50, "•"), (70, "Antrag stellen"))]
    assert markdown(items, at=(95, 119, 143, 167, 191)) == []
    contents = columns([[f"§ {at}", "Zuständige Behörde ...", str(3 * at)] for at in range(1, 6)])
    assert markdown(contents) == []


def test_a_text_in_three_narrow_columns_is_no_table() -> None:
    """Each line ends where the next word has no room; rows of a table end where their cell does."""
    text = (
        "Die Verordnung über den Winterdienst gilt ab dem ersten November und verpflichtet alle Anlieger dazu, die "
        "Wege vor sieben Uhr zu räumen und bei Glätte zu streuen. "
    )
    rows: list[str] = [""]
    for word in (text * 5).split():
        if len(rows[-1]) + len(word) > 24:
            rows.append("")
        rows[-1] = f"{rows[-1]} {word}".strip()
    third = len(rows) // 3
    set_in_columns = [list(row) for row in zip(rows, rows[third:], rows[2 * third :], strict=False)][:third]
    assert third >= 8
    assert markdown(columns(set_in_columns, step=12)) == []


def test_a_sentence_close_below_a_table_is_no_row_of_it() -> None:
    rows = [*OFFICES, ["Archiv", "Keller", "freitags"]]
    (table,) = markdown([*columns(rows, step=14), line(50, 156, "Danach gilt die Satzung.")])
    assert table.endswith("| Archiv | Keller | freitags |")


def test_a_further_line_of_a_label_stays_in_its_row() -> None:
    rows = [*OFFICES, ["Archiv", "Keller", "freitags"]]
    (table,) = markdown([*columns(rows, step=14), line(50, 156, "und Bücherei")])
    assert "und Bücherei" in table


def test_numbered_paragraphs_of_a_statute_are_no_table() -> None:
    texts = ("Geltungsbereich", "Diese Satzung gilt für die Halle.", "Entgelte", "Der Saal kostet 640 Euro.")
    labels = ("§ 1", "(1)", "§ 2", "(1)")
    lines = [line(x, 100 + 20 * at, text) for at, pair in enumerate(zip(labels, texts, strict=True))
             for x, text in zip((50, 90), pair, strict=True)]  # fmt: skip
    assert markdown(lines, at=(95, 115, 135, 155, 175)) == []


def test_the_title_of_a_slide_is_no_head_of_its_table() -> None:
    rows = columns([["Jahr", "Besucher", "Höchstwert"], ["2023", "41.870", "1.905"], ["2024", "38.215", "1.742"]])
    title = TextLine("Freibads", 190, 68, 300, 98, 30, bold=False, block=0)
    (found,) = markdown([title, *rows])
    assert found.startswith("| Jahr | Besucher | Höchstwert |")
