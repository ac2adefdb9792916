"""Who wins, in both orders; what is chance is called so."""

import json
import random

import pytest

from apps.evaluation.comparisons.pairwise_judgements import (
    CRITERIA,
    ReadableBallot,
    UnreadableBallot,
    decide_all_criteria,
    decide_criterion,
    figures_by_criterion,
    parse_winners,
    starts_with_a,
)

NAMES = list(CRITERIA)


def ballots(*winners: str) -> list[ReadableBallot]:
    """The first one with A in front, then in turn."""
    return [ReadableBallot(place % 2 == 0, {"x": winner}) for place, winner in enumerate(winners)]  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("winners", "result"),
    [
        (["a", "a"], ("a", False)),
        (["a", "b"], ("tie", True)),
        (["a", "tie"], ("tie", True)),
        (["tie", "tie"], ("tie", False)),
        (["b", "b", "b", "tie"], ("b", False)),
        (["a", "a", "b", "a"], ("tie", True)),
        (["b", "b", "b"], ("b", False)),
        (["a"], (None, False)),
        ([], (None, False)),
    ],
)
def test_only_what_both_orders_agree_on_wins(winners: list[str], result: tuple[str | None, bool]) -> None:
    assert decide_criterion(ballots(*winners), "x") == result


def test_the_figures_of_the_contract() -> None:
    results = [{"x": "a"}] * 11 + [{"x": "b"}] * 5 + [{"x": "tie"}] * 4
    row = figures_by_criterion(results, ["x"])["x"]  # type: ignore[arg-type]
    assert (row["wins_a"], row["wins_b"], row["ties"], row["win_rate_a"]) == (11, 5, 4, 0.65)
    assert row["interval_95"] == [pytest.approx(0.43, abs=0.005), pytest.approx(0.82, abs=0.005)]
    assert row["p_holm"] == pytest.approx(0.21, abs=0.005)
    assert row["verdict"] == "not distinguishable"


def test_a_clear_winner_is_named_and_several_criteria_make_it_harder() -> None:
    clear = [dict.fromkeys(NAMES, "b") for _ in range(12)]
    assert {row["verdict"] for row in figures_by_criterion(clear, NAMES).values()} == {"b better"}  # type: ignore[arg-type]
    # Six of six: p is 0.031 alone, and 0.125 as one of four.
    six = clear[:6]
    assert figures_by_criterion(six, NAMES[:1])[NAMES[0]]["verdict"] == "b better"  # type: ignore[arg-type]
    assert figures_by_criterion(six, NAMES)[NAMES[0]]["verdict"] == "not distinguishable"  # type: ignore[arg-type]


@pytest.mark.parametrize("repeats", [2, 4, 5])
def test_what_is_the_same_is_not_distinguishable_in_at_least_95_of_100_runs(repeats: int) -> None:
    """A judge who tosses coins over 40 questions, read, counted and reported as a run does it."""
    good = 0
    for seed in range(100):
        coins = random.Random(seed)  # noqa: S311 - nothing secret
        results = [
            decide_all_criteria([tossed(coins, number) for number in range(repeats)], NAMES)[0] for _ in range(40)
        ]
        good += all(
            row["interval_95"][0] <= 0.5 <= row["interval_95"][1] and row["verdict"] == "not distinguishable"
            for row in figures_by_criterion(results, NAMES).values()
        )
    assert good >= 95


def tossed(coins: random.Random, number: int) -> ReadableBallot:
    reply = json.dumps({name: {"reason": "…", "winner": coins.choice([0, 1, 2])} for name in NAMES})
    a_first = starts_with_a(number)
    return ReadableBallot(a_first, parse_winners(reply, NAMES, a_first=a_first))


def test_winners_are_read_in_the_forms_judges_write_them() -> None:
    spread = json.dumps({name: {"reason": "…", "winner": 1} for name in NAMES})
    assert parse_winners(f"```json\n{spread}\n```", NAMES, a_first=False) == dict.fromkeys(NAMES, "b")
    short = json.dumps(dict(zip(NAMES, [1, "2", 0, "tie"], strict=True)))
    assert list(parse_winners(short, NAMES, a_first=True).values()) == ["a", "b", "tie", "tie"]


THREE, TRUE = json.dumps(dict.fromkeys(NAMES, 3)), json.dumps(dict.fromkeys(NAMES, True))


@pytest.mark.parametrize("reply", ["", "1", "{}", '{"comprehensiveness": 1}', THREE, TRUE])
def test_a_ballot_that_decides_not_everything_does_not_count(reply: str) -> None:
    with pytest.raises(UnreadableBallot):
        parse_winners(reply, NAMES, a_first=True)
