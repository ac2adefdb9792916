"""Tables over several pages are one; where a page that may hold more rows is not known, a table is not whole."""

from apps.chat.table_answers.tables.extract_tables_across_pages import SourcePage, extract_tables

HEAD = "| Ort | Zahl |\n| --- | --- |\n"
FIRST = f"### Zahlen\n\n{HEAD}| Nord | 1 |\n\nBericht Seite 1 von 2"
SECOND = f"{HEAD}| Süd | 2 |\n\nEnde.\n\nBericht Seite 2 von 2"


def test_a_table_that_goes_on_under_its_repeated_head_is_one() -> None:
    (table,) = extract_tables([SourcePage(1, 1, FIRST), SourcePage(1, 2, SECOND, is_last=True)])
    assert [(row.cells, row.page) for row in table.rows] == [(("Nord", "1"), 1), (("Süd", "2"), 2)]
    assert table.is_whole
    assert table.heading == "Zahlen"


def test_a_table_is_not_whole_when_the_page_before_or_behind_is_not_known() -> None:
    (first,) = extract_tables([SourcePage(1, 1, FIRST)])
    (second,) = extract_tables([SourcePage(1, 2, SECOND, is_last=True)])
    assert not first.is_whole
    assert not second.is_whole


def test_rows_under_an_empty_head_on_the_next_page_leave_a_table_unfinished() -> None:
    rest = SECOND.replace(HEAD, "|  |  |\n| --- | --- |\n")
    (table,) = extract_tables([SourcePage(1, 1, FIRST), SourcePage(1, 2, rest, is_last=True)])
    assert not table.is_whole


def test_pages_between_part_a_table() -> None:
    found = extract_tables([SourcePage(1, 1, FIRST), SourcePage(1, 3, SECOND, is_last=True)])
    assert [table.is_whole for table in found] == [False, False]


def test_text_behind_a_table_ends_it() -> None:
    ended = FIRST.replace("Bericht Seite", "Danach steht Text.\n\nUnd noch mehr.\n\nBericht Seite")
    found = extract_tables([SourcePage(1, 1, ended), SourcePage(1, 2, SECOND, is_last=True)])
    assert [len(table.rows) for table in found] == [1, 1]


def test_lines_with_one_text_name_the_rows_below_them() -> None:
    text = "| Nr. | Leistung | Euro |\n| --- | --- | --- |\n| 1 | Gräber |  |\n| 1.1 | Urne | 7 |\n"
    (table,) = extract_tables([SourcePage(1, 1, text, is_last=True)])
    assert [(row.section, row.cells[1]) for row in table.rows] == [("Gräber", "Urne")]


def test_a_list_of_figures_is_a_table_that_is_never_whole() -> None:
    text = "Sätze:\n\n1. Rüstwagen 239 Euro,\n2. Drehleiter DLAK 18/12 210 Euro,\n3. LF 10 172 Euro,\n4. MTW 34 Euro.\n"
    (table,) = extract_tables([SourcePage(1, 1, text, is_last=True)])
    assert [row.cells for row in table.rows] == [
        ("Rüstwagen", "239 Euro"), ("Drehleiter DLAK 18/12", "210 Euro"), ("MTW", "34 Euro"),
    ]  # fmt: skip
    assert not table.is_whole


def test_a_table_that_names_a_column_twice_is_left_out() -> None:
    assert extract_tables([SourcePage(1, 1, "| Kanal | MHz | Kanal |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n")]) == []


def test_a_struck_row_is_none() -> None:
    text = f"{HEAD}| Nord | 1 |\n| [gestrichen: West] | [gestrichen: 5] |\n"
    (table,) = extract_tables([SourcePage(1, 1, text, is_last=True)])
    assert [row.cells for row in table.rows] == [("Nord", "1")]
