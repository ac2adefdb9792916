"""What has the papers, the amount, the person or the number that is asked for, of another matter."""

import pytest

from apps.llm.offline.answers.collect_candidate_units import collect_candidate_units
from apps.llm.offline.ranking.analyse_question import analyse_question
from apps.llm.offline.ranking.rank_units import rank_units
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

WEDDING = SourceBlock(
    1,
    "Heiraten im Rathaus",
    1,
    "Getraut wird von Mai bis September.\n\n## Unterlagen\n\n- gültiger Personalausweis\n"
    "- Ausdruck aus dem Geburtenregister, nicht älter als sechs Monate\n",
)
BUDGET = SourceBlock(
    2,
    "Haushaltsbericht 2025",
    1,
    "| Steuerart | Plan 2025 in Euro | Ergebnis 2025 in Euro |\n|---|---|---|\n| Hundesteuer | 304.000 | 312.400 |\n\n"
    "Die Überdeckung der Abfallentsorgung von 32.000 Euro wird zurückgelegt.\n\n"
    "| Maßnahme | Gesamtkosten in Euro |\n|---|---|\n| Sanierung Freibad | 1.980.000 |\n| Radparkhaus | 3.650.000 |\n",
)
TREES = SourceBlock(
    3,
    "Niederschrift zur Baumschutzsatzung",
    1,
    "Obstbäume bleiben mit Ausnahme von Walnuss und Esskastanie vom Schutz ausgenommen.\n\n"
    "Der Ausschuss empfiehlt dem Rat, die Baumschutzsatzung zu beschließen.\n\n"
    "Über Befreiungen vom Fällverbot entscheidet das Grünflächenamt.",
)
MOVING = SourceBlock(
    4,
    "Wohnung anmelden, ummelden und abmelden",
    1,
    "Wenn Sie in die Stadt ziehen oder in der Stadt umziehen, melden Sie Ihre Wohnung innerhalb von zwei Wochen an.\n\n"
    "Eine Abmeldung ist nur erforderlich, wenn Sie ins Ausland ziehen.",
)
LEAFLET = SourceBlock(
    5,
    "Sperrmüll anmelden",
    1,
    "Gut erhaltene Möbel holt das Gebrauchtwarenhaus ab, Telefon 09999 55-745.\n\n"
    "Anmelden können Sie die Abholung telefonisch unter 09999 55-710.\n\n"
    "Beratung beim Umzug: Stadtreinigung, Telefon 09999 55-700",
)
PARKING = SourceBlock(6, "Bewohnerparkausweis beantragen", 1, "Der Ausweis gilt ein Jahr.")
COURSES = SourceBlock(
    8,
    "Musikschule",
    1,
    "Ein Kurs auf der Flöte umfasst zehn Stunden und kostet 80 Euro. Für Kinder mit Stadt-Pass ist der Kurs "
    "kostenfrei.\n\nHarfen werden kostenfrei verliehen, andere Instrumente für 5 Euro im Monat.\n\n"
    "Bei Verlust einer Flöte werden 60 Euro erhoben.",
)
LIBRARY = SourceBlock(7, "Stadtbücherei", 1, "Der Büchereiausweis liegt nach der Anmeldung bereit.")


def shown(question: str, *sources: SourceBlock) -> list[str]:
    return [one.unit.shown for one in select_units(question, list(sources))]


def test_a_paper_among_those_for_something_else_does_not_say_what_papers_it_takes() -> None:
    assert shown("Welche Unterlagen brauche ich für einen Personalausweis?", WEDDING) == []
    assert "Personalausweis" in shown("Welche Unterlagen brauche ich für das Heiraten?", WEDDING)[0]


@pytest.mark.parametrize(
    "question",
    [
        "Wie hoch ist die Hundesteuer?",
        "Was kostet die Abfallentsorgung?",
        "Was kostet das Freibad?",
        "Preis Hundesteuer",
    ],
)
def test_what_a_town_takes_in_or_spends_is_no_price(question: str) -> None:
    assert shown(question, BUDGET) == []


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Wie viel Hundesteuer hat die Stadt 2025 eingenommen?", "312.400"),
        ("Was kostet das Radparkhaus?", "3.650.000"),
        ("Was kostet die Sanierung des Freibads?", "1.980.000"),
    ],
)
def test_who_asks_for_the_budget_gets_it(question: str, figure: str) -> None:
    assert figure in shown(question, BUDGET)[0]


def test_what_holds_in_another_case_is_no_price_where_the_price_is_said_too() -> None:
    [found] = shown("Was kostet ein Kurs auf der Flöte für Kinder?", COURSES)
    assert "80 Euro" in found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was kostet es, wenn ich eine Flöte verliere oder ein Verlust auftritt?", "60 Euro"),
        ("Ist der Kurs für Kinder umsonst?", "kostenfrei"),
    ],
)
def test_who_asks_for_the_other_case_gets_it(question: str, answer: str) -> None:
    assert answer in shown(question, COURSES)[0]


