"""Slips of the pen are mended by the words of the sources; words that German has stay as they are."""

import pytest

from apps.llm.offline.questions.respell_question import respell_question
from tests.processor_time import at_most

TEXTS = [
    "Das Freibad und das Fundbüro im Bürgerbüro. Die Hundesteuer, die Meldebescheinigung und der Sperrmüll.",
    "Schreiben Sie an buergerbuero@stadt.example. Der Wochenmarkt, eine Trauung, die Gebühr, der Grad der Behinderung.",
]

LETTERS = str.maketrans("0123456789", "abdfgklmno")
PAIRS = [(begin, end) for begin in ("bau", "gar", "hof", "lam", "mor", "ras") for end in ("tal", "wer", "zin", "pol")]


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
    assert respell_question(typed, TEXTS) == meant


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
    assert respell_question(question, TEXTS) == question


def test_people_are_not_others_whose_names_sound_alike() -> None:
    names = ["Zimmer von Frau Kowalsky, Herr Petersen und Familie Jilmaz"]
    for question in ("Wo sitzt Frau Dr. Kowalski?", "Ist Herr Petersohn da?", "An Herrn Karl Petersohn"):
        assert respell_question(question, names) == question


def test_a_message_of_misspelt_words_takes_little_time() -> None:
    texts = [" ".join(f"{begin}{end}{place}enheit".translate(LETTERS) for place in range(400)) for begin, end in PAIRS]
    question = "Wie hoch ist die Gebühr für " + " ".join(f"{begin}xqy{end}enhait" for begin, end in PAIRS)
    with at_most(1.0):
        respell_question(question, texts)
    assert respell_question("freibatt " * 500, TEXTS) == "freibatt " * 500
