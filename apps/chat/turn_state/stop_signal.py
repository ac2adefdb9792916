"""A signal by which other code stops an answer, whatever it is waiting for."""

import asyncio
from types import TracebackType
from typing import Any, Literal

Reason = Literal["reader", "left", "deadline"]
"""By somebody who reads it, because nobody can read it any more, or because it took too long."""


class Stopped(Exception):  # noqa: N818 - not an error: somebody wished it
    """The work was asked to end; what is done so far is kept."""


class StopSignal:
    """Set for one of the reasons. What waits within `with signal:` is cancelled, which shows there as Stopped.

    Around single waits only, never around a `yield`: the cancellation must not reach whoever reads the events.
    """

    def __init__(self) -> None:
        self.reason: Reason | None = None
        self._task: asyncio.Task[Any] | None = None

    def set(self, reason: Reason = "reader") -> None:
        """Only the first reason counts. From the thread of the event loop."""
        if self.reason is None:
            self.reason = reason
            if self._task is not None:
                self._task.cancel()

    def __enter__(self) -> None:
        if self.reason is not None:
            raise Stopped(self.reason)
        self._task = asyncio.current_task()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        task, self._task = self._task, None
        cancelled_here = kind is asyncio.CancelledError and self.reason is not None
        if cancelled_here and task is not None and task.uncancel() == 0:
            raise Stopped(self.reason) from error
