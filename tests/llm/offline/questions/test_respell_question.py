"""Slips of the pen are mended by the words of the sources; words that German has stay as they are."""

import pytest

from apps.llm.offline.questions.respell_question import respelled

TEXTS = [
    "Das Freibad und das Fundbüro im Bürgerbüro. Die Hundesteuer, die Meldebescheinigung und der Sperrmüll.",
    "Schreiben Sie an buergerbuero@stadt.example. Der Wochenmarkt, eine Trauung, die Gebühr, der Grad der Behinderung.",
]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wan hat das freibatt offen", "wann hat das freibad offen"),
        ("Öffnungszeiten Bürgerbühro", "Öffnungszeiten Bürgerbüro"),
        ("was kostet die hundestuer", "was kostet die hundesteuer"),
        ("gebür für meldebescheinigunk", "gebühr für meldebescheinigung"),
        ("Wie vil kostet eine Trauhung?", "Wie viel kostet eine Trauung?"),
        ("spermüll", "sperrmüll"),
    ],
)
def test_a_word_that_nobody_has_becomes_the_one_that_sounds_alike(typed: str, meant: str) -> None:
    assert respelled(typed, TEXTS) == meant


@pytest.mark.parametrize(
    "question",
    [
        "Wann ist Flohmarkt?",
        "Was kostet ein schmaler Grat?",
        "Kampfhund anleinen",
        "How much is the dog tax?",
        "Wo liegt Zwickau?",
        "Freibäder und Gebühren",
    ],
)
def test_words_of_german_of_other_languages_and_of_the_sources_stay(question: str) -> None:
    assert respelled(question, TEXTS) == question
