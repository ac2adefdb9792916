"""Which sentences answer a question, and which questions are refused, on small sources with the traps of real ones."""

from dataclasses import replace

import pytest

from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

POOL = SourceBlock(
    1,
    "Freibad Saison 2026",
    1,
    "# Eintrittspreise\n\n- Erwachsene: 5,00 Euro, Zehnerkarte 45,00 Euro\n"
    "- Kinder bis 5 Jahre haben freien Eintritt.\n\n"
    "Das Freibad ist vom 9. Mai bis zum 13. September täglich von 9 bis 20 Uhr geöffnet.",
)
DOGS = SourceBlock(
    2,
    "Satzung über die Hundesteuer der Stadt Musterfurt",
    1,
    "# § 5 Steuersatz\n\nDie Steuer beträgt jährlich:\n"
    "- für den ersten Hund 96,00 Euro\n- für den zweiten Hund 144,00 Euro",
)
GRAVES = SourceBlock(
    3,
    "Friedhofssatzung",
    7,
    "# Gestaltung\n\nDas vollständige Abdecken der Gräber mit Kies ist nicht gestattet. Grabmale sind zu genehmigen.",
)
SOURCES = [POOL, DOGS, GRAVES]


NURSERY = SourceBlock(
    4,
    "Plätze in der Kinderbetreuung",
    4,
    "Von den Plätzen sind 412 belegt.\n\nEin Kind soll insgesamt nicht länger als neun Stunden am Tag betreut werden.",
)


def words(question: str) -> str:
    return " ".join(found.unit.quote for found in select_units(question, SOURCES))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was kostet der Eintritt ins Freibad für Erwachsene?", "5,00 Euro"),
        ("Wie hoch ist die Hundesteuer für den zweiten Hund?", "144,00 Euro"),
        ("Darf ich das Grab meiner Eltern komplett mit Kies bedecken?", "nicht gestattet"),
        ("Wann ist das Freibad offen?", "von 9 bis 20 Uhr"),
    ],
)
def test_it_answers_in_the_words_of_the_source_whatever_the_words_of_the_question(question: str, answer: str) -> None:
    assert answer in words(question)


def test_a_question_for_a_count_is_answered_by_what_is_counted_or_not_at_all() -> None:
    question = "Wie viele Plätze in der Kinderbetreuung sind insgesamt belegt?"
    assert [found.unit.quote for found in select_units("Wie viele Plätze sind belegt?", [NURSERY])] == [
        "Von den Plätzen sind 412 belegt."
    ]
    assert "neun Stunden" not in " ".join(found.unit.quote for found in select_units(question, [NURSERY]))
    assert select_units("Wie viele Erzieherinnen betreuen die Kinder am Tag?", [NURSERY]) == []


@pytest.mark.parametrize(
    "question",
    [
        "Wie hoch sind die Eintrittspreise im Stadtmuseum für Erwachsene?",
        "Wie hoch ist der Steuersatz für Zweitwohnungen in Musterfurt?",
        "Was kostet ein neuer Reisepass?",
        "Wer war der erste Kaiser von Rom?",
        "Wo gibt es weitere Informationen?",
        "???",
    ],
)
def test_a_question_about_something_else_is_refused(question: str) -> None:
    assert select_units(question, SOURCES) == []


STREETS = SourceBlock(
    5,
    "Sondernutzungssatzung",
    1,
    "# Gebühren\n\nDie Gebühr für die Änderung einer Erlaubnis beträgt 12,00 Euro. "
    "Das Trauzimmer liegt im Rathaus. Trauungen finden auch samstags von 10 bis 14 Uhr statt.",
)


@pytest.mark.parametrize(
    "question",
    [
        "Wie hoch ist die Gebühr für eine Namensänderung?",
        "was kostet eine erlaubnis für ein akkordeon",
        "samstag rathaus auf",
    ],
)
def test_what_a_page_says_of_something_near_is_no_answer(question: str) -> None:
    assert select_units(question, [STREETS]) == []


def test_whether_something_may_be_taken_along_is_not_said_of_something_else() -> None:
    park = SourceBlock(
        8,
        "Parkordnung",
        1,
        "Radfahrer fahren langsam. Fußgänger gehen vor. Pferde sind am Zügel zu führen. Lautes Spielen stört alle. "
        "Scherben sind aufzulesen. Laub bleibt liegen. Abfälle sind mitzunehmen.",
    )
    tax = SourceBlock(
        9, "Pferdesteuersatzung", 1, "Pferde werden besteuert. Das Pferd ist anzumelden. Jedes Pferd zählt. " * 3
    )
    assert "Abfälle" not in first("Darf ich mein Pferd in den Park mitnehmen?", park, tax)


def test_a_share_off_a_price_is_no_price() -> None:
    school = SourceBlock(7, "Musikschule", 1, "Für Geschwister gewährt die Musikschule eine Ermäßigung von 50 Prozent.")
    assert select_units("Was kostet die Musikschule?", [school]) == []
    assert "50 Prozent" in first("Wie hoch ist die Ermäßigung der Musikschule für Geschwister?", school)


