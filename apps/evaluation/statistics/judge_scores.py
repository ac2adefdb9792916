"""Computes scores from a judge's marks: for a turn, a dialogue, a run."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apps.evaluation.statistics.confidence_intervals import mean_interval
from apps.evaluation.statistics.parse_verdict import HIGHEST, Marks
from apps.llm.prompt_definitions.evaluation import CRITERIA

WEAK_SCORE = 0.7
"""A reply below it is shown in red. With whole marks that is an overall mark of 3 or less."""


@dataclass(frozen=True, slots=True)
class TurnScore:
    score: float
    criteria: dict[str, float]
    reason: str


@dataclass(frozen=True, slots=True)
class RunScore:
    """`mean` is over dialogues, each the mean of its turns; None when nothing was scored."""

    mean: float | None
    interval: tuple[float, float] | None
    criteria: dict[str, float]


def join_marks(marks: Sequence[Marks], vote: str = "mean") -> TurnScore | None:
    """Several readings of one turn as one; None when none could be read.

    The reason is that of the reading nearest to the joined mark.
    """
    if not marks:
        return None
    overall = vote_value([each.overall for each in marks], vote)
    nearest = min(marks, key=lambda each: abs(each.overall - overall))
    given = {name: [each.criteria[name] for each in marks if name in each.criteria] for name in CRITERIA}
    return TurnScore(
        score=overall / HIGHEST,
        criteria={name: vote_value(values, vote) for name, values in given.items() if values},
        reason=nearest.reason,
    )


def vote_value(values: Sequence[float], vote: str) -> float:
    """The mean; or the value given most often, among equals the mean of these."""
    if vote != "majority":
        return mean(values)
    counted = Counter(values)
    most = max(counted.values())
    return mean([value for value, number in counted.items() if number == most])


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def run_score(dialogues: Iterable[Sequence[TurnScore]]) -> RunScore:
    """A long dialogue counts as much as a short one. Dialogues without a score do not count.

    Criteria are means over all scored turns. Example: turns of 1.0 and 0.6, and of 0.4, give (0.8 + 0.4) / 2 = 0.6.
    """
    scored = [turns for turns in dialogues if turns]
    if not scored:
        return RunScore(None, None, {})
    means = [mean([turn.score for turn in turns]) for turns in scored]
    every = [turn for turns in scored for turn in turns]
    given = {name: [turn.criteria[name] for turn in every if name in turn.criteria] for name in CRITERIA}
    return RunScore(mean(means), mean_interval(means), {name: mean(values) for name, values in given.items() if values})
