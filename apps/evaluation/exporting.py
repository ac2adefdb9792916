"""A run as a file: XLSX and CSV with a line for each dialogue, JSON with everything. Sync."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.timezone import localtime

from apps.evaluation.models import Dialogue, DialogueTurn, Run
from apps.evaluation.spreadsheets import CSV, XLSX, Place, safe, workbook

JSON = "application/json"
FORMATS: Mapping[str, str] = {"xlsx": XLSX, "csv": CSV, "json": JSON}
FEWEST_TURNS = 3
"""Ten columns at least: config, then user, assistant and check for three turns."""


def exported_run(run: Run, form: str) -> bytes:
    """Raises KeyError for an unknown form."""
    dialogues = list(run.dialogues.prefetch_related("turns__verdicts"))
    if form == "json":
        return json.dumps(as_json(run, dialogues), ensure_ascii=False, indent=1, default=str).encode()
    rows = table(run, dialogues)
    if form == "csv":
        text = io.StringIO()
        csv.writer(text).writerows([safe(value) for value in row] for row in rows)
        return text.getvalue().encode("utf-8-sig")
    return {"xlsx": workbook}[form]({"dialogues": rows, "summary": summary(run)}, red=weak_places(dialogues))


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


def summary(run: Run) -> list[list[Any]]:
    result = run.result
    rows: list[list[Any]] = [["what", "value"], ["run", run.pk], ["state", run.state], ["mean", result.get("mean")]]
    rows += [["interval 95 %", json.dumps(result.get("interval_95"))]]
    rows += [["calibrated", str(result.get("calibration", {}).get("calibrated", False))]]
    rows += [[f"turns {name}", number] for name, number in result.get("turns", {}).items()]
    rows += [[name, value] for name, value in result.get("criteria", {}).items()]
    rows += [["tokens", result.get("tokens")], ["cost", result.get("cost")], ["fingerprint", run.fingerprint]]
    return rows


def as_json(run: Run, dialogues: Sequence[Dialogue]) -> dict[str, Any]:
    return {
        **run.result,
        "title": run.title,
        "options": run.options,
        "configuration": run.configuration,
        "transcripts": [transcript(dialogue) for dialogue in dialogues],
    }


def transcript(dialogue: Dialogue) -> dict[str, Any]:
    names = ("number", "said", "reply", "chat_state", "passages", "citations", "metrics", "claims", "state", "score",
             "criteria", "reason")  # fmt: skip
    return {
        "number": dialogue.number,
        "question": dialogue.question,
        "persona": dialogue.persona,
        "language": dialogue.language,
        "score": dialogue.score,
        "passed": dialogue.passed,
        "failures": dialogue.failures,
        "turns": [
            {name: getattr(turn, name) for name in names} | {"judge": [verdict.raw for verdict in turn.verdicts.all()]}
            for turn in dialogue.turns.all()
        ],
    }
