"""What people tell before they ask, or ask a question for again, may decide the answer: the sentence for their case is
shown beside the rule, and what holds for one case is no answer to a follow-up question about another."""

import pytest

from apps.llm.offline.questions.rephrase_question import split_asked_case
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

POOL = (
    "# Waldbad Hinterau\n\nDer Eintritt ins Waldbad kostet 5 Euro. Kinder unter 6 Jahren zahlen nichts.\n\n"
    "Das Waldbad ist täglich von 9 bis 20 Uhr geöffnet. Abweichend von Satz 1 ist es montags geschlossen."
)
PRICE, CHILDREN = "Der Eintritt ins Waldbad kostet 5 Euro.", "Kinder unter 6 Jahren zahlen nichts."
HOURS, MONDAY = (
    "Das Waldbad ist täglich von 9 bis 20 Uhr geöffnet.",
    "Abweichend von Satz 1 ist es montags geschlossen.",
)
DOGS = "Die Hundesteuer beträgt für den ersten Hund 100 Euro. Für jeden weiteren Hund beträgt sie 150 Euro."


def shown(question: str, page: str) -> list[str]:
    return [one.unit.shown for one in select_units(question, [SourceBlock(1, "Dokument", 1, page)])]


@pytest.mark.parametrize(
    ("question", "rule", "case"),
    [
        (
            "Ich wohne nicht in der Stadt, was kostet der Ausweis für die Bücherei?",
            "Der Ausweis der Bücherei kostet 10 Euro.",
            "Wer nicht in der Stadt wohnt, zahlt 20 Euro.",
        ),
        (
            "Wir heiraten samstags. Wie hoch ist die Gebühr für die Trauung?",
            "Die Gebühr für die Trauung beträgt 50 Euro.",
            "Samstags beträgt sie 120 Euro.",
        ),
        (
            "Mein Hund ist ein Blindenhund, was kostet die Hundesteuer?",
            "Die Hundesteuer beträgt 100 Euro im Jahr.",
            "Für einen Blindenführhund ist keine Steuer zu zahlen.",
        ),
        (
            "Ich habe einen Blindenhund. Was kostet die Hundesteuer?",
            "Die Hundesteuer beträgt 100 Euro im Jahr.",
            "Für einen Blindenführhund ist keine Steuer zu zahlen.",
        ),
        (
            "Meine Tochter ist drei Jahre alt. Was kostet der Eintritt?",
            "Der Eintritt kostet 5 Euro.",
            "Kinder unter sechs Jahren zahlen nichts.",
        ),
        (
            "Ich bin kein Mitglied, was kostet der Kurs?",
            "Der Kurs kostet 40 Euro.",
            "Mitglieder zahlen 20 Euro.",
        ),
    ],
)
def test_the_sentence_for_the_case_that_is_told_stands_beside_the_rule(question: str, rule: str, case: str) -> None:
    assert shown(question, f"{rule} {case}") == [rule, case]


def test_a_sentence_may_stand_between_the_rule_and_the_case() -> None:
    rule, between, case = (
        "Der Eintritt ins Freibad kostet 5 Euro.",
        "Karten gibt es an der Kasse.",
        "Schwerbehinderte zahlen nichts.",
    )
    question = "Ich bin schwerbehindert. Was kostet der Eintritt ins Freibad?"
    assert shown(question, f"{rule} {between} {case}") == [rule, case]


def test_what_is_told_and_decides_nothing_adds_nothing() -> None:
    page = "Der Kurs kostet 40 Euro. Anmeldungen nimmt die Volkshochschule entgegen."
    assert shown("Ich bin neu hier, was kostet der Kurs? Vielen Dank!", page) == ["Der Kurs kostet 40 Euro."]


