"""Calibration of a judge: Cohen's kappa between people and that judge, for each criterion.

A calibration belongs to a model with a version of its prompt in a language. Another model, another wording or another
language is another judge and begins at zero; marks for its predecessor stay and count for that one alone.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, TypeVar, cast

from django.db.models import BooleanField, Exists, Model, OuterRef, Prefetch, Q, QuerySet, Value

from apps.evaluation.models import Review, Run, Verdict
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.statistics.cohens_kappa import CALIBRATED, FEWEST_CASES, FEWEST_PEOPLE, kappa
from apps.evaluation.statistics.parse_verdict import HIGHEST
from apps.llm.prompt_definitions.evaluation import CRITERIA, OVERALL

ALL_CRITERIA = (*CRITERIA, OVERALL)
REVIEW_COLUMNS = (*ALL_CRITERIA, "reviewer", "turn__score", "turn__criteria", "turn__dialogue__language")
"""Columns of a review with its turn."""
Row = TypeVar("Row", bound=Model)


class Judge(NamedTuple):
    """`prompt_version` such as "judge/3"; `language` of the dialogue."""

    model: str
    prompt_version: str
    language: str


def calibration_of_runs(*runs: Run) -> dict[str, Any]:
    """Says whether all judges that scored turns of these runs are calibrated. Three queries.

    `calibrated` only when every one of them is; `calibrated_criteria` are those that every one of them passed. A run
    that no judge of replies has scored, such as a comparison, is not calibrated.
    """
    known = calibrations_by_judge()
    judges = [known.get(judge) or judge_calibration(judge, []) for judge in sorted(scoring_judges(runs))]
    passed = [set(judge["calibrated_criteria"]) for judge in judges]
    return {
        "calibrated": bool(judges) and all(judge["calibrated"] for judge in judges),
        "calibrated_criteria": [name for name in CRITERIA if passed and all(name in names for names in passed)],
        "judges": judges,
    }


def calibrations_by_judge() -> dict[Judge, dict[str, Any]]:
    """The figures of every judge that people have marked against, by judge. Two queries."""
    by_judge: dict[Judge, list[Review]] = defaultdict(list)
    reviews = Review.objects.filter(turn__score__isnull=False).select_related("turn__dialogue").only(*REVIEW_COLUMNS)
    # Replies, passages and verdicts as they came are long, and every page of a run asks for all marks.
    verdicts = Verdict.objects.only("turn", "state", "model", "prompt_version")
    for review in reviews.prefetch_related(Prefetch("turn__verdicts", verdicts)).order_by("pk"):
        if judge := scoring_judge(review):
            by_judge[judge].append(review)
    return {judge: judge_calibration(judge, by_judge[judge]) for judge in sorted(by_judge)}


def scoring_judge(review: Review) -> Judge | None:
    """Who scored the turn; None where several did, such as a model and the one that stood in for it."""
    scored = [verdict for verdict in review.turn.verdicts.all() if verdict.state == DialogueTurnState.SCORED]
    names = {(verdict.model, verdict.prompt_version) for verdict in scored}
    return Judge(*names.pop(), review.turn.dialogue.language) if len(names) == 1 else None


def judge_calibration(judge: Judge, reviews: Sequence[Review]) -> dict[str, Any]:
    """Marks of several people on one turn count as several marks in a kappa, but as one case.

    `calibrated` only when the kappa of the overall mark is at least 0.6 over at least 50 cases marked by at least two
    people; a criterion is in `calibrated_criteria` by its own kappa in the same way.
    """
    marked = {name: [review for review in reviews if name in judge_marks(review)] for name in ALL_CRITERIA}
    kappas = {
        name: kappa([getattr(each, name) for each in rows], [judge_marks(each)[name] for each in rows])
        for name, rows in marked.items()
    }
    trusted = [name for name in ALL_CRITERIA if has_enough_agreement(kappas[name], marked[name])]
    return {
        **judge._asdict(),
        "calibrated": OVERALL in trusted,
        "calibrated_criteria": [name for name in trusted if name != OVERALL],
        "cases": count_cases(reviews),
        "people": count_reviewers(reviews),
        "marks": len(reviews),
        "kappa": {name: None if value is None else round(value, 4) for name, value in kappas.items()},
        "kappa_between_people": kappa_between_reviewers(reviews),
    }


def has_enough_agreement(value: float | None, reviews: Sequence[Review]) -> bool:
    agrees = value is not None and value >= CALIBRATED
    return agrees and count_cases(reviews) >= FEWEST_CASES and count_reviewers(reviews) >= FEWEST_PEOPLE


def count_cases(reviews: Sequence[Review]) -> int:
    return len({review.turn_id for review in reviews})


def count_reviewers(reviews: Sequence[Review]) -> int:
    return len({review.reviewer_id for review in reviews})


def judge_marks(review: Review) -> dict[str, int]:
    """The judge's marks as whole numbers, as people give them."""
    turn = review.turn
    marks = {name: whole_mark(value) for name, value in turn.criteria.items()}
    return marks if turn.score is None else {**marks, OVERALL: whole_mark(turn.score * HIGHEST)}


def whole_mark(value: float) -> int:
    """Halves, as two judges give them, go up: to the nearest even number, 3 and 5 would be given too seldom.

    Rounded first, since a score is a mark divided by five: 0.9 * 5 may be a hair less than 4.5.
    """
    return math.floor(round(value, 6) + 0.5)


def kappa_between_reviewers(reviews: Sequence[Review]) -> float | None:
    """Compares the overall marks of the first two people on the same turn."""
    by_turn: dict[int, list[int]] = defaultdict(list)
    for review in reviews:
        by_turn[review.turn_id].append(review.overall)
    pairs = [marks[:2] for marks in by_turn.values() if len(marks) >= 2]
    value = kappa([first for first, _ in pairs], [second for _, second in pairs])
    return None if value is None else round(value, 4)


def scoring_judges(runs: Sequence[Run]) -> set[Judge]:
    """One query."""
    scored = Verdict.objects.filter(state=DialogueTurnState.SCORED, turn__dialogue__run__in=runs)
    names = scored.order_by().values_list("model", "prompt_version", "turn__dialogue__language")
    return {Judge(*row) for row in names.distinct()}


def annotate_calibration(rows: QuerySet[Row], run: str = "pk") -> QuerySet[Row]:
    """Each row says as `is_calibrated` what `calibration_of_runs` says of its run; `run` is the column with its key.

    Two queries when it is called, none more for the rows.
    """
    trusted = [judge for judge, found in calibrations_by_judge().items() if found["calibrated"]]
    if not trusted:
        return cast("QuerySet[Row]", rows.annotate(is_calibrated=Value(False, BooleanField())))
    scored = Verdict.objects.filter(state=DialogueTurnState.SCORED, turn__dialogue__run=OuterRef(run))
    others = scored.exclude(reduce(or_, (Q(**judge_filter(judge)) for judge in trusted)))
    return cast("QuerySet[Row]", rows.annotate(is_calibrated=Exists(scored) & ~Exists(others)))


def judge_filter(judge: Judge) -> Mapping[str, str]:
    return {
        "model": judge.model,
        "prompt_version": judge.prompt_version,
        "turn__dialogue__language": judge.language,
    }
