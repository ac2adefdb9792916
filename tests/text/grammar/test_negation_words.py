"""Words that deny are the same for the proof of answers and for plain language."""

import pytest

from apps.chat.contradictions.changed_negations import adds_negation
from apps.simplify.checks.meaning import negations as plain_language
from apps.text.grammar.negation_words import find_negations, is_negated
from tests.processor_time import at_most


@pytest.mark.parametrize(
    "text",
    [
        "Das gilt nicht.", "Es gibt keinerlei Gebühr.", "Keinesfalls darf das sein.", "Nirgends steht es.",
        "Niemandem wird geholfen.", "Die Nichtzahlung hat Folgen.", "Die nicht-öffentliche Sitzung ist lang.",
        "weder Hunde noch Katzen", "ohne Antrag", "No dogs are allowed.", "Nothing is due.", "None of them pay.",
        "You don't pay.", "You don’t pay.", "It is not due.", "Not all pay.",
    ],
)  # fmt: skip
def test_what_denies_is_seen(text: str) -> None:
    assert is_negated(text)
    assert find_negations(text)[0]


@pytest.mark.parametrize(
    "text",
    [
        "Das gilt.", "Nicht nur Hunde, sondern auch Katzen.", "Nicht zuletzt gilt das.", "not only dogs",
        "Wer in Not ist, bekommt Hilfe.", "see No. 5", "Nichtsdestotrotz gilt das.", "nicht mehr als drei Tage",
        "no later than Friday", "Notare und Niemeyer", "Ohnehin gilt das.",
    ],
)  # fmt: skip
def test_what_only_looks_like_it_denies_nothing(text: str) -> None:
    assert not is_negated(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Nothing is due.", "A fee is due."),
        ("You don’t pay the fee.", "You pay the fee."),
        ("The fee is nowhere due.", "The fee is due."),
        ("Es besteht keinerlei Anspruch.", "Es besteht ein Anspruch."),
    ],
)
def test_a_lost_negation_is_found_in_plain_language_and_an_added_one_in_answers(before: str, after: str) -> None:
    assert plain_language.check(before, after)
    assert adds_negation(before, [after], [])


@pytest.mark.parametrize("text", ["nicht", "nicht ", "n't", "nichts", "kein", "a", "no. ", "ob oder ", "Not "])
def test_a_long_text_is_searched_at_once(text: str) -> None:
    with at_most(0.5):
        find_negations(text * (100_000 // len(text)))
        is_negated(text * (100_000 // len(text)))
