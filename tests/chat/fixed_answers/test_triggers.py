"""Trigger words meet what people write, and nothing that only looks like it."""

import pytest

from apps.chat.fixed_answers.fuzzy_trigger_word_index import WordIndex
from apps.chat.fixed_answers.match_trigger_words import ReadMessage
from apps.chat.fixed_answers.normalise_message_words import message_words
from apps.chat.fixed_answers.triggers import BadTrigger, TriggerSet, parse_triggers


def is_met(lines: str, message: str, fillers: str = "") -> bool:
    triggers = TriggerSet(parse_triggers(lines), fillers.split())
    words = message_words(message, 100)
    return triggers.is_met(ReadMessage(words, WordIndex(triggers.atoms(), german=True)))


def test_words_are_met_in_their_order() -> None:
    assert is_met("mann schlägt mich", "Mein Mann schlaegt mich")
    assert not is_met("mann schlägt mich", "Mich schlägt der Mann")


def test_words_far_apart_do_not_belong_together() -> None:
    assert not is_met("mann mich", "Der Mann, der gestern mit seinem Hund am Ufer entlangging, fragte mich etwas")


def test_a_tilde_stands_for_any_order() -> None:
    assert is_met("~отца инфаркт", "Инфаркт у отца")


def test_an_excluded_word_anywhere_keeps_the_answer_away() -> None:
    assert not is_met("suizid !statistik", "Suizid in der Statistik")


def test_a_whole_message_may_hold_filling_words_only() -> None:
    assert is_met("=vielen dank", "Vielen lieben Dank für alles!", "lieben fur alles")
    assert not is_met("=vielen dank", "Vielen Dank, und wann ist offen?", "lieben fur alles")


@pytest.mark.parametrize("spelled", ["Suizidgedanken", "suizitgedanken", "SUIZIDGEDANCKEN", "suizidgedaken"])
def test_spelling_mistakes_are_forgiven(spelled: str) -> None:
    assert is_met("habe suizidgedanken", f"Ich habe {spelled}")


def test_a_short_real_word_is_no_spelling_mistake_of_another_one() -> None:
    assert not is_met("nicht mehr leben", "Ich will nicht mehr geben")


def test_a_line_without_words_is_refused_by_name() -> None:
    with pytest.raises(BadTrigger, match="!nur"):
        parse_triggers("gut\n!nur")
