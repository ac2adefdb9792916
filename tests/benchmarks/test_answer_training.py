"""What the weights of offline answers are fitted on is not what measures them."""

from benchmarks.answer_weights import BUILT_ON
from benchmarks.offline_answers import CLOSED, QUESTIONS, TRAINING
from benchmarks.question_sets import questions


def asked(text: str) -> str:
    return text.lower().strip(" ?!.")


def test_no_question_that_measures_is_in_the_training() -> None:
    measured = {asked(row["question"]) for path in QUESTIONS.glob("*.tsv") for row in questions(path)}
    learned = [asked(row["question"]) for path in TRAINING.glob("*.tsv") for row in questions(path)]
    assert learned
    assert measured.isdisjoint(learned)
    assert set(CLOSED).isdisjoint(BUILT_ON)
