"""Questions of people at a counter, on a town's pages: what a thing costs, where somebody sits, who signs, one word."""

import pytest

from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

PARKING = SourceBlock(
    1,
    "Bewohnerparkausweis beantragen",
    1,
    "Zum Antrag gehört ein gültiger Personalausweis.\n\nDie Karte kommt mit der Post.\n\n"
    "Sie liegt sichtbar im Auto.\n\n"
    "## Gebühr\n\nDer Ausweis kostet 96 Euro für ein Jahr.",
)
FEES = SourceBlock(
    2,
    "Gebührenordnung der Verwaltung",
    1,
    "Die Gebühren für Personalausweise und Reisepässe richten sich nach Bundesrecht.\n\n"
    "Die Gebühren richten sich nach dem Aufwand.\n\nMusterfurt, den 3. Mai 2025\n\n"
    "Dr. Henrike Aldenbrück Bürgermeisterin",
)
OFFICE = SourceBlock(
    3,
    "Wohnung anmelden",
    1,
    "Melden Sie Ihre Wohnung innerhalb von zwei Wochen an.\n\n## Unterlagen\n\n- Ihr Reisepass\n"
    "- die Bestätigung des Vermieters; ein Mietvertrag genügt nicht\n\n## Kontakt\n\n"
    "Bürgerbüro, Kornhausgasse 4, Telefon 09999 55-200, E-Mail buero@musterfurt.example\n\n"
    "Für Kranke bietet das Bürgerbüro Hausbesuche an.",
)
SOURCES = [PARKING, FEES, OFFICE]


def shown(question: str) -> list[str]:
    return [one.unit.shown for one in select_units(question, SOURCES)]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wie ist die Adresse vom Bürgerbüro?", "Kornhausgasse 4"),
        ("Wie lautet die Telefonnummer des Bürgerbüros?", "09999 55-200"),
        ("Wie lautet die E-Mail-Adresse des Bürgerbüros?", "buero@musterfurt.example"),
        ("Wie heißt die Bürgermeisterin?", "Dr. Henrike Aldenbrück"),
        ("Was kostet ein Personalausweis?", "richten sich nach Bundesrecht"),
        ("Genügt ein Mietvertrag?", "Mietvertrag genügt nicht"),
        ("Wie lange hab ich Zeit, meine Wohnung anzumelden?", "zwei Wochen"),
    ],
)
def test_the_answer_is_found_whatever_form_it_has_on_the_page(question: str, answer: str) -> None:
    assert answer in shown(question)[0]


def test_what_another_compound_with_the_same_head_costs_is_no_answer() -> None:
    assert not [one for one in shown("Was kostet ein Personalausweis?") if "96 Euro" in one]


def test_a_decision_is_one_item_not_the_list_around_it() -> None:
    assert not [one for one in shown("Genügt ein Mietvertrag?") if "Reisepass" in one]


def test_a_name_alone_gets_what_introduces_it() -> None:
    assert shown("Bürgerbüro")[0].startswith("Bürgerbüro, Kornhausgasse 4")


def test_a_price_for_some_comes_after_the_one_for_all() -> None:
    graves = SourceBlock(
        4,
        "Friedhofsgebühren",
        1,
        "| Grab | Gebühr |\n|---|---|\n| Grab, Verstorbene bis zum vollendeten fünften Lebensjahr | 210,00 Euro |\n"
        "\n## Weitere\n\n| Grab | Gebühr |\n|---|---|\n| Grab, Erdbestattung | 865,00 Euro |\n",
    )
    assert "865,00" in select_units("Was kostet ein Grab?", [graves], most_units=1)[0].unit.shown


def test_what_two_papers_say_with_other_signs_is_said_once() -> None:
    other = SourceBlock(5, "Marktordnung", 1, "Musterfurt, den 1. Juni 2024\n\nDr. Henrike Aldenbrück, Bürgermeisterin")
    assert len(select_units("Wie heißt die Bürgermeisterin?", [FEES, other])) == 1


@pytest.mark.parametrize(
    "message",
    [
        "IHR SEID UNFÄHIG UND ICH WARTE SEIT ZWEI WOCHEN AUF DAS BÜRGERBÜRO!",
        "Gestern habe ich im Bürgerbüro gewartet.",
    ],
)
def test_who_tells_something_and_asks_nothing_is_not_answered(message: str) -> None:
    assert shown(message) == []


RULES = [
    SourceBlock(1, "Marktordnung", 1, "Der Wochenmarkt findet samstags statt.\n\nHunde sind an der Leine zu führen."),
    SourceBlock(
        2,
        "Friedhofssatzung",
        2,
        "### § 6 Ruhezeit\n\nDie Ruhezeit beträgt bei Erdbestattungen 25 Jahre und bei Aschen 20 Jahre.",
    ),
]


@pytest.mark.parametrize("question", ["Ruhezeit bei einer Urne", "Ruhezeit von Urnen"])
def test_a_noun_of_time_alone_is_answered_as_its_question(question: str) -> None:
    assert [one.unit.quote for one in select_units(question, RULES)] == [
        "Die Ruhezeit beträgt bei Erdbestattungen 25 Jahre und bei Aschen 20 Jahre."
    ]


def test_a_noun_of_time_that_the_sources_do_not_have_is_refused() -> None:
    assert not select_units("Bearbeitungsdauer bei Eilanträgen", RULES)


LIBRARY = [
    SourceBlock(
        1,
        "Ordnung des Stadtarchivs",
        1,
        "## § 4 Einsicht\n\nVerzeichnisse liegen im Lesesaal aus.\n\nFür Akten, die nicht im Haus sind, vermittelt das "
        "Archiv die Fernausleihe.\n\nDas Entgelt beträgt 7,50 Euro je Akte.",
    ),
]