def test_under_another_heading_the_case_is_that_of_another_matter() -> None:
    page = "## Trauung\n\nDie Trauung kostet 50 Euro.\n\n## Saalmiete\n\nSamstags kostet der Saal 120 Euro."
    assert "Samstags kostet der Saal 120 Euro." not in shown("Wir heiraten samstags. Was kostet die Trauung?", page)


def test_no_more_than_two_sentences_are_said() -> None:
    rule, other, case = (
        "Der Eintritt ins Freibad kostet 5 Euro.",
        "Der Eintritt ins Freibad kostet ab 18 Uhr 3 Euro.",
        "Schwerbehinderte zahlen nichts.",
    )
    question = "Ich bin schwerbehindert. Was kostet der Eintritt ins Freibad?"
    assert shown(question, f"{rule} {other} {case}") == [rule, case]


def test_the_answer_to_a_second_question_gives_way_to_nothing() -> None:
    page = (
        "Die Hundesteuer beträgt 100 Euro im Jahr. Für einen Blindenführhund ist keine Steuer zu zahlen.\n\n"
        "Die Hundemarke gibt das Bürgerbüro aus."
    )
    question = "Mein Hund ist ein Blindenhund. Wie hoch ist die Hundesteuer und wer gibt die Hundemarke aus?"
    assert "Die Hundemarke gibt das Bürgerbüro aus." in shown(question, page)


@pytest.mark.parametrize(
    ("question", "sentences"),
    [
        ("Was kostet der Eintritt ins Waldbad Hinterau: und für Kinder?", [PRICE, CHILDREN]),
        ("Wann hat das Waldbad Hinterau geöffnet: und montags?", [HOURS, MONDAY]),
        ("Wann hat das Waldbad Hinterau geöffnet: und am Sonntag?", [HOURS]),
    ],
)
def test_the_sentence_for_the_case_stands_beside_the_rule(question: str, sentences: list[str]) -> None:
    assert shown(question, POOL) == sentences


@pytest.mark.parametrize(
    "question",
    [
        "Was kostet der Eintritt ins Waldbad Hinterau: und für Senioren?",
        "Was kostet der Eintritt ins Waldbad Hinterau: und im Hallenbad?",
        "Was kostet der Eintritt ins Waldbad Hinterau: What about students?",
    ],
)
def test_a_case_of_which_nothing_is_said_is_not_answered(question: str) -> None:
    assert shown(question, POOL) == []


@pytest.mark.parametrize("case", ["Und für den dritten?", "und für den zweiten Hund?"])
def test_a_further_one_is_told_by_the_rule_for_each(case: str) -> None:
    page = DOGS if "dritten" in case else DOGS.replace("jeden weiteren", "den zweiten")
    assert any(
        "150" in sentence for sentence in shown(f"Wie hoch ist die Hundesteuer für den ersten Hund: {case}", page)
    )


def test_what_asks_something_of_its_own_is_no_case() -> None:
    page = "Der Ausweis für Bewohner kostet 30 Euro. Der Ausweis für Bewohner gilt ein Jahr."
    found = shown("Ausweis für Bewohner: und wie lange gilt er?", page)
    assert "Der Ausweis für Bewohner gilt ein Jahr." in found


@pytest.mark.parametrize(
    "question",
    [
        "Wann hat das Hallenbad Hinterau geöffnet?",
        "Wann hat das Waldbad Hinterau geöffnet: und das Hallenbad?",
        "das Waldbad Hinterau geöffnet: Und wann das Hallenbad?",
    ],
)
def test_the_hours_of_one_bath_are_none_of_another(question: str) -> None:
    assert shown(question, POOL) == []


@pytest.mark.parametrize("question", ["Wann hat das Waldbad geöffnet?", "Wann hat das Bad in Hinterau geöffnet?"])
def test_the_bath_itself_is_answered_by_its_name_or_its_kind(question: str) -> None:
    assert HOURS in shown(question, POOL)