def test_the_thing_itself_is_answered_beside_it() -> None:
    assert "12,00 Euro" in first("Wie hoch ist die Gebühr für die Änderung einer Erlaubnis?", STREETS)


def test_a_count_may_be_said_without_one_of_the_nouns_and_a_price_may_not() -> None:
    house = SourceBlock(
        6, "Bauordnung", 1, "Jede Nutzungseinheit braucht mindestens zwei Rettungswege, je 80 Euro im Jahr."
    )
    assert "zwei Rettungswege" in first("Wie viele Rettungswege braucht eine Wohnung?", house)
    assert select_units("Was kosten die Rettungswege einer Wohnung?", [house]) == []


def first(question: str, *sources: SourceBlock) -> str:
    return next((found.unit.shown for found in select_units(question, sources)), "")


def test_the_answer_stands_first_below_a_question_that_asks_the_same() -> None:
    page = SourceBlock(
        1,
        "Fragen und Antworten",
        1,
        "## Darf ich einfach abgeschoben werden, wenn ich infiziert bin?\n\n"
        "Nein, wegen einer Infizierung darf niemand abgeschoben werden. "
        "Generell wurden Abschiebungen in andere Staaten gestoppt.\n",
    )
    assert first("Darf man jemanden abschieben, der infiziert ist?", page).startswith("Nein, wegen")


def test_a_page_about_something_else_answers_less() -> None:
    library = SourceBlock(
        1, "Satzung der Bücherei", 1, "## Verhalten\n\nTiere sind nicht gestattet, Assistenzhunde ja."
    )
    graves = SourceBlock(2, "Friedhofssatzung", 1, "## Verhalten\n\nNicht gestattet ist, Hunde mitzubringen.")
    assert "Assistenzhunde" in first("Darf ich meinen Hund in die Bücherei mitbringen?", graves, library)


def test_what_the_title_says_is_understood() -> None:
    market = SourceBlock(
        1,
        "Marktordnung für den Wochenmarkt",
        1,
        "Auf dem Wochenmarkt dürfen Obst und Gemüse angeboten werden.\n\n"
        "Hunde sind an einer Leine von höchstens 1,50 Metern Länge zu führen.",
    )
    assert first("Darf ich auf dem Wochenmarkt meinen Hund mitnehmen?", market).startswith("Hunde sind")


def test_a_compound_may_be_said_by_its_parts() -> None:
    grants = SourceBlock(
        1,
        "Zuschüsse",
        1,
        "Gefördert werden:\n\n- die Begrünung von Dächern mit 30 Euro je Quadratmeter,\n- Schutztore mit 40 Prozent.",
    )
    assert "30 Euro" in first("Wie hoch ist der Zuschuss für eine Dachbegrünung?", grants)


def test_opening_hours_in_passing_make_no_question_for_a_time() -> None:
    box = SourceBlock(
        1, "Bücherei", 1, "Der Rückgabekasten ermöglicht die Rückgabe von Büchern außerhalb der Öffnungszeiten."
    )
    assert "Rückgabekasten" in first("Kann ich Bücher außerhalb der Öffnungszeiten zurückgeben?", box)


FREED = "## § 7 Befreiung\n\n(1) Steuerbefreiung wird auf Antrag gewährt für das Halten von\n\n"


def test_a_list_goes_on_over_the_page_behind_the_line_that_leads_to_it() -> None:
    before = SourceBlock(1, "Hundesteuersatzung", 2, f"{FREED}a) Assistenzhunden für Blinde,\n\nb) Rettungshunden,\n")
    page = SourceBlock(2, "Hundesteuersatzung", 3, "c) Hunden aus dem Tierheim für die Dauer von 24 Monaten.\n")
    found, *_ = select_units("Muss ich für einen Hund aus dem Tierheim Steuern zahlen?", [page, before])
    assert found.unit.shown == (
        "Steuerbefreiung wird auf Antrag gewährt für das Halten von "
        "Hunden aus dem Tierheim für die Dauer von 24 Monaten."
    )
    assert (found.number, found.lead_number) == (2, 1)


@pytest.mark.parametrize("mark", ["b)", "d)"])
def test_another_list_does_not_go_on_with_it(mark: str) -> None:
    before = SourceBlock(1, "Hundesteuersatzung", 2, f"{FREED}a) Assistenzhunden für Blinde,\n\nb) Rettungshunden,\n")
    page = SourceBlock(2, "Hundesteuersatzung", 3, f"{mark} Hunden aus dem Tierheim für die Dauer von 24 Monaten.\n")
    shown = [one.unit.shown for one in select_units("Steuer für einen Hund aus dem Tierheim?", [page, before])]
    assert not any("Tierheim" in text for text in shown)


OFFICE = SourceBlock(
    1,
    "Wohnung anmelden",
    1,
    "Zuständig ist das Bürgerbüro.\n\n## Öffnungszeiten\n\nMontags ist von 8.00 bis 16.00 Uhr Zeit.",
)
POOL = SourceBlock(2, "Freibad", 1, "Geöffnet hat das Freibad täglich von 9.00 bis 20.00 Uhr.")


