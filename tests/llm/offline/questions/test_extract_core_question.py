"""What only leads to a question is left out, whatever words it has; what the question needs stays."""

import pytest

from apps.llm.offline.questions.extract_core_question import core_questions, story_stems
from apps.text.word_stems import fold, stem

SAID = frozenset(map(stem, map(fold, ("Trauung", "Schiff", "Gäste", "Hund", "Steuer", "Tonne", "Wohnung", "Baumgrab"))))


def core(message: str) -> str:
    return core_questions(message, SAID.__contains__)[0]


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("Hallo zusammen, ich hätte da mal eine Frage: wie viel kostet ein Ausweis?", "wie viel kostet ein Ausweis?"),
        ("Guten Tag, können Sie mir bitte sagen, wann das Amt öffnet? Vielen Dank!", "wann das Amt öffnet?"),
        ("hallo ich wollte mal fragen wie lange man dafür zeit hat", "wie lange man dafür zeit hat"),
        ("Hi! Kurze Frage, bis wann muss die Tonne raus?", "bis wann muss die Tonne raus?"),
        ("Moin, wann hat das Bad auf?", "wann hat das Bad auf?"),
        ("Servus, ich wollt nur wissen ob man im Rathaus heiraten kann", "Kann man im Rathaus heiraten?"),
        ("Sehr geehrte Damen und Herren, wo steht das Rathaus? Mit freundlichen Grüßen", "wo steht das Rathaus?"),
    ],
)
def test_greetings_announcements_and_thanks_are_no_part_of_the_question(message: str, question: str) -> None:
    assert core(message) == question


def test_of_a_story_nouns_stay_that_the_sources_know() -> None:
    told = "Wir heiraten im Juli auf dem Schiff, das freut uns. Wie viele Gäste dürfen auf das Fest mitkommen?"
    assert core(told) == "Wie viele Gäste dürfen auf das Fest mitkommen, Schiff?"


def test_what_leans_on_a_story_is_asked_with_all_of_it_first() -> None:
    told = "Wir haben seit Mai einen zweiten Hund. Wie viel Steuer kommt da jetzt dazu?"
    assert core_questions(told, SAID.__contains__) == [told, "Wie viel Steuer kommt da jetzt dazu, Hund?"]


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("Hundesteuer: wer ist befreit?", "wer ist befreit, Hundesteuer?"),
        ("Thema Kita – wie hoch ist das Essensgeld?", "wie hoch ist das Essensgeld, Thema Kita?"),
        ("Sperrmüll, dritte Abholung: Kosten?", "Kosten Sperrmüll, dritte Abholung"),
    ],
)
def test_a_topic_stands_behind_its_question(message: str, question: str) -> None:
    assert core(message) == question


@pytest.mark.parametrize(
    "message",
    [
        "Wenn ich umziehe, was muss ich tun?",
        "Muss ich dem Vermieter sagen, wann ich ausziehe?",
        "Wo kann ich fragen, wie lange es dauert?",
        "Was kostet eine Trauung?",
        "Wie hoch ist die Steuer für den ersten Hund: Und für den zweiten?",
        "Um 9:00 Uhr geöffnet?",
    ],
)
def test_what_belongs_to_the_question_stays(message: str) -> None:
    assert core_questions(message, SAID.__contains__) == [message]


def test_the_words_of_a_story_are_those_around_the_question() -> None:
    assert story_stems("Guten Tag, wir heiraten samstags. Was kostet eine Trauung?") == {"heirat", "samstag"}
    assert story_stems("Hallo, können Sie mir sagen, was eine Trauung kostet?") == frozenset()
    assert story_stems("Trauung am Samstag") == frozenset()
