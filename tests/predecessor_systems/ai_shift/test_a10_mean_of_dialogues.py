"""A10: the mean of a run is over its dialogues, each the mean of its turns, however many those are."""

import pytest

from apps.evaluation.statistics.judge_scores import TurnScore, run_score


def dialogue(*scores: float) -> list[TurnScore]:
    return [TurnScore(score, {}, "") for score in scores]


def test_each_dialogue_weighs_the_same_however_many_turns_it_has() -> None:
    # By hand: (1 + 0.4) / 2; over all turns it would be (1 + 1 + 1 + 0.4) / 4 = 0.85.
    assert run_score([dialogue(1.0, 1.0, 1.0), dialogue(0.4)]).mean == pytest.approx(0.7)


def test_a_dialogue_without_a_score_is_left_out() -> None:
    assert run_score([dialogue(0.8), dialogue()]).mean == pytest.approx(0.8)
