"""Sentences and lines of a page with what they are said under."""

from apps.conflicts.statements.sentences_in_context import passages


def test_lines_of_a_list_stand_alone_and_broken_lines_are_joined() -> None:
    page = (
        "# Rathaus\n\nNummern im Überblick\nBauamt: 07131 5566\nStandesamt: 07131 5577\n\n"
        "Das Rathaus ist ein altes\nHaus am Markt."
    )
    found = [(one.text, one.lead) for one in passages(page)]
    assert found == [
        ("Bauamt: 07131 5566", "Rathaus Nummern im Überblick"),
        ("Standesamt: 07131 5577", "Rathaus Nummern im Überblick"),
        ("Das Rathaus ist ein altes Haus am Markt.", "Rathaus"),
    ]


def test_a_sentence_knows_those_before_it_in_its_paragraph() -> None:
    page = "Die Bücherei zieht um. Sie finden sie am Ring 4.\n\nDas Bad bleibt, wo es ist."
    assert [one.before for one in passages(page)] == ["", "Die Bücherei zieht um.", ""]


def test_rows_are_read_with_the_names_of_their_columns() -> None:
    page = "| Karte | Preis |\n|---|---|\n| Kinder | 3 Euro |"
    (row,) = passages(page)
    assert row.row == "Karte: Kinder; Preis: 3 Euro"


def test_questions_and_front_matter_state_nothing() -> None:
    assert not list(passages("---\ntitle: Satzung vom 3. Mai\n---\n\nKostet der Ausweis 37 Euro?"))


def test_a_very_long_row_is_no_statement() -> None:
    page = f"| Karte | Preis |\n|---|---|\n| {'Kinder und ' * 60}Jugend | 3 Euro |\n| Kinder | 3 Euro |"
    assert [one.row for one in passages(page)] == ["Karte: Kinder; Preis: 3 Euro"]
