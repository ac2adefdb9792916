"""What the classifier of crises is fitted on is not what measures it."""

from benchmarks.crisis_weights import TRAINING
from benchmarks.fixed_answers import MESSAGES
from benchmarks.question_sets import questions


def written(text: str) -> str:
    return text.lower().strip(" ?!.")


def test_no_message_that_measures_is_in_the_training() -> None:
    measured = {written(row["message"]) for path in MESSAGES.glob("*.tsv") for row in questions(path)}
    learned = [written(row["message"]) for path in TRAINING.glob("*.tsv") for row in questions(path)]
    assert learned
    assert measured.isdisjoint(learned)
