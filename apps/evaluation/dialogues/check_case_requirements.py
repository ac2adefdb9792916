"""Checks whether a dialogue meets the requirements of its case: by code first, by the judge's score last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.evaluation.statistics.judge_scores import WEAK_SCORE
from apps.evaluation.statistics.turn_metrics_without_judge import is_found
from apps.text.word_stems import fold


@dataclass(frozen=True, slots=True)
class CheckedTurn:
    reply: str
    refused: bool
    failed: bool
    places: Sequence[tuple[str, int | None]]


def case_failures(turns: Sequence[CheckedTurn], expectation: Mapping[str, Any], score: float | None) -> list[str]:
    """Why the dialogue failed, in short words that reference.md explains; empty when it passed.

    Refusal is asked of the first turn, whose question is the case's own; texts are looked for in all replies.
    """
    if not turns or any(turn.failed for turn in turns):
        return ["failed"]
    must_refuse = expectation.get("must_refuse")
    found = []
    if must_refuse and not turns[0].refused:
        found.append("not_refused")
    if must_refuse is False and turns[0].refused:
        found.append("refused")
    replies = fold("\n".join(turn.reply for turn in turns))
    found += [f"missing: {text}" for text in expectation.get("required", []) if fold(text) not in replies]
    found += [f"forbidden: {text}" for text in expectation.get("forbidden", []) if fold(text) in replies]
    places = [place for turn in turns for place in turn.places]
    expected = [(name, page) for name, page in expectation.get("expected", [])]
    if expected and not must_refuse and not any(is_found(place, places) for place in expected):
        found.append("wrong_document")
    if score is not None and score < WEAK_SCORE and not must_refuse:
        found.append("weak")
    return found