@pytest.mark.parametrize(
    ("question", "answer"),
    [("was kostet es wenn ich die plakette verloren hab", "12,00"), ("Was kostet boot abmelden?", "gebührenfrei")],
)
def test_a_case_that_the_question_names_by_an_act_is_no_exception(question: str, answer: str) -> None:
    boats = (
        "| Gegenstand | Gebühr |\n|---|---|\n| Anmeldung eines Bootes | 30,00 Euro |\n| Plakette | 9,00 Euro |\n"
        "| Abmeldung eines Bootes | gebührenfrei |\n\nDer Ersatz einer verlorenen Plakette kostet 12,00 Euro."
    )
    candidates = collect_candidate_units([SourceBlock(9, "Gebühren für Boote", 1, boats)])
    asked = analyse_question(question, candidates)
    assert asked is not None
    assert answer in rank_units(asked, candidates)[0].candidate.unit.shown


def test_a_share_off_a_price_is_no_price() -> None:
    card = SourceBlock(9, "Ehrenamtskarte", 1, "Im Hallenbad gibt es 25 Prozent Nachlass auf Einzelkarten.")
    assert shown("Hallenbad Preise", card) == []


@pytest.mark.parametrize(
    "text",
    [
        "Die Bilderhalle übernimmt keine Haftung für Garderobe.",
        "Vorlage 8/0416: Neubau des Museums, Bilder im Foyer.",
        "Nach § 1 (1) haftet der Benutzer der Bilder.",
        "Werden in einem Raum mehr als 5 Bilder gezeigt, so steigt die Gebühr.",
        "Der Verein erhält 220,00 Euro je angefangene 25 Bilder.",
        "Die 46 Bilderbücher stehen im Foyer.",
    ],
)
def test_figures_of_papers_of_rates_and_of_other_things_count_nothing(text: str) -> None:
    assert shown("Wie viele Bilder hat das Museum?", SourceBlock(1, "Museum", 1, text)) == []
    assert shown("Wie viele Bilder hat das Museum?", SourceBlock(1, "Museum", 1, f"{text}\n\nEs hat 40 Bilder."))


def test_what_holds_the_things_that_are_asked_for_may_count_them_otherwise() -> None:
    garage = SourceBlock(1, "Radhaus", 1, "Die Fahrradgarage hat 480 gesicherte Stellplätze.")
    assert shown("Wie viele Fahrräder passen in die Fahrradgarage?", garage)


def test_when_rules_come_into_force_is_said_of_nothing_else() -> None:
    rules = "Fundstelle: GBl. 2018, 57.\n\nDie Ordnung wurde am 3. Mai 2018 erlassen."
    asked = "Wann tritt die Ordnung der Helfer in Kraft?"
    assert shown(asked, SourceBlock(1, "Ordnung der Helfer", 1, rules)) == []
    in_force = f"{rules}\n\nDiese Ordnung tritt am Tag nach ihrer Verkündung in Kraft."
    assert "Verkündung" in shown(asked, SourceBlock(1, "Ordnung der Helfer", 1, in_force))[0]


def test_who_decides_is_said_by_somebody_who_does() -> None:
    assert shown(
        "Wer entscheidet über Ausnahmen von der Baumschutzsatzung?", SourceBlock(1, "Niederschrift", 1, TREES.text)
    ) == ["Über Befreiungen vom Fällverbot entscheidet das Grünflächenamt."]
    without_answer = SourceBlock(1, "Niederschrift", 1, TREES.text.rsplit("\n\n", 1)[0])
    assert shown("Wer entscheidet über Ausnahmen von der Baumschutzsatzung?", without_answer) == []


@pytest.mark.parametrize(
    "question",
    ["Muss ich mich abmelden, wenn ich ins Ausland ziehe?", "muss ich mich abmelden wenn ich ins ausland ziehe"],
)
def test_an_act_is_decided_by_what_speaks_of_it(question: str) -> None:
    assert shown(question, MOVING)[0].startswith("Eine Abmeldung ist nur erforderlich")


def test_the_number_for_what_the_leaflet_is_about_comes_and_those_of_others_do_not() -> None:
    assert shown("Telefonnummer Sperrmüll", LEAFLET) == [
        "Anmelden können Sie die Abholung telefonisch unter 09999 55-710."
    ]


def test_what_several_things_are_called_at_the_end_of_their_names_is_asked_of_none() -> None:
    assert shown("Wie lange ist ein Ausweis gültig?", PARKING, LIBRARY, WEDDING) == []
    assert shown("Wie lange gilt der Bewohnerparkausweis?", PARKING, LIBRARY) == ["Der Ausweis gilt ein Jahr."]


def test_a_valid_paper_says_nothing_of_how_long_it_is_valid() -> None:
    assert shown("Wie lange ist der Personalausweis gültig?", WEDDING) == []


MINUTES = SourceBlock(
    9, "Niederschrift des Bauausschusses", 1, "Sitzung am 12. März 2026.\n\nDer Ausschuss hat Tempo 30 beschlossen."
)
OTHER_MINUTES = SourceBlock(
    10,
    "Niederschrift des Rates",
    1,
    "Der Rat hat am 26. März 2026 das Radkonzept beschlossen.\n\nDer Rat hat den Haushalt beschlossen.",
)