def test_a_noun_of_fees_beside_a_noun_is_answered_by_a_price() -> None:
    assert "7,50 Euro" in select_units("fernausleihe gebühr", LIBRARY)[0].unit.shown


WEDDINGS = SourceBlock(
    1,
    "Gebührenordnung der Stadt",
    2,
    "| Leistung | Stufe | Gebühr in Euro |\n|---|---|---:|\n"
    "| Trauung im Trauzimmer, werktags | A | 60,00 |\n| Trauung im Trauzimmer an Samstagen | A | 145,00 |\n"
    "| Trauung im Ratssaal, werktags | A | 220,00 |\n| Trauung im Ratssaal an Samstagen | A | 310,00 |\n",
)


def test_a_row_that_words_tell_from_the_others_comes_without_them() -> None:
    [found] = select_units("Was kostet eine Trauung im Ratssaal an einem Samstag?", [WEDDINGS])
    assert found.unit.shown == "Trauung im Ratssaal an Samstagen: Stufe A, Gebühr 310,00 Euro"


def test_rows_of_which_words_tell_come_without_the_other_rows_of_their_table() -> None:
    found = select_units("Was kostet eine Trauung im Ratssaal?", [WEDDINGS])
    assert not [one for one in found if "Trauzimmer" in one.unit.shown]


def test_what_says_less_of_the_question_than_the_first_sentence_is_left_out() -> None:
    text = "## Kontakt\n\nSekretariat der Musikschule, Am Anger 7, Telefon 09997 31-40\n\nAusleihe, Telefon 09997 31-45"
    [found] = select_units("Telefonnummer Musikschule", [SourceBlock(1, "Musikschule der Gemeinde", 1, text)])
    assert "31-40" in found.unit.shown


def test_what_it_costs_to_change_a_thing_is_no_price_of_the_thing() -> None:
    rows = (
        "| Verlegung eines bestätigten Termins auf Wunsch der Taufenden | 25,00 |\n| Taufe in der Kapelle | 60,00 |\n"
    )
    fees = SourceBlock(1, "Ordnung der Gebühren", 4, f"| Gegenstand | Gebühr in Euro |\n|---|---:|\n{rows}")
    found = select_units("Was kostet eine Taufe?", [fees])
    assert not [one for one in found if "25,00" in one.unit.shown]


COURSE = SourceBlock(
    1, "Schwimmkurse richtig anmelden", 1, "1. **Anmelden:** online unter www.kurse.example oder im Hallenbad."
)
FLAT = SourceBlock(2, "Wohnung anmelden und abmelden", 1, "Sie können Ihre Wohnung im Bürgerbüro anmelden.")


def test_who_does_not_say_what_may_be_done_gets_no_answer_about_one_of_several_things() -> None:
    assert not select_units("Kann ich mich online anmelden?", [COURSE, FLAT])
    assert "www.kurse" in select_units("Kann ich mich online anmelden?", [COURSE])[0].unit.shown


def test_a_verb_with_its_part_far_behind_it_is_one_word_also_without_a_comma_before_the_question() -> None:
    moving = SourceBlock(
        1,
        "Wohnung anmelden",
        1,
        "Sie können mit uns reden.\n\nWenn Sie umziehen, melden Sie Ihre Wohnung innerhalb von zwei Wochen an.",
    )
    [found, *_] = select_units("ich zieh um was muss ich machen", [moving])
    assert "zwei Wochen" in found.unit.shown


TARIFF = SourceBlock(
    1,
    "Gebührenordnung",
    4,
    "| Nr. | Gegenstand | Gebühr in Euro |\n|---|---|---|\n| 3 | Verlängerung | |\n"
    "| 3.1 | Urnengrab, je Jahr | 55,00 |\n| 4 | Grabnutzung | |\n| 4.1 | Urnengrab, 20 Jahre | 780,00 |",
)


def test_a_price_in_another_word_for_the_same_is_given_with_all_its_cases() -> None:
    weddings = "| Gegenstand | Gebühr |\n|---|---|\n| Trauung im Rathaus | 60 € |\n| Trauung im Kornhaussaal | 220 € |"
    [only] = select_units("Was kostet eine Eheschließung?", [SourceBlock(1, "Gebührenordnung", 4, weddings)])
    assert "Rathaus" in only.unit.shown
    assert "Kornhaussaal" in only.unit.shown


def test_what_the_extension_costs_is_not_what_the_thing_costs() -> None:
    assert "780,00" in select_units("Wie teuer ist ein Urnengrab?", [TARIFF])[0].unit.shown


def test_a_row_without_the_names_of_its_columns_is_shown_without_its_number() -> None:
    rest = SourceBlock(1, "Gebühren", 3, "| 9.3 | Beglaubigung | 21 € |\n|---|---|---|\n| 9.4 | Scan | 5 € |")
    assert select_units("Was kostet ein Scan?", [rest])[0].unit.shown == "Scan: 5 €"


def test_how_many_there_are_is_said_by_a_number_of_them_alone() -> None:
    town = SourceBlock(1, "Haushalt der Stadt", 1, "Die Schulden der Stadt betragen 1.281 Euro je Einwohner.")
    assert not select_units("Wie viele Einwohner hat die Stadt?", [town])


def test_what_is_to_be_done_in_a_case_is_asked_with_the_case_alone() -> None:
    move = SourceBlock(1, "Wohnung ummelden", 1, "Wenn Sie umziehen, melden Sie die neue Wohnung in zwei Wochen an.")
    assert select_units("Was muss ich tun wenn ich umziehe?", [move])
