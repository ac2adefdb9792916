"""Parses a judge's ballots on two answers, decides which variant wins, and tests whether that is significant.

Each pair is judged in both orders. Only a winner that both orders agree on wins; every disagreement is a tie.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from apps.evaluation.statistics.confidence_intervals import wilson_interval
from apps.evaluation.statistics.parse_verdict import json_objects_in_text, lowercase_keys
from apps.evaluation.statistics.significance_tests import holm_correction, sign_test, significance_verdict

Winner = Literal["a", "b", "tie"]
Winners = Mapping[str, Winner]

CRITERIA: Mapping[str, str] = {
    "comprehensiveness": "Wie viele Seiten und Einzelheiten der Frage deckt die Antwort ab?",
    "diversity": "Wie verschieden und reichhaltig sind die Blickwinkel und Einsichten der Antwort?",
    "empowerment": "Wie gut hilft die Antwort, den Gegenstand zu verstehen und selbst zu urteilen oder zu handeln?",
    "directness": "Wie genau und klar geht die Antwort auf die Frage ein?",
}
FIRST, SECOND, NEITHER = ("1", "first", "answer 1", "answer1", "a"), ("2", "second", "answer 2", "answer2", "b"), (
    "0", "tie", "neither", "both", "unentschieden", "equal",
)  # fmt: skip
WINNER_INSIDE = ("winner", "verdict", "answer", "better", "choice", "score")


class UnreadableBallot(ValueError):  # noqa: N818 - a state, counted as such
    """The reply names no winner for some criterion. The message says which."""


@dataclass(frozen=True, slots=True)
class ReadableBallot:
    """One readable reply of the judge."""

    a_first: bool
    winners: Winners


def parse_winners(text: str, criteria: Sequence[str], *, a_first: bool) -> Winners:
    """The winner for each criterion. Raises UnreadableBallot unless all of them can be read."""
    problem = "the reply holds no JSON object"
    for found in json_objects_in_text(text):
        data = lowercase_keys(found)
        missing = [name for name in criteria if parse_place(data.get(name.lower())) is None]
        if not missing:
            return {name: winner_from_place(parse_place(data[name.lower()]), a_first) for name in criteria}
        problem = f"no winner for {', '.join(missing)}"
    raise UnreadableBallot(problem)


def parse_place(value: object) -> int | None:
    """1, 2 or 0 from what a judge wrote for a criterion; None when it is none of them."""
    if isinstance(value, Mapping):
        inside = lowercase_keys(value)
        value = next((inside[name] for name in WINNER_INSIDE if name in inside), None)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    word = f"{value:g}" if isinstance(value, int | float) else value.strip().lower()
    for place, words in ((1, FIRST), (2, SECOND), (0, NEITHER)):
        if word in words:
            return place
    return None


def winner_from_place(place: int | None, a_first: bool) -> Winner:
    if not place:
        return "tie"
    return "a" if (place == 1) == a_first else "b"


def parse_reasons(text: str) -> str:
    """What the judge said for each criterion, one line each; empty when that cannot be read."""
    for found in json_objects_in_text(text):
        said = {name: value.get("reason") for name, value in found.items() if isinstance(value, Mapping)}
        return "\n".join(f"{name}: {reason}" for name, reason in said.items() if reason)
    return ""


def decide_criterion(ballots: Sequence[ReadableBallot], criterion: str) -> tuple[Winner | None, bool]:
    """Who wins the question, and whether the orders disagree. None when an order has no readable ballot."""
    votes = [
        majority_winner([ballot for ballot in ballots if ballot.a_first is a_first], criterion)
        for a_first in (True, False)
    ]
    if None in votes:
        return None, False
    return (votes[0], False) if votes[0] == votes[1] else ("tie", True)


def decide_all_criteria(ballots: Sequence[ReadableBallot], criteria: Sequence[str]) -> tuple[dict[str, Winner], bool]:
    """The winner for each criterion that both orders decided, and whether the orders disagree anywhere."""
    found = {name: decide_criterion(ballots, name) for name in criteria}
    return {name: winner for name, (winner, _) in found.items() if winner}, any(differ for _, differ in found.values())


def majority_winner(ballots: Sequence[ReadableBallot], criterion: str) -> Winner | None:
    """What most ballots of one order say; a tie when as many say a as b."""
    if not ballots:
        return None
    balance = sum({"a": 1, "b": -1, "tie": 0}[ballot.winners[criterion]] for ballot in ballots)
    return "a" if balance > 0 else "b" if balance < 0 else "tie"


def figures_by_criterion(
    results: Sequence[Mapping[str, Winner]], criteria: Sequence[str]
) -> dict[str, dict[str, object]]:
    """For each criterion wins, win rate of A (a tie is half a win) with Wilson's interval, Holm's p of a sign test."""
    counts = {name: [result[name] for result in results if name in result] for name in criteria}
    tests = {name: sign_test(found.count("a"), found.count("b")) for name, found in counts.items()}
    corrected = holm_correction(tests)
    return {name: criterion_figures(found, corrected[name]) for name, found in counts.items()}


def criterion_figures(found: Sequence[Winner], p_holm: float) -> dict[str, object]:
    wins, losses, ties = found.count("a"), found.count("b"), found.count("tie")
    won = wins + ties / 2
    return {
        "wins_a": wins,
        "wins_b": losses,
        "ties": ties,
        "win_rate_a": round(won / len(found), 4) if found else None,
        "interval_95": [round(end, 4) for end in wilson_interval(won, len(found))],
        "p_holm": round(p_holm, 6),
        "verdict": significance_verdict(wins, losses, p_holm),
    }


def starts_with_a(repetition: int) -> bool:
    """The order changes with each repetition, counted from 0."""
    return repetition % 2 == 0