@pytest.mark.parametrize(
    "question", ["Was wurde am 12. März 2026 beschlossen?", "Was wurde am 12.03.2026 beschlossen?"]
)
def test_what_was_decided_on_a_day_is_told_by_no_document_about_another_day(question: str) -> None:
    assert {one.number for one in select_units(question, [OTHER_MINUTES, MINUTES])} <= {9}
    assert select_units(question, [OTHER_MINUTES]) == []
    assert select_units("Was wurde am 26. März 2026 beschlossen?", [OTHER_MINUTES, MINUTES])[0].number == 10


@pytest.mark.parametrize(
    "written", ["2026-03-12", "12.03.26", "12. MÄRZ 2026", "12. und 13. März 2026", "12., 13. und 14.03.2026"]
)
def test_a_day_is_known_however_it_is_written(written: str) -> None:
    minutes = SourceBlock(12, "Niederschrift", 1, f"Sitzung am {written}.\n\nDer Rat hat den Haushalt beschlossen.")
    question = "Was wurde am 12. März 2026 zum Haushalt beschlossen?"
    assert {one.number for one in select_units(question, [OTHER_MINUTES, minutes])} == {12}
    assert select_units(question.replace("12.", "11."), [minutes]) == []


def test_a_row_of_a_sheet_tells_of_its_day() -> None:
    sheet = SourceBlock(
        12, "Beschlüsse", 1, "| Tag | Beschluss |\n|---|---|\n| 2026-03-12 | Der Haushalt wurde beschlossen |"
    )
    assert select_units("Was wurde am 12. März 2026 zum Haushalt beschlossen?", [sheet])


PASSPORT = SourceBlock(
    13, "Gebühren für den Reisepass", 1, "Die Gebühr für den Reisepass beträgt seit Mai 2026 70,00 Euro."
)


@pytest.mark.parametrize(
    "question",
    [
        "Mein Kind wurde am 3. Mai 2026 geboren. Wie hoch ist die Gebühr für den Reisepass?",
        "Mein Reisepass wurde am 3. Mai 2026 gestohlen, wie hoch ist die Gebühr für den Reisepass?",
        "Wie hoch ist die Gebühr für den Reisepass, wenn er am 3. Mai 2026 gestohlen wurde?",
        "Mein Antrag wurde am 3. Mai 2026 abgelehnt. Wie hoch ist die Gebühr für den Reisepass?",
    ],
)
def test_a_day_on_which_something_happened_to_who_asks_need_not_be_named(question: str) -> None:
    assert "70,00" in shown(question, PASSPORT)[0]


@pytest.mark.parametrize(
    "question",
    [
        "Der Rat tagte am 12. März 2026. Was wurde beschlossen?",
        "Was wurde am Donnerstag, den 12. März 2026 beschlossen?",
        "Guten Tag, was hat der Rat am 12.03.2026 beschlossen?",
        "Wurde am 12. März 2026 das Radkonzept beschlossen?",
    ],
)
def test_who_asks_what_happened_on_a_day_is_told_of_no_other(question: str) -> None:
    assert select_units(question, [OTHER_MINUTES]) == []


def test_what_holds_on_a_day_is_told_by_documents_that_do_not_name_it() -> None:
    pool = SourceBlock(11, "Freibad", 1, "Das Freibad ist von Mai bis September täglich ab 9 Uhr geöffnet.")
    assert select_units("Wann ist das Freibad am 12. Mai 2026 geöffnet?", [pool])


SEASON = SourceBlock(
    7,
    "Freibad startet in die Saison",
    1,
    "Das Freibad öffnet am Samstag, 9. Mai 2026, um 9.00 Uhr seine Tore.\n\n"
    "Geöffnet ist das Freibad täglich von 9.00 bis 20.00 Uhr.",
)
OFFICES = SourceBlock(
    8,
    "Bürgerbüro",
    1,
    "Für Kranke bietet das Bürgerbüro Hausbesuche an.\n\n## Nebenstellen des Bürgerbüros\n\n"
    "Am Bürgermobil können Ausweise beantragt werden.\n\nBürgerbüro, Kornhausgasse 4, Telefon 09999 55-200",
)


def test_the_hours_of_every_saturday_are_not_those_of_one_with_a_date() -> None:
    [first, *others] = select_units("Wann hat das Freibad am Samstag auf?", [SEASON])
    assert "täglich" in first.unit.shown
    assert not others


@pytest.mark.parametrize("day", ["3. Mai", "3.5.", "den 3. Mai, wieder", "3. Mai 2026"])
def test_a_date_need_not_have_a_year(day: str) -> None:
    page = f"Das Bad öffnet am Samstag, {day}. Samstags ist das Bad von 9 bis 18 Uhr offen."
    pool = SourceBlock(9, "Bad", 1, page)
    assert shown("Wann hat das Bad am Samstag offen?", pool) == ["Samstags ist das Bad von 9 bis 18 Uhr offen."]


def test_where_an_office_is_says_a_place_that_names_it() -> None:
    [only] = select_units("Wo ist das Bürgerbüro?", [OFFICES])
    assert "Kornhausgasse 4" in only.unit.shown