@pytest.mark.parametrize("case", ["und im Jahr 2019?", "und 2019?", "und letztes Jahr?"])
def test_a_fee_for_each_year_says_nothing_of_another_year(case: str) -> None:
    page = "Die Hundesteuer beträgt im Jahr 100 Euro."
    assert shown(f"Wie hoch ist die Hundesteuer: {case}", page) == []


def test_a_fee_for_each_year_is_one_in_the_year() -> None:
    page = "Die Hundesteuer beträgt im Jahr 100 Euro."
    assert shown("Wie hoch ist die Hundesteuer: und im Jahr?", page) == [page]


def test_what_is_said_of_the_group_asked_for_stands_beside_the_price() -> None:
    assert shown("Was kostet der Eintritt ins Waldbad für Kinder?", POOL) == [PRICE, CHILDREN]
    assert shown("Was kostet der Eintritt ins Waldbad?", POOL) == [PRICE]


def test_an_act_is_no_group() -> None:
    page = "Die Anmeldung kostet 5 Euro. Bei der ersten Anmeldung ist die Geburtsurkunde vorzulegen."
    assert shown("Was kostet die Karte für die Anmeldung?", page) == shown("Was kostet die Karte zur Anmeldung?", page)


@pytest.mark.parametrize("case", ["Und abends?", "Und am Samstagvormittag?", "Und im August?", "Und am 3. Oktober?"])
def test_hours_of_all_days_tell_of_each_time(case: str) -> None:
    page = "Die Bücherei hat das ganze Jahr täglich von 10 bis 20 Uhr geöffnet."
    assert shown(f"Wann hat die Bücherei geöffnet: {case}", page) == [page]


def test_a_question_with_its_own_verb_is_no_case() -> None:
    assert split_asked_case("Wie beantrage ich einen Ausweis: Und geht das auch online?")[1] == ""
    assert split_asked_case("Was kostet der Eintritt: Und für Kinder?")[1] == "Und für Kinder?"


def test_where_one_sentence_is_wanted_the_one_for_the_case_is_said() -> None:
    sources = [SourceBlock(1, "Dokument", 1, "Der Eintritt kostet 5 Euro. Kinder unter 6 Jahren zahlen nichts.")]
    found = select_units("Was kostet der Eintritt: Und für Kinder?", sources, most_units=1)
    assert [one.unit.shown for one in found] == ["Kinder unter 6 Jahren zahlen nichts."]


def test_the_other_figure_of_another_page_gives_way_to_no_case() -> None:
    sources = [
        SourceBlock(1, "Bad", 1, "Der Eintritt kostet 5 Euro. Kinder unter sechs Jahren zahlen nichts."),
        SourceBlock(2, "Preise", 1, "Der Eintritt kostet 6 Euro."),
    ]
    found = select_units("Meine Tochter ist drei Jahre alt. Was kostet der Eintritt?", sources)
    assert {"Der Eintritt kostet 5 Euro.", "Der Eintritt kostet 6 Euro."} <= {one.unit.shown for one in found}


@pytest.mark.parametrize(
    ("beside", "is_shown"),
    [
        ("Für Kinder gibt es ein eigenes Becken.", False),
        ("Für Kinder ist der Eintritt frei.", True),
        ("Kinder zahlen 2 Euro.", True),
        ("Kinder erhalten 50 Prozent Ermäßigung.", True),
    ],
)
def test_beside_a_price_stands_what_is_paid_in_the_case(beside: str, is_shown: bool) -> None:
    found = shown(
        "Was kostet der Eintritt ins Freibad: Und für Kinder?", f"Der Eintritt ins Freibad kostet 5 Euro. {beside}"
    )
    assert (beside in found) == is_shown


def test_a_title_that_names_a_group_tells_no_price_of_it() -> None:
    sources = [SourceBlock(1, "Freibad für Kinder und Erwachsene", 1, "Für Erwachsene kostet der Eintritt 5 Euro.")]
    assert select_units("Was kostet der Eintritt: Und für Kinder?", sources) == []
