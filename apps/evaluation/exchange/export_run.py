"""Exports a run: XLSX and CSV with a line for each dialogue, pair or question, JSON with everything."""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.timezone import localtime

from apps.evaluation.judging.calibration import calibration_of
from apps.evaluation.models import Comparison, Dialogue, DialogueTurn, Run, RunKind
from apps.evaluation.models.runs import with_turns
from apps.llm.prompt_definitions.evaluation import CRITERIA
from apps.spreadsheets.read_and_write_tables import CSV, XLSX, Place, csv_text, workbook

JSON = "application/json"
FORMATS: Mapping[str, str] = {"xlsx": XLSX, "csv": CSV, "json": JSON}
FEWEST_TURNS = 3
"""Ten columns at least: config, then user, assistant and check for three turns."""


def exported_run(run: Run, form: str) -> bytes:
    """The run as a file of that form. A handful of queries. Raises KeyError for a form that is not in FORMATS."""
    dialogues = list(with_turns(run.dialogues.all()))
    if form == "json":
        return json.dumps(as_json(run, dialogues), ensure_ascii=False, indent=1, default=str).encode()
    sheets = sheets_of(run, dialogues)
    if form == "csv":
        return csv_text(next(iter(sheets.values()))).encode("utf-8-sig")
    if form == "xlsx":
        return workbook(sheets, red=weak_places(dialogues))
    raise KeyError(form)


def sheets_of(run: Run, dialogues: Sequence[Dialogue]) -> dict[str, list[list[Any]]]:
    """The first one is what a CSV holds."""
    match run.kind:
        case RunKind.COMPARISON:
            return {"comparisons": comparison_rows(run), "summary": summary(run)}
        case RunKind.HIT_RATE:
            return {"questions": rank_rows(run), "summary": summary(run)}
    return {"dialogues": table(run, dialogues), "turns": turn_rows(dialogues), "summary": summary(run)}


def comparison_rows(run: Run) -> list[list[object]]:
    """Both answers, the winner for each criterion, and what the judge wrote each time."""
    names = [name for name, _meaning in run.options["criteria"]]
    heading = ["question", run.options["a"], run.options["b"], *names, "orders disagree", "check"]
    return [heading, *(comparison_row(each, names) for each in run.comparisons.prefetch_related("ballots"))]


def comparison_row(comparison: Comparison, names: Sequence[str]) -> list[object]:
    said = "\n\n".join(ballot.raw for ballot in comparison.ballots.all() if ballot.raw)
    winners = [comparison.results.get(name, "") for name in names]
    answers = [comparison.answer_a, comparison.answer_b]
    return [comparison.question, *answers, *winners, int(comparison.orders_disagree), said or comparison.failed]


def rank_rows(run: Run) -> list[list[object]]:
    """For each question the place of its document in every search; empty where it was not found."""
    ranks = run.result.get("ranks", {})
    lines = zip(run.result.get("questions_asked", []), *ranks.values(), strict=True)
    return [["question", *ranks], *(list(line) for line in lines)]


def table(run: Run, dialogues: Sequence[Dialogue]) -> list[list[str]]:
    """Config, then the visitor's line, the reply and the raw words of the judge for each turn."""
    most = max([FEWEST_TURNS, *(len(dialogue.turns.all()) for dialogue in dialogues)])
    heading = ["config", *(name for _ in range(most) for name in ("user", "assistant", "check"))]
    return [heading, *(line(run, dialogue) for dialogue in dialogues)]


def line(run: Run, dialogue: Dialogue) -> list[str]:
    config = {
        "date": localtime(run.started_at or run.created_at).isoformat(timespec="seconds"),
        "run": run.pk,
        "persona": dialogue.persona,
        "language": dialogue.language,
        "score": dialogue.score,
        "cost": as_number(dialogue.cost),
    }
    cells = [json.dumps(config, ensure_ascii=False)]
    for turn in dialogue.turns.all():
        cells += [turn.said, turn.reply, check(turn)]
    return cells


def check(turn: DialogueTurn) -> str:
    """What the judge wrote, as it came; without a judge how the turn ended."""
    return "\n\n".join(verdict.raw for verdict in turn.verdicts.all() if verdict.raw) or f"{turn.state} {turn.reason}"


