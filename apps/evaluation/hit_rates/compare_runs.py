"""Compares two stored hit-rate runs: the questions that only one of them finds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from apps.evaluation.hit_rates.hit_rate import is_hit
from apps.evaluation.models import Run
from apps.evaluation.planning.variants import measured_name
from apps.evaluation.statistics.significance_tests import holm_correction, mcnemar_test, significance_verdict

Ranks = Mapping[str, int | None]
HIT_DEPTH = 3
"""The rank down to which a document counts as found."""


@dataclass(frozen=True, slots=True)
class FlippedRank:
    """A question whose document is among the first HIT_DEPTH in one run only, with its rank in both."""

    question: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class HitRateComparison:
    """`lost` and `won` by the later run; `p` is McNemar's exact one, corrected by Holm for all pairs shown."""

    before: str
    after: str
    questions: int
    lost: list[FlippedRank]
    won: list[FlippedRank]
    p: float
    verdict: str


def compare_hit_rates(
    before: Mapping[str, Any], after: Mapping[str, Any], *, hidden: Collection[str] = ()
) -> list[HitRateComparison]:
    """Compares what both results (result_with_current_names) hold under the same name; where there is none, the one
    each is shown by.

    `hidden` questions count and are not listed.
    """
    common = [(name, name) for name in before["ranks"] if name in after["ranks"]]
    pairs = common or [(before["shown"], after["shown"])]
    asked = [(ranks_by_question(before, old), ranks_by_question(after, new)) for old, new in pairs]
    tests = [mcnemar_test(*zip(*hits, strict=True)) if (hits := paired_hits(old, new)) else None for old, new in asked]
    corrected = holm_correction({str(place): test.p for place, test in enumerate(tests) if test})
    return [
        compare_ranks(pair, old, new, corrected[str(place)], hidden)
        for place, (pair, (old, new), test) in enumerate(zip(pairs, asked, tests, strict=True))
        if test
    ]


def result_with_current_names(run: Run) -> dict[str, Any]:
    """The result of a stored run. A profile whose short name an algorithm has got since stays a profile."""
    profiles = set(run.options.get("profiles", [])) - set(run.options.get("algorithms", []))
    names = {name: measured_name(name) if name in profiles else name for name in run.result["ranks"]}
    ranks = {names[name]: ranks for name, ranks in run.result["ranks"].items()}
    shown = run.result["shown"]
    return {**run.result, "ranks": ranks, "shown": names.get(shown, shown)}


def ranks_by_question(result: Mapping[str, Any], name: str) -> Ranks:
    return dict(zip(result["questions_asked"], result["ranks"][name], strict=True))


def paired_hits(old: Ranks, new: Ranks) -> list[tuple[bool, bool]]:
    """Pairs the questions that both asked."""
    return [
        (is_hit(rank, HIT_DEPTH), is_hit(new[question], HIT_DEPTH)) for question, rank in old.items() if question in new
    ]


def compare_ranks(
    pair: tuple[str, str], old: Ranks, new: Ranks, p: float, hidden: Collection[str]
) -> HitRateComparison:
    common = [FlippedRank(question, rank, new[question]) for question, rank in old.items() if question in new]
    lost = [each for each in common if is_hit(each.before, HIT_DEPTH) and not is_hit(each.after, HIT_DEPTH)]
    won = [each for each in common if is_hit(each.after, HIT_DEPTH) and not is_hit(each.before, HIT_DEPTH)]
    said = significance_verdict(len(lost), len(won), p)
    return HitRateComparison(
        *pair, len(common), drop_hidden_questions(lost, hidden), drop_hidden_questions(won, hidden), p, said
    )


def drop_hidden_questions(flips: list[FlippedRank], hidden: Collection[str]) -> list[FlippedRank]:
    return [each for each in flips if each.question not in hidden]
