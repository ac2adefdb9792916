"""Two stored runs of hit rates beside each other: the questions that only one of them finds. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from apps.evaluation.hit_rates.paired_difference import verdict
from apps.evaluation.statistics.significance import holm, mcnemar

Ranks = Mapping[str, int | None]
AT = 3


@dataclass(frozen=True, slots=True)
class Flipped:
    """A question that is among the first three in one run only."""

    question: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Beside:
    """`lost` and `won` by the later run; `p` is McNemar's exact one, corrected by Holm for all pairs shown."""

    before: str
    after: str
    questions: int
    lost: list[Flipped]
    won: list[Flipped]
    p: float
    verdict: str


def laid_beside(before: Mapping[str, Any], after: Mapping[str, Any], *, hidden: Collection[str] = ()) -> list[Beside]:
    """Results of two runs. What both measured by the same name; where nothing is, the ones they are known by.

    `hidden` questions count and are not listed.
    """
    common = [(name, name) for name in before["ranks"] if name in after["ranks"]]
    pairs = common or [(before["shown"], after["shown"])]
    asked = [(ranks_of(before, old), ranks_of(after, new)) for old, new in pairs]
    tests = [mcnemar(*zip(*hits, strict=True)) if (hits := hits_of(old, new)) else None for old, new in asked]
    corrected = holm({str(place): test.p for place, test in enumerate(tests) if test})
    return [
        beside(pair, old, new, corrected[str(place)], hidden)
        for place, (pair, (old, new), test) in enumerate(zip(pairs, asked, tests, strict=True))
        if test
    ]


def ranks_of(result: Mapping[str, Any], name: str) -> Ranks:
    return dict(zip(result["questions_asked"], result["ranks"][name], strict=True))


def hits_of(old: Ranks, new: Ranks) -> list[tuple[bool, bool]]:
    """Of the questions that both asked."""
    return [(is_hit(rank), is_hit(new[question])) for question, rank in old.items() if question in new]


def is_hit(rank: int | None) -> bool:
    return rank is not None and rank <= AT


def beside(pair: tuple[str, str], old: Ranks, new: Ranks, p: float, hidden: Collection[str]) -> Beside:
    common = [Flipped(question, rank, new[question]) for question, rank in old.items() if question in new]
    lost = [each for each in common if is_hit(each.before) and not is_hit(each.after)]
    won = [each for each in common if is_hit(each.after) and not is_hit(each.before)]
    said = verdict(len(lost), len(won), p)
    return Beside(*pair, len(common), shown(lost, hidden), shown(won, hidden), p, said)


def shown(flips: list[Flipped], hidden: Collection[str]) -> list[Flipped]:
    return [each for each in flips if each.question not in hidden]
