"""Progress bars of commands that take long, drawn with tqdm on standard error."""

import sys
from typing import Any, Self

from apps.documents.status_messages import STATUS_SENTENCES, status_sentence
from apps.documents.step_scheduling.claims import WaitingSteps


class ProgressBar:
    """Shows a bar on standard error from the first count on; the total may grow. `unit` is what is counted."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def show(self, ended: int, found: int) -> None:
        """`ended` of `found` so far."""
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(unit=f" {self._unit}", file=sys.stderr, dynamic_ncols=True, mininterval=0.2)
        self._bar.total = found
        self._bar.update(ended - self._bar.n)


class ImportProgressBar(ProgressBar):
    """Counts documents; the bar grows while more are found, and says once for each reason why nothing moves."""

    def __init__(self) -> None:
        super().__init__("documents")
        self._said: set[str] = set()

    def wait(self, waiting: list[WaitingSteps]) -> None:
        """Why nothing moves, once for each reason."""
        from tqdm import tqdm

        for each in waiting:
            if each.error not in self._said:
                self._said.add(each.error)
                reason = status_sentence(each.error, {}) if each.error in STATUS_SENTENCES else each.error
                said = f"{each.steps} documents wait for their next attempt in {each.seconds:.0f} s: {reason}"
                tqdm.write(said, file=sys.stderr)
