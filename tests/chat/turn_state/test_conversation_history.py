"""What a follow-up question may know of the conversation."""

from apps.chat.turn_state.conversation_history import CUT, NOT_FINISHED, PastTurn, turns_to_remember, was_cut_off


def turn(number: int, state: str = "done", answer: str = "Antwort") -> PastTurn:
    return PastTurn(f"Frage {number}", f"{answer} {number} [1].", state)


def test_turns_come_oldest_first_without_the_numbers_of_old_sources() -> None:
    assert turns_to_remember([turn(1), turn(2)]) == [("Frage 1", "Antwort 1 ."), ("Frage 2", "Antwort 2 .")]


def test_only_the_last_twenty_turns_are_kept() -> None:
    kept = turns_to_remember([turn(number) for number in range(1, 31)])
    assert [question for question, _ in kept] == [f"Frage {number}" for number in range(11, 31)]


def test_a_small_budget_keeps_the_newest() -> None:
    kept = turns_to_remember([turn(1, answer="lang " * 500), turn(2)], budget_tokens=100)
    assert [question for question, _ in kept] == ["Frage 2"]


def test_an_interrupted_answer_never_counts_as_what_the_documents_say() -> None:
    kept = turns_to_remember([turn(1, "interrupted"), turn(2, "done_without_llm"), turn(3, "refused")])
    assert [answer for _, answer in kept] == [NOT_FINISHED, NOT_FINISHED, "Antwort 3 ."]


def test_an_answer_that_was_cut_says_so_where_it_ends() -> None:
    past = PastTurn("Frage", "Sie brauchen erstens [1]", "done", was_cut_off([{"kind": "cut_off", "text": "…"}]))
    assert turns_to_remember([past]) == [("Frage", f"Sie brauchen erstens {CUT}")]
    assert not was_cut_off([{"kind": "unproved_sentence", "text": "…"}])
