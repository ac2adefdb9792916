"""The turn that the current work belongs to, and whose it is (a context variable)."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CurrentTurn:
    """`turn_id` stands in the log; `asker` is "channel:whoever". Both are empty outside of turns."""

    turn_id: str = ""
    asker: str = ""
    started: float = 0.0
    """By `time.perf_counter`; 0 where the turn is over and only something of it is made later."""


NO_TURN = CurrentTurn()

# A context variable, because libraries log, too, and places are given out below model interfaces that carry messages
# and nothing else: neither knows of turns. Each turn has a context of its own.
CURRENT_TURN: ContextVar[CurrentTurn] = ContextVar("current_turn", default=NO_TURN)
