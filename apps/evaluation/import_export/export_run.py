"""Exports a run: CSV with a line for each dialogue, pair or question, XLSX in words, JSON with everything."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.timezone import localtime

from apps.evaluation.import_export.run_workbook_for_people import FEWEST_TURNS, cost_as_float, sheets_for_people
from apps.evaluation.judging.judge_agreement_with_people import calibration_of_runs
from apps.evaluation.models import Comparison, Dialogue, DialogueTurn, Run, RunKind
from apps.evaluation.models.runs import prefetch_turns
from apps.spreadsheets.read_and_write_tables import CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE, Place, build_workbook, render_csv

JSON = "application/json"
FORMATS: Mapping[str, str] = {"xlsx": XLSX_MEDIA_TYPE, "csv": CSV_MEDIA_TYPE, "json": JSON}


def export_run(run: Run, form: str) -> bytes:
    """The run as a file of that form. A handful of queries. Raises KeyError for a form that is not in FORMATS."""
    dialogues = list(prefetch_turns(run.dialogues.all()))
    if form == "json":
        return json.dumps(run_as_json(run, dialogues), ensure_ascii=False, indent=1, default=str).encode()
    if form == "csv":
        return render_csv(rows_for_programs(run, dialogues)).encode("utf-8-sig")
    if form == "xlsx":
        return build_workbook(sheets_for_people(run, dialogues), red=weak_reply_cells(dialogues))
    raise KeyError(form)


def rows_for_programs(run: Run, dialogues: Sequence[Dialogue]) -> list[list[Any]]:
    match run.kind:
        case RunKind.COMPARISON:
            return comparison_rows(run)
        case RunKind.HIT_RATE:
            return rank_rows(run)
    return transcript_table(run, dialogues)


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


def transcript_table(run: Run, dialogues: Sequence[Dialogue]) -> list[list[str]]:
    """Config, then the visitor's line, the reply and the raw words of the judge for each turn."""
    most = max([FEWEST_TURNS, *(len(dialogue.turns.all()) for dialogue in dialogues)])
    heading = ["config", *(name for _ in range(most) for name in ("user", "assistant", "check"))]
    return [heading, *(transcript_row(run, dialogue) for dialogue in dialogues)]


def transcript_row(run: Run, dialogue: Dialogue) -> list[str]:
    config = {
        "date": localtime(run.started_at or run.created_at).isoformat(timespec="seconds"),
        "run": run.pk,
        "persona": dialogue.persona,
        "language": dialogue.language,
        "score": dialogue.score,
        "cost": cost_as_float(dialogue.cost),
    }
    cells = [json.dumps(config, ensure_ascii=False)]
    for turn in dialogue.turns.all():
        cells += [turn.said, turn.reply, judge_reply_text(turn)]
    return cells


def judge_reply_text(turn: DialogueTurn) -> str:
    """What the judge wrote, as it came; without a judge how the turn ended."""
    return "\n\n".join(verdict.raw for verdict in turn.verdicts.all() if verdict.raw) or f"{turn.state} {turn.reason}"


def weak_reply_cells(dialogues: Sequence[Dialogue]) -> set[Place]:
    """Row and column of each reply with a score below 0.7."""
    return {
        (row, 3 * turn.number)
        for row, dialogue in enumerate(dialogues, start=2)
        for turn in dialogue.turns.all()
        if turn.is_weak
    }


def run_as_json(run: Run, dialogues: Sequence[Dialogue]) -> dict[str, Any]:
    judged = {"calibration": calibration_of_runs(run)} if "calibration" in run.result else {}
    return {
        **run.result,
        **judged,
        "title": run.title,
        "options": run.options,
        "configuration": run.configuration,
        "transcripts": [transcript_as_json(dialogue) for dialogue in dialogues],
        "pairs": [comparison_as_json(comparison) for comparison in run.comparisons.prefetch_related("ballots")],
    }


def transcript_as_json(dialogue: Dialogue) -> dict[str, object]:
    names = ("number", "said", "reply", "chat_state", "passages", "citations", "metrics", "claims", "state", "score",
             "criteria", "reason")  # fmt: skip
    return {
        "number": dialogue.number,
        "question": dialogue.question,
        "persona": dialogue.persona,
        "language": dialogue.language,
        "score": dialogue.score,
        "cost": cost_as_float(dialogue.cost),
        "passed": dialogue.passed,
        "failures": dialogue.failures,
        "aspects": dialogue.aspects,
        "turns": [
            {name: getattr(turn, name) for name in names}
            | {"cost": cost_as_float(turn.cost), "judge": [verdict.raw for verdict in turn.verdicts.all()]}
            for turn in dialogue.turns.all()
        ],
    }


def comparison_as_json(comparison: Comparison) -> dict[str, object]:
    names = ("number", "question", "answer_a", "answer_b", "results", "orders_disagree", "failed")
    ballots = [
        {"a_first": ballot.a_first, "winners": ballot.winners, "raw": ballot.raw} for ballot in comparison.ballots.all()
    ]
    return {name: getattr(comparison, name) for name in names} | {"ballots": ballots}
