"""The result of a run of dialogues, as the command prints it and the admin shows it."""

from collections import Counter

from apps.evaluation.judging.judge_agreement_with_people import calibration_of_runs
from apps.evaluation.models import Dialogue, DialogueTurn, Run
from apps.evaluation.models.runs import DialogueTurnState, run_totals
from apps.evaluation.statistics.judge_scores import TurnScore, run_score
from apps.evaluation.statistics.turn_metrics_without_judge import mean_metrics

REPORTED_STATES = (
    DialogueTurnState.SCORED,
    DialogueTurnState.UNPARSABLE,
    DialogueTurnState.SKIPPED,
    DialogueTurnState.FAILED,
)


def dialogue_run_result(run: Run) -> dict[str, object]:
    """`mean` is null when nothing was scored. Held-out cases count in the mean and are reported once more apart."""
    dialogues = list(run.dialogues.prefetch_related("turns"))
    turns = [turn for dialogue in dialogues for turn in dialogue.turns.all()]
    score = run_score(turn_scores(dialogues))
    held_out = [dialogue for dialogue in dialogues if dialogue.expectation.get("held_out")]
    states = Counter(turn.state for turn in turns)
    judged = states[DialogueTurnState.SCORED] + states[DialogueTurnState.UNPARSABLE]
    return {
        "run": str(run.pk),
        "dialogues": len(dialogues),
        "scored_dialogues": sum(dialogue.score is not None for dialogue in dialogues),
        "turns": {state.value: states[state] for state in REPORTED_STATES},
        "mean": round_or_none(score.mean),
        "interval_95": [round_or_none(end) for end in score.interval] if score.interval else None,
        "criteria": {name: round_or_none(value) for name, value in score.criteria.items()},
        "weak_turns": [
            describe_weak_turn(dialogue, turn)
            for dialogue in dialogues
            for turn in dialogue.turns.all()
            if turn.is_weak
        ],
        "personas": dict(sorted(Counter(dialogue.persona for dialogue in dialogues).items())),
        "unparsable_share": round_or_none(states[DialogueTurnState.UNPARSABLE] / judged) if judged else None,
        "failed_turns": [
            describe_failed_turn(dialogue, turn) for dialogue in dialogues for turn in failed_turns(dialogue)
        ],
        "cases": case_results(dialogues),
        "held_out": {"dialogues": len(held_out), "mean": round_or_none(run_score(turn_scores(held_out)).mean)},
        "metrics": mean_metrics([turn.metrics for turn in turns if turn.metrics]),
        "claims": mean_metrics([turn.claims for turn in turns if turn.claims]),
        "aspects": aspect_results(dialogues),
        "calibration": calibration_of_runs(run),
        "pass_mark": run.pass_mark,
        "state": run.state,
        **run_totals(run),
    }


def turn_scores(dialogues: list[Dialogue]) -> list[list[TurnScore]]:
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
    return [{"aspect": aspect, **summarise_aspect(verdicts)} for aspect, verdicts in found.items()]


def summarise_aspect(verdicts: list[dict[str, object]]) -> dict[str, object]:
    holds = sum(each["holds"] is True for each in verdicts)
    broken = [each["dialogue"] for each in verdicts if each["holds"] is False]
    states = Counter(each["state"] for each in verdicts)
    return {
        "holds": holds,
        "does_not_hold": len(broken),
        **{state.value: states[state.value] for state in REPORTED_STATES[1:]},
        "share": round_or_none(holds / (holds + len(broken))) if holds or broken else None,
        "broken_in": broken,
    }


def round_or_none(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def describe_weak_turn(dialogue: Dialogue, turn: DialogueTurn) -> dict[str, object]:
    return {
        "dialogue": dialogue.number,
        "turn": turn.number,
        "score": round_or_none(turn.score),
        "question": turn.said,
        "answer": turn.reply,
        "reason": turn.reason,
    }


def failed_turns(dialogue: Dialogue) -> list[DialogueTurn]:
    return [turn for turn in dialogue.turns.all() if turn.state == DialogueTurnState.FAILED]


def describe_failed_turn(dialogue: Dialogue, turn: DialogueTurn) -> dict[str, object]:
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
