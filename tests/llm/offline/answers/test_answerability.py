"""A question about another subject is told from one in other words by several features together."""

import pytest

from apps.llm.offline.answers.answerability import AnswerEvidence, evidence_surplus, is_statement
from apps.llm.offline.unit_selection.select_units import select_units
from apps.llm.prompts.delimit_quoted_text import SourceBlock

MENTION = SourceBlock(
    1,
    "Antwort auf die Frage zum Sitz des Patentgerichts",
    1,
    "Das Übereinkommen ist noch nicht unterzeichnet.\n\nDie Verhandlungen dauern an.\n\n"
    "Die Bundesregierung hat sich in allen Gesprächen der vergangenen Monate für London, Paris und München als "
    "mögliche Sitze der Kammern ausgesprochen.\n\nÜber Kosten wurde nicht gesprochen.\n\n"
    "Der Rat berät darüber im Herbst.\n\nWeitere Erkenntnisse liegen nicht vor.",
)
SUBJECT = SourceBlock(
    2,
    "München",
    1,
    "München ist die Hauptstadt von Bayern.\n\nDie Geschichte von München beginnt im Jahr 1158.\n\n"
    "Durch München fließt die Isar.",
)
PROMENADE = SourceBlock(
    3,
    "Richtlinie zur Förderung des Rückstauschutzes",
    1,
    "Gefördert wird der Einbau einer Rückstausicherung in bestehenden Gebäuden.\n\n"
    "Der Zuschuss beträgt 50 Prozent der Kosten, höchstens 750 Euro.",
)


def found(question: str, *frames: SourceBlock) -> str:
    return " ".join(one.unit.quote for one in select_units(question, frames))


def test_a_mention_answers_nothing_about_the_subject_and_a_page_about_it_does() -> None:
    assert found("Welche Geschichte hat München?", MENTION) == ""
    assert "1158" in found("Welche Geschichte hat München?", MENTION, SUBJECT)


def test_other_forms_of_the_words_are_recognised_by_their_letters() -> None:
    assert "Rückstausicherung" in found("Fördert die Stadt den Einbau einer Rückstauklappe?", MENTION, PROMENADE)


def test_a_figure_of_another_thing_is_no_answer_however_alike_the_words_are() -> None:
    assert found("Wie hoch ist der Zuschuss für den Einbau einer Photovoltaikanlage?", PROMENADE) == ""


LIBRARY = SourceBlock(
    4,
    "市立図書館",
    1,
    "市立図書館は火曜日から日曜日まで開いています。貸出期間は四週間です。「延滞料はいくらですか？」一日十円です。",
)


def test_writing_without_blanks_is_quoted_by_the_sentence_that_answers() -> None:
    assert found("貸出期間はどのくらいですか。", LIBRARY) == "貸出期間は四週間です。"
    assert found("湖の深さは何メートルですか。", LIBRARY) == ""


def test_a_question_is_a_lead_in_japanese_too() -> None:
    assert "一日十円です。" in found("延滞料はいくらですか。", LIBRARY)


REGISTRATION = SourceBlock(
    5,
    "Wohnung anmelden",
    2,
    "Bringen Sie Personalausweis oder Reisepass mit.\n\nAuch Kinder werden angemeldet.\n\n"
    "Das geht in jedem Bürgerbüro.\n\nWarten Sie nicht zu lange.\n\n"
    "### Was kostet die Anmeldung?\n\nAn-, Um- und Abmeldung sind gebührenfrei.",
)
COUNCIL = SourceBlock(
    6,
    "Niederschrift",
    3,
    "Stadträtin Demirel fragt, wie viele Wohnungen gebunden sind.\n\nStadträtin Demirel bittet um die Telefonnummern "
    "der Schuldnerberatung; diese ist seit 18.30 Uhr geschlossen.",
)


def test_a_fee_of_something_else_on_the_page_is_no_price_of_what_the_page_only_mentions() -> None:
    assert found("Was kostet ein Reisepass?", REGISTRATION) == ""
    assert "gebührenfrei" in found("Was kostet die Anmeldung der Wohnung?", REGISTRATION)


def test_a_question_for_a_telephone_number_is_answered_by_one_or_not_at_all() -> None:
    number = SourceBlock(
        7, "Niederschrift", 4, "Stadträtin Demirel ist unter der Telefonnummer 09999 55-640 zu erreichen."
    )
    assert found("Wie lautet die Telefonnummer von Stadträtin Demirel?", COUNCIL) == ""
    assert "55-640" in found("Wie lautet die Telefonnummer von Stadträtin Demirel?", COUNCIL, number)


def test_the_number_of_a_printed_paper_is_none_to_call() -> None:
    paper = SourceBlock(8, "Anfrage", 1, "Anfrage zum Bürgerbüro, Drucksache 8/0503 vom 8. September 2026.")
    assert found("Telefonnummer des Bürgerbüros", paper) == ""


