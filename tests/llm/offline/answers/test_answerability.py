"""A question about another subject is told from one in other words by several signs together."""

from apps.llm.offline.answers.select_units import select_units
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
