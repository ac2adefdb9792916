"""The connected second reader and its calibration in each language: for the system card, status and the console."""

from typing import Any

from apps.chat.models import ReaderCalibration
from apps.chat.second_reader.second_reader_models import (
    SECOND_READER_PROMPTS,
    SecondReader,
    is_second_reading_wanted,
    newest_calibration,
    second_reader_for,
)


def second_reader_status() -> dict[str, Any]:
    """`on`, and a row for each language in `readers`; none where no model is connected. A few queries."""
    readers = [reader for language in SECOND_READER_PROMPTS if (reader := second_reader_for(language))]
    return {
        "on": is_second_reading_wanted(),
        "readers": [reader_state(reader, newest_calibration(reader)) for reader in readers],
    }


def reader_state(reader: SecondReader, found: ReaderCalibration | None) -> dict[str, Any]:
    """Figures are null before the first measurement; rounded to four places."""
    return {
        "model": reader.row.name,
        "prompt_version": reader.prompt.label,
        "language": reader.language,
        "calibrated": found is not None and found.suffices,
        "cases": found.total if found else 0,
        "kappa": round_or_none(found.kappa if found else None),
        "false_supported": round_or_none(found.false_supported if found else None),
        "missed": round_or_none(found.missed if found else None),
        "measured": found.finished_at if found else None,
    }


def round_or_none(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
