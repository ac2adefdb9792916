"""What a line of the log looks like."""

import json
import logging
import sys
from contextvars import copy_context

from asgiref.sync import async_to_sync
from django.db import DataError, OperationalError

from apps.chat.answering.answer_question import turn_context
from apps.llm.current_turn import CURRENT_TURN, CurrentTurn
from config.monitoring.log_format import JsonLogFormatter, ServiceLogFormatter

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


def test_as_json_each_record_is_one_object_on_one_line() -> None:
    try:
        raise ValueError("zwei\nZeilen")
    except ValueError:
        failed = logging.LogRecord("apps.chat", logging.ERROR, __file__, 1, "Frage %s", ("ä\n",), sys.exc_info())
    line = JsonLogFormatter().format(failed)
    assert "\n" not in line
    said = json.loads(line)
    assert (said["level"], said["logger"], said["message"]) == ("ERROR", "apps.chat", "Frage ä\n")
    assert said["time"].endswith("+00:00")
    assert said["traceback"].endswith("ValueError: zwei\nZeilen")


def test_as_json_what_was_expected_has_no_traceback() -> None:
    try:
        raise OperationalError(AWAY)
    except OperationalError:
        away = logging.LogRecord("django-q", logging.ERROR, __file__, 1, "Failed", (), sys.exc_info())
    said = json.loads(JsonLogFormatter().format(away))
    assert said["message"].startswith("Failed: consuming input failed")
    assert "traceback" not in said


def test_as_json_a_line_names_the_turn_it_is_about() -> None:
    def said() -> dict[str, str]:
        record = logging.getLogRecordFactory()("apps", logging.INFO, "a.py", 1, "slow", (), None)
        return dict(json.loads(JsonLogFormatter().format(record)))

    context = copy_context()
    context.run(CURRENT_TURN.set, CurrentTurn())
    assert "turn" not in context.run(said)
    context.run(CURRENT_TURN.set, CurrentTurn("5b0c"))
    assert context.run(said)["turn"] == "5b0c"


def test_no_line_after_a_turn_names_it() -> None:
    async def turn() -> None:
        async with turn_context():
            CURRENT_TURN.set(CurrentTurn("5b0c"))

    context = copy_context()
    context.run(async_to_sync(turn))
    assert context.run(CURRENT_TURN.get) == CurrentTurn()
