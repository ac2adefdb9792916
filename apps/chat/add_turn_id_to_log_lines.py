"""Adds the id of the turn to every log line, so that everything logged about one answer can be found."""

import logging

from apps.llm.current_turn import CURRENT_TURN


def add_turn_to_logs() -> None:
    """Every record made from now on has an attribute `turn`, empty outside of turns. May be called twice."""
    make = logging.getLogRecordFactory()

    def make_with_turn(*arguments: object, **named: object) -> logging.LogRecord:
        record = make(*arguments, **named)
        record.turn = CURRENT_TURN.get().turn_id
        return record

    logging.setLogRecordFactory(make_with_turn)
