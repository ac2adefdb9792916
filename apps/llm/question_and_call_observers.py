"""Hooks that observe questions and model calls, such as an export of traces; `config` registers them."""

from typing import Protocol

from apps.llm.current_turn import CurrentTurn
from apps.llm.types import CallRecord


class Observer(Protocol):
    """Must be quick, wait for nothing and raise nothing: answers wait for it."""

    def call_ended(self, record: CallRecord) -> None:
        """Within the work that made the call, failed calls too."""

    def turn_ended(self, turn: CurrentTurn) -> None:
        """After its last event, in the task that read them."""

    def request_headers(self) -> dict[str, str]:
        """Returns headers for the request to a model server that is about to be sent."""


OBSERVERS: list[Observer] = []


def observer_request_headers() -> dict[str, str]:
    return {name: value for each in OBSERVERS for name, value in each.request_headers().items()}


def notify_turn_ended(turn: CurrentTurn) -> None:
    for each in OBSERVERS:
        each.turn_ended(turn)