def weak_places(dialogues: Sequence[Dialogue]) -> set[Place]:
    """Row and column of each reply with a score below 0.7."""
    return {
        (row, 3 * turn.number)
        for row, dialogue in enumerate(dialogues, start=2)
        for turn in dialogue.turns.all()
        if turn.is_weak
    }


def turn_rows(dialogues: Sequence[Dialogue]) -> list[list[Any]]:
    """A line for each turn with its figures, to sort and to sum."""
    heading = ["dialogue", "turn", "state", "score", *CRITERIA, "seconds", "tokens", "cost", "reason"]
    return [heading, *(turn_row(dialogue, turn) for dialogue in dialogues for turn in dialogue.turns.all())]


def turn_row(dialogue: Dialogue, turn: DialogueTurn) -> list[object]:
    marks = [turn.criteria.get(name) for name in CRITERIA]
    measured = [turn.metrics.get("seconds"), turn.metrics.get("tokens"), as_number(turn.cost)]
    return [dialogue.number, turn.number, turn.state, turn.score, *marks, *measured, turn.reason]


def as_number(cost: Decimal | None) -> float | None:
    return None if cost is None else float(cost)


def summary(run: Run) -> list[list[object]]:
    result = run.result
    rows: list[list[Any]] = [["what", "value"], ["run", run.pk], ["state", run.state], ["mean", run.mean]]
    rows += [["interval 95 %", json.dumps([run.low, run.high])], ["fingerprint", run.fingerprint]]
    if "calibration" in result:
        rows += calibration_rows(calibration_of(run))
    rows += [[f"turns {name}", number] for name, number in result.get("turns", {}).items()]
    for part in ("criteria", "algorithms"):
        rows += [[name, as_cell(value)] for name, value in result.get(part, {}).items()]
    return [*rows, ["tokens", result.get("tokens")], ["cost", result.get("cost")]]


def calibration_rows(found: dict[str, Any]) -> list[list[object]]:
    """As it is now: people may have marked, or withdrawn marks, since the run ended."""
    judges = [f"{one['model']}, {one['prompt_version']}, {one['language']}" for one in found["judges"]]
    return [["calibrated", str(found["calibrated"])], ["judges", "; ".join(judges)]]


def as_cell(value: object) -> object:
    return value if isinstance(value, int | float | None) else json.dumps(value, ensure_ascii=False)


def as_json(run: Run, dialogues: Sequence[Dialogue]) -> dict[str, Any]:
    judged = {"calibration": calibration_of(run)} if "calibration" in run.result else {}
    return {
        **run.result,
        **judged,
        "title": run.title,
        "options": run.options,
        "configuration": run.configuration,
        "transcripts": [transcript(dialogue) for dialogue in dialogues],
        "pairs": [pair(comparison) for comparison in run.comparisons.prefetch_related("ballots")],
    }


def transcript(dialogue: Dialogue) -> dict[str, object]:
    names = ("number", "said", "reply", "chat_state", "passages", "citations", "metrics", "claims", "state", "score",
             "criteria", "reason")  # fmt: skip
    return {
        "number": dialogue.number,
        "question": dialogue.question,
        "persona": dialogue.persona,
        "language": dialogue.language,
        "score": dialogue.score,
        "cost": as_number(dialogue.cost),
        "passed": dialogue.passed,
        "failures": dialogue.failures,
        "aspects": dialogue.aspects,
        "turns": [
            {name: getattr(turn, name) for name in names}
            | {"cost": as_number(turn.cost), "judge": [verdict.raw for verdict in turn.verdicts.all()]}
            for turn in dialogue.turns.all()
        ],
    }


def pair(comparison: Comparison) -> dict[str, object]:
    names = ("number", "question", "answer_a", "answer_b", "results", "orders_disagree", "failed")
    ballots = [
        {"a_first": ballot.a_first, "winners": ballot.winners, "raw": ballot.raw} for ballot in comparison.ballots.all()
    ]
    return {name: getattr(comparison, name) for name in names} | {"ballots": ballots}
