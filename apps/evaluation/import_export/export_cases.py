"""Exports the cases of a suite as JSON Lines, CSV or XLSX, as import_cases.py reads them."""

import json
from collections.abc import Mapping

from apps.evaluation.models import Case, Suite
from apps.spreadsheets.read_and_write_tables import CSV_MEDIA_TYPE, XLSX_MEDIA_TYPE, build_workbook, render_csv

JSONL = "application/x-ndjson"
FORMATS: Mapping[str, str] = {"jsonl": JSONL, "csv": CSV_MEDIA_TYPE, "xlsx": XLSX_MEDIA_TYPE}
COLUMNS = ("question", "reference", "expected", "required", "forbidden", "must_refuse", "is_control", "held_out",
           "persona", "language", "tags", "source", "note", "is_active")  # fmt: skip


def export_cases(suite: Suite, form: str) -> bytes:
    """All cases of the suite. Three queries. Raises KeyError for a form that is not in FORMATS."""
    rows = [case_row(case) for case in suite.cases.select_related("persona").prefetch_related("expected")]
    if form == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    cells = [[format_cell(row[name]) for name in COLUMNS] for row in rows]
    if form == "csv":
        return render_csv([COLUMNS, *cells]).encode("utf-8-sig")
    if form == "xlsx":
        return build_workbook({"cases": [list(COLUMNS), *cells]})
    raise KeyError(form)


def case_row(case: Case) -> dict[str, object]:
    return {
        "question": case.question,
        "reference": case.reference,
        "expected": [
            str(place.external_id) + (f"#{place.page}" if place.page else "") for place in case.expected.all()
        ],
        "required": list(case.required),
        "forbidden": list(case.forbidden),
        "must_refuse": case.must_refuse,
        "is_control": case.is_control,
        "held_out": case.held_out,
        "persona": case.persona.slug if case.persona else "",
        "language": case.language,
        "tags": list(case.tags),
        "source": case.source,
        "note": case.note,
        "is_active": case.is_active,
    }


def format_cell(value: object) -> str:
    """Lists have one item per line, as people write them into a cell."""
    if isinstance(value, bool):
        return "1" if value else "0"
    return "\n".join(value) if isinstance(value, list) else str(value)
