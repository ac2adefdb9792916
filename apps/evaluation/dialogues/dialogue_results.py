"""The result of a run of dialogues, as the command prints it and the admin shows it."""

from collections import Counter

from apps.evaluation.judging.calibration import calibration_of
from apps.evaluation.models import Dialogue, DialogueTurn, Run
from apps.evaluation.models.runs import DialogueTurnState, totals_of
from apps.evaluation.statistics.judge_scores import TurnScore, run_score
from apps.evaluation.statistics.turn_metrics_without_judge import means

STATES = (DialogueTurnState.SCORED, DialogueTurnState.UNPARSABLE, DialogueTurnState.SKIPPED, DialogueTurnState.FAILED)


def result_of(run: Run) -> dict[str, object]:
    """`mean` is null when nothing was scored. Held-out cases count in the mean and are reported once more apart."""
    dialogues = list(run.dialogues.prefetch_related("turns"))
    turns = [turn for dialogue in dialogues for turn in dialogue.turns.all()]
    score = run_score(scores_of(dialogues))
    held_out = [dialogue for dialogue in dialogues if dialogue.expectation.get("held_out")]
    states = Counter(turn.state for turn in turns)
    judged = states[DialogueTurnState.SCORED] + states[DialogueTurnState.UNPARSABLE]
    return {
        "run": str(run.pk),
        "dialogues": len(dialogues),
        "turns": {state.value: states[state] for state in STATES},
        "mean": rounded(score.mean),
        "interval_95": [rounded(end) for end in score.interval] if score.interval else None,
        "criteria": {name: rounded(value) for name, value in score.criteria.items()},
        "weak_turns": [
            weak_turn(dialogue, turn) for dialogue in dialogues for turn in dialogue.turns.all() if turn.is_weak
        ],
        "personas": dict(sorted(Counter(dialogue.persona for dialogue in dialogues).items())),
        "unparsable_share": rounded(states[DialogueTurnState.UNPARSABLE] / judged) if judged else None,
        "failed_turns": [failed_turn(dialogue, turn) for dialogue in dialogues for turn in failed_turns(dialogue)],
        "cases": case_results(dialogues),
        "held_out": {"dialogues": len(held_out), "mean": rounded(run_score(scores_of(held_out)).mean)},
        "metrics": means([turn.metrics for turn in turns if turn.metrics]),
        "claims": means([turn.claims for turn in turns if turn.claims]),
        "aspects": aspect_results(dialogues),
        "calibration": calibration_of(run),
        "pass_mark": run.pass_mark,
        "state": run.state,
        **totals_of(run),
    }


def scores_of(dialogues: list[Dialogue]) -> list[list[TurnScore]]:
    return [
        [TurnScore(turn.score, turn.criteria, "") for turn in dialogue.turns.all() if turn.score is not None]
        for dialogue in dialogues
    ]


def aspect_results(dialogues: list[Dialogue]) -> list[dict[str, object]]:
    """For each aspect how many dialogues it holds of; `share` is of those that could be read, null where none could."""
    found: dict[str, list[dict[str, object]]] = {}
    for dialogue in dialogues:
        for each in dialogue.aspects:
            found.setdefault(each["aspect"], []).append(each | {"dialogue": dialogue.number})
    return [{"aspect": aspect, **aspect_result(verdicts)} for aspect, verdicts in found.items()]


def aspect_result(verdicts: list[dict[str, object]]) -> dict[str, object]:
    holds = sum(each["holds"] is True for each in verdicts)
    broken = [each["dialogue"] for each in verdicts if each["holds"] is False]
    states = Counter(each["state"] for each in verdicts)
    return {
        "holds": holds,
        "does_not_hold": len(broken),
        **{state.value: states[state.value] for state in STATES[1:]},
        "share": rounded(holds / (holds + len(broken))) if holds or broken else None,
        "broken_in": broken,
    }


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def weak_turn(dialogue: Dialogue, turn: DialogueTurn) -> dict[str, object]:
    return {
        "dialogue": dialogue.number,
        "turn": turn.number,
        "score": rounded(turn.score),
        "question": turn.said,
        "answer": turn.reply,
        "reason": turn.reason,
    }


def failed_turns(dialogue: Dialogue) -> list[DialogueTurn]:
    return [turn for turn in dialogue.turns.all() if turn.state == DialogueTurnState.FAILED]


def failed_turn(dialogue: Dialogue, turn: DialogueTurn) -> dict[str, object]:
    return {"dialogue": dialogue.number, "turn": turn.number, "question": turn.said, "reason": turn.reason}


def case_results(dialogues: list[Dialogue]) -> dict[str, object]:
    """How many dialogues met what their case demands, and the controls that did not."""
    with_case = [dialogue for dialogue in dialogues if dialogue.expectation]
    broken = [
        dialogue.number for dialogue in with_case if dialogue.expectation.get("is_control") and not dialogue.passed
    ]
    return {
        "passed": sum(bool(dialogue.passed) for dialogue in with_case),
        "failed": sum(dialogue.passed is False for dialogue in with_case),
        "broken_controls": broken,
    }
