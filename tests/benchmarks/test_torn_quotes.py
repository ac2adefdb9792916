"""The benchmark of torn quotes in its short form: nothing that lost what narrows it is called proved."""

from argparse import Namespace

from benchmarks import torn_quotes
from benchmarks.adversaries.sentences import Sentence


def kinds_of(text: str, language: str = "de") -> dict[str, str]:
    return {case["kind"]: case["quote"] for case in torn_quotes.torn(Sentence(text, language, "a.md"))}


def test_the_ends_that_narrow_a_sentence_are_torn_off() -> None:
    assert kinds_of("Das Grillen ist im Park gestattet, sofern kein Wind weht.") == {
        "condition": "Das Grillen ist im Park gestattet"
    }
    assert kinds_of("Der Eintritt kostet am Abend nichts für Studierende.") == {
        "persons": "Der Eintritt kostet am Abend nichts"
    }
    assert kinds_of("The pool may be used in the evening unless it rains.", "en") == {
        "condition": "The pool may be used in the evening"
    }
    assert kinds_of("Das Amt ist am Montag geschlossen.") == {}


def test_none_of_them_is_called_proved() -> None:
    cases = list(torn_quotes.drawn(Namespace(half="all", short=True, seed=1)))
    figures = torn_quotes.measured(cases)
    assert len(cases) >= 40
    assert figures["called_proved"] == 0, figures
    assert figures["unseen"] >= 20
    assert "unseen" not in figures["unseen_called_proved"], figures