def test_a_question_for_a_time_is_answered_by_one_or_not_at_all() -> None:
    undated = SourceBlock(8, "Burg Falkenstein", 1, "Die Burg Falkenstein wurde von den Grafen gegründet.")
    dated = SourceBlock(9, "Burg Falkenstein", 2, "Die Burg Falkenstein wurde im Jahr 895 gegründet.")
    assert found("Wann wurde die Burg Falkenstein gegründet?", undated) == ""
    assert "895" in found("Wann wurde die Burg Falkenstein gegründet?", undated, dated)


def test_a_table_that_goes_on_is_about_what_the_page_before_says() -> None:
    begins = SourceBlock(1, "Antwort", 1, "### Wie viele Kinder stehen auf der Warteliste?\n\nEs waren 213 Kinder.")
    goes_on = SourceBlock(
        2, "Antwort", 2, "| Ortsteil | Kinder |\n| --- | --- |\n| Nordstadt | 84 |\n| Weststadt | 47 |"
    )
    assert "84" in found("Wie viele Kinder stehen in der Nordstadt auf der Warteliste?", begins, goes_on)


def test_the_length_of_a_question_is_no_evidence_for_an_answer() -> None:
    asked = (
        "Welche Umstände und neuen Sachverhalte haben den Minister veranlasst, die angekündigte Überprüfung der "
        "Anweisungen für das Straf- und Bußgeldverfahren bei den Behörden der Zollverwaltung auf unbestimmte Zeit zu "
        "verschieben, und welche Folgen hat diese Entscheidung nach seiner Einschätzung für laufende Verhandlungen?"
    )
    assert found(asked, MENTION, PROMENADE, COUNCIL, REGISTRATION) == ""


def test_a_price_of_something_else_needs_more_than_one_of_what_is_named() -> None:
    of_it, of_other = (
        AnswerEvidence(8.0, 0.3, 0.2, 0.3, 0.6, terms=2, other_price=other, other_amount=0.0, ahead=1.0)
        for other in (0.0, 1.0)
    )
    assert evidence_surplus("Was kostet das?", of_it) - evidence_surplus("Was kostet das?", of_other) > 2


@pytest.mark.parametrize(
    ("text", "needs_more"),
    [
        ("Ich bekomme kein Geld mehr und weiß nicht weiter", True),
        ("Bekomme ich kein Geld mehr?", False),
        ("Ich möchte wissen, wann das Freibad öffnet", False),
        ("Wohngeld", False),
    ],
)
def test_what_is_told_needs_more_in_common_than_what_is_asked(text: str, needs_more: bool) -> None:
    evidence = AnswerEvidence(8.0, 0.3, 0.2, 0.3, 0.6, terms=2, other_price=0.0, other_amount=0.0, ahead=1.0)
    assert (evidence_surplus(text, evidence) < evidence_surplus("Was tun?", evidence)) is needs_more


@pytest.mark.parametrize(
    ("message", "is_told"),
    [
        ("wie melde ich meinen hund an", False),
        ("Wie meld ich mein Hund an", False),
        ("Ich habe einen Hund", True),
        ("Heute habe ich einen Hund gekauft", True),
    ],
)
def test_a_question_without_its_mark_is_asked_all_the_same(message: str, is_told: bool) -> None:
    assert is_statement(message) is is_told


MARKET = SourceBlock(1, "Marktordnung", 1, "Der Wochenmarkt ist mittwochs von 7.00 bis 13.00 Uhr.")
BUSES = SourceBlock(
    2,
    "Niederschrift",
    1,
    "## Kältebus\n\nDer Kältebus fährt täglich von 20.00 bis 24.00 Uhr vom Bahnhof zum Kornmarkt.\n\n"
    "## Verkehr\n\nDer Pendelbus endet am Gaswerk.\n\nGeschützt sind Bäume.",
)
TREES = SourceBlock(3, "Baumschutz", 1, "Laubbäume sind vom 1. März an geschützt.\n\nNadelbäume sind kleiner.")


def test_the_time_of_another_thing_of_the_kind_is_none_of_what_is_asked() -> None:
    assert "mittwochs" in found("Wann ist Wochenmarkt?", MARKET)
    assert found("Wann ist Flohmarkt?", MARKET) == ""
    assert found("Wann fährt der nächste Bus zum Bahnhof?", BUSES) == ""
    assert "20.00" in found("Wann fährt der Kältebus zum Bahnhof?", BUSES)


def test_who_asks_of_any_thing_is_answered_by_what_holds_for_one_kind() -> None:
    assert "1. März" in found("Ab wann ist ein Baum geschützt?", TREES)


def test_where_only_compounds_are_named_all_of_them_are_meant() -> None:
    page = "Die Ratssitzung ist am 3. Mai um 18 Uhr. Die Ausschusssitzung ist am 4. Mai."
    assert "3. Mai" in found("Wann ist die Sitzung?", SourceBlock(4, "Termine", 1, page))
