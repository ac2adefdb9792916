"""Whether the judge may be believed: Cohen's kappa between people and the judge, for each criterion."""

from collections import defaultdict
from typing import Any

from apps.evaluation.models import Review
from apps.evaluation.statistics.cohens_kappa import CALIBRATED, FEWEST_MARKS, kappa
from apps.llm.prompts.definitions.evaluation import CRITERIA, OVERALL

ALL = (*CRITERIA, OVERALL)


def calibration() -> dict[str, Any]:
    """Over all reviewed turns that the judge scored. Two queries.

    Marks of several people on one turn count as several marks. `calibrated` only when the kappa of the overall mark
    is at least 0.6 over at least ten marks; until then every score is shown as uncalibrated. Each criterion is judged
    by its own kappa in the same way: `calibrated_criteria` are those that passed.
    """
    reviews = list(Review.objects.filter(turn__score__isnull=False).select_related("turn"))
    people: dict[str, list[int]] = defaultdict(list)
    judge: dict[str, list[int]] = defaultdict(list)
    for review in reviews:
        marks = judge_marks(review)
        for name in ALL:
            if name in marks:
                people[name].append(getattr(review, name))
                judge[name].append(marks[name])
    kappas = {name: kappa(people[name], judge[name]) for name in ALL}
    trusted = [name for name in ALL if is_enough(kappas[name], len(people[name]))]
    return {
        "calibrated": OVERALL in trusted,
        "calibrated_criteria": [name for name in trusted if name != OVERALL],
        "marks": len(people[OVERALL]),
        "kappa": {name: None if value is None else round(value, 4) for name, value in kappas.items()},
        "kappa_between_people": between_people(reviews),
    }


def is_enough(value: float | None, marks: int) -> bool:
    return value is not None and value >= CALIBRATED and marks >= FEWEST_MARKS


def judge_marks(review: Review) -> dict[str, int]:
    """The judge's marks as whole numbers, as people give them."""
    turn = review.turn
    marks = {name: round(value) for name, value in turn.criteria.items()}
    return marks if turn.score is None else {**marks, OVERALL: round(turn.score * 5)}


def between_people(reviews: list[Review]) -> float | None:
    """Of the overall marks of the first two people on the same turn."""
    by_turn: dict[int, list[int]] = defaultdict(list)
    for review in sorted(reviews, key=lambda review: review.pk):
        by_turn[review.turn_id].append(review.overall)
    pairs = [marks[:2] for marks in by_turn.values() if len(marks) >= 2]
    value = kappa([first for first, _ in pairs], [second for _, second in pairs])
    return None if value is None else round(value, 4)
