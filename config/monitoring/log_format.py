"""Formats the log: one line for what was expected, a traceback for everything else."""

import copy
import json
import logging
import re
from datetime import UTC, datetime

from django.db import InterfaceError, OperationalError

TRACEBACK = "Traceback (most recent call last):\n"
# The queue hands on what a task raised as a text with its traceback at the end.
FAILED_TASK = re.compile(
    rf" : {re.escape(TRACEBACK)}.*^django\.db\.utils\.(?:Operational|Interface)Error\b.*", re.DOTALL | re.MULTILINE
)


LONGEST_REFUSAL = 300
"""Characters: addresses and names of hosts are what strangers write."""


class ServiceLogFormatter(logging.Formatter):
    """A database that restarts is expected, and where in the code that was noticed says nothing."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(without_expected_traceback(record))


class JsonLogFormatter(ServiceLogFormatter):
    """Writes one JSON object a line, for programs that gather the logs of many hosts."""

    def format(self, record: logging.LogRecord) -> str:
        line = without_expected_traceback(record)
        said = {
            "time": datetime.fromtimestamp(line.created, UTC).isoformat(timespec="milliseconds"),
            "level": line.levelname,
            "logger": line.name,
            "process": line.process,
            "message": line.getMessage(),
        }
        if turn := getattr(line, "turn", ""):
            said["turn"] = turn
        if line.exc_info:
            said["traceback"] = self.formatException(line.exc_info)
        return json.dumps(said, ensure_ascii=False)


def is_refusal(record: logging.LogRecord) -> bool:
    """Django's line about a request that it answered with a status below 500: a foreign host, a right that lacks."""
    return record.name.startswith("django.") and 400 <= getattr(record, "status_code", 500) < 500


def without_expected_traceback(record: logging.LogRecord) -> logging.LogRecord:
    """The record with a traceback nobody expected, or a copy on one line: PostgreSQL's own errors have several."""
    error = record.exc_info[1] if record.exc_info else None
    said = FAILED_TASK.sub("", record.getMessage())
    if isinstance(error, OperationalError | InterfaceError):
        said = f"{said}: {error}"
    elif is_refusal(record):
        said = "".join(sign if sign.isprintable() else " " for sign in said)[:LONGEST_REFUSAL]
    elif error is not None or TRACEBACK in said:
        return record
    line = copy.copy(record)
    line.msg, line.args, line.exc_info, line.exc_text = " ".join(said.split()), None, None, None
    return line