def test_hours_of_something_else_are_no_answer_where_the_subject_is_named_elsewhere() -> None:
    asked = "Wann hat das Bürgerbüro geöffnet?"
    titled = replace(OFFICE, title="Wohnung im Bürgerbüro anmelden")
    [one] = select_units(asked, [POOL, titled])
    assert one.unit.shown.startswith("Montags")
    assert "Freibad" not in " ".join(found.unit.quote for found in select_units(asked, [POOL, OFFICE]))


def test_a_count_is_told_although_a_noun_of_the_question_stands_nowhere() -> None:
    rules = SourceBlock(
        3,
        "Benutzungsordnung der Stadtbücherei",
        1,
        "Die Leihfrist beträgt vier Wochen. Ein Haushalt darf höchstens zwölf Medien der Stadtbücherei ausleihen. "
        "Sie bittet um Ruhe.",
    )
    asked = "Wie viele Medien darf ein Haushalt mit Rabatt und Ausweis ausleihen?"
    assert "zwölf Medien" in first(asked, rules)


def test_what_must_be_done_goes_before_what_only_names_it() -> None:
    rules = SourceBlock(
        1,
        "Hundesteuersatzung",
        4,
        "Wer einen Hund aufnimmt, hat dies innerhalb von zwei Wochen beim Steueramt anzuzeigen. "
        "Für jeden angemeldeten Hund wird eine Marke ausgegeben, die außerhalb der Wohnung zu tragen ist.",
    )
    assert first("Muss ich meinen Hund anmelden?", rules).startswith("Wer einen Hund aufnimmt")


def test_a_law_defines_the_word_that_is_asked_for() -> None:
    law = SourceBlock(
        1,
        "Jugendschutzgesetz",
        1,
        "Im Sinne dieses Gesetzes\n\n1. sind Kinder Personen, die noch nicht 14 Jahre alt sind,\n"
        "2. sind Jugendliche Personen, die 14, aber noch nicht 18 Jahre alt sind.\n\n"
        "Versandhandel im Sinne dieses Gesetzes ist jedes entgeltliche Geschäft, das durch Postversand vollzogen wird, "
        "ohne dass sichergestellt ist, dass kein Versand an Kinder und Jugendliche erfolgt.",
    )
    assert "14 Jahre" in first("Wer ist ein Kind im Sinne des Jugendschutzgesetzes?", law)


def test_how_long_something_holds_is_said_by_what_holds() -> None:
    card = SourceBlock(
        1,
        "Die Ehrenamtskarte",
        1,
        "Die Ehrenamtskarte erhalten Personen, die\n\n- in der Stadt wohnen,\n"
        "- sich seit mindestens einem Jahr durchschnittlich fünf Stunden in der Woche engagieren.\n\n"
        "Die Karte gilt zwei Jahre und ist kostenfrei.",
    )
    assert first("Wie lange gilt die Ehrenamtskarte?", card).startswith("Die Karte gilt zwei Jahre")


def test_rules_of_another_place_do_not_decide() -> None:
    park = SourceBlock(
        1, "Grünanlagen", 1, "Nicht gestattet ist, Tiere mitzubringen; ausgenommen sind angeleinte Hunde und Kutschen."
    )
    library = SourceBlock(2, "Benutzung der Bücherei", 1, "Hunde dürfen nicht mit hinein.\n\nDie Ausleihe ist frei.")
    assert first("Darf ich meinen Hund in die Bücherei mitbringen?", park, library).startswith("Hunde dürfen nicht")


def test_a_width_is_no_price() -> None:
    market = SourceBlock(
        1,
        "Standgeld auf dem Wochenmarkt",
        1,
        "Der Stand auf dem Wochenmarkt darf 3,50 Meter breit sein. Ein Stand kostet 3,60 Euro je Meter.",
    )
    assert "3,60 Euro" in first("Was kostet ein Stand auf dem Wochenmarkt?", market)
    assert "3,50 Meter" not in " ".join(
        each.unit.shown for each in select_units("Was kostet ein Stand auf dem Wochenmarkt?", [market])
    )


def test_the_yes_or_no_below_the_question_of_a_document_comes_before_what_narrows_it() -> None:
    page = (
        "## Verlängert sich die Leihfrist, wenn die Bücherei schließt?\n\n"
        "Nein, sie verlängert sich nicht von selbst. Auf Antrag wird die Leihfrist bei längerer Schließung "
        "um eine Woche verlängert.\n\n"
        "## Wer haftet für verlorene Bücher?\n\nFür verlorene Bücher haftet, wer sie geliehen hat.\n"
    )
    found = select_units("Wird die Leihfrist länger, wenn die Bücherei schließt?", [SourceBlock(1, "Fragen", 1, page)])
    assert found[0].unit.shown.startswith("Nein")
    [other] = select_units("Kann ich für verlorene Bücher haften?", [SourceBlock(1, "Fragen", 1, page)])
    assert other.unit.shown.startswith("Für verlorene")
