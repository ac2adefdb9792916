"""What a line of the log looks like."""

import logging
import sys

from django.db import DataError, OperationalError

from config.monitoring.log_format import ServiceLogFormatter

AWAY = "consuming input failed: server closed the connection\n\tThis probably means\n\tbefore or while processing."
FAILED = (
    "Failed 'process_waiting' (west-blue) - {error} : Traceback (most recent call last):\n  File a\n{kind}: {error}\n"
)


def written(message: str, *args: object, error: Exception | None = None) -> str:
    exc_info = None
    if error is not None:
        try:
            raise error
        except Exception:  # noqa: BLE001 - whatever it is, the formatter is given it as loggers are
            exc_info = sys.exc_info()
    return ServiceLogFormatter("{levelname} {message}", style="{").format(
        logging.LogRecord("django-q", logging.ERROR, __file__, 1, message, args, exc_info)
    )


def test_a_database_that_is_away_is_one_line() -> None:
    line = written("Failed to pull task from broker", error=OperationalError(AWAY))
    assert line.startswith("ERROR Failed to pull task from broker: consuming input failed")
    assert "Traceback" not in line
    assert "\n" not in line


def test_every_other_error_keeps_its_traceback() -> None:
    line = written("Could not save task result", error=DataError("NUL"))
    assert "Traceback (most recent call last):\n" in line
    assert line.endswith("DataError: NUL")


def test_a_task_that_lost_the_database_is_one_line() -> None:
    line = written(FAILED.format(error=AWAY, kind="django.db.utils.OperationalError"))
    assert line.startswith("ERROR Failed 'process_waiting' (west-blue) - consuming input failed: server closed")
    assert "Traceback" not in line
    assert "\n" not in line


def test_a_task_that_failed_otherwise_keeps_its_traceback() -> None:
    line = written(FAILED.format(error="no such key", kind="KeyError"))
    assert "  File a\nKeyError: no such key" in line


def test_a_text_of_several_lines_becomes_one() -> None:
    assert written("No heartbeat of %s: %s", "web", AWAY) == (
        "ERROR No heartbeat of web: consuming input failed: server closed the connection This probably means before "
        "or while processing."
    )
