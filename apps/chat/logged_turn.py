"""Which turn a line of the log belongs to, so that all that was said about one answer is found by its id."""

import logging
from contextvars import ContextVar

# A context variable, because libraries log, too, and know of no turn; each turn has a context of its own.
LOGGED_TURN: ContextVar[str] = ContextVar("logged_turn", default="")


def name_turns_in_log() -> None:
    """Every record made from now on has an attribute `turn`, empty outside of turns. May be called twice."""
    make = logging.getLogRecordFactory()

    def make_with_turn(*arguments: object, **named: object) -> logging.LogRecord:
        record = make(*arguments, **named)
        record.turn = LOGGED_TURN.get()
        return record

    logging.setLogRecordFactory(make_with_turn)
