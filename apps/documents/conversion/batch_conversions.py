"""Batches conversions: files that wait while LibreOffice runs are converted together in its next start."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from time import monotonic

from apps.documents.conversion.libreoffice import export_format, print_to_pdf, print_together
from apps.llm.transport.priority_semaphore import PrioritySlots, call_rank

AT_ONCE = 2
"""Programs that print or draw a PDF; each takes a processor and up to half a gigabyte."""
MOST_TOGETHER = 20
"""Files in one start: what is left of the start's cost is then a twentieth."""
QUIET, LONGEST_WAIT = 0.05, 0.5
"""Seconds without another file before a start, and for which a file waits for that at most. Files of one import come
one after the other; a start for the first of them alone took as long as printing ten together."""
LARGEST_TOGETHER = 2**20
"""Bytes of a file; a larger one may take long, and goes alone."""


@dataclass(eq=False, slots=True)
class WaitingFile:
    """A file to be printed; `pdf` is what its caller waits for."""

    data: bytes
    media_type: str
    goes_alone: bool
    rank: int = field(default_factory=call_rank.get)
    pdf: asyncio.Future[bytes] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def set_pdf(self, pdf: bytes) -> None:
        if not self.pdf.done():
            self.pdf.set_result(pdf)

    def set_error(self, error: BaseException) -> None:
        if not self.pdf.done():
            self.pdf.set_exception(error)


class ConversionQueue:
    """Belongs to one event loop. `slots` also serve whoever starts other programs of the kind.

    A file that is not printed together with others is printed once more alone, which tells its reason, and where it
    stopped the others after it they are printed without it.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.slots = PrioritySlots(at_once)
        self._waiting: list[WaitingFile] = []
        self._at_work: set[asyncio.Task[None]] = set()
        self._latest_came = 0.0

    async def print_to_pdf(self, data: bytes, media_type: str) -> bytes:
        """Prints as libreoffice.print_to_pdf does. Raises ParseFailure. A start whose files are all cancelled ends."""
        file = WaitingFile(data, media_type, goes_alone=len(data) > LARGEST_TOGETHER)
        self._put(file)
        try:
            return await file.pdf
        finally:
            if file in self._waiting:
                self._waiting.remove(file)

    def _put(self, file: WaitingFile) -> None:
        """One more task that prints what waits when its turn comes, which may be nothing then."""
        self._waiting.append(file)
        self._latest_came = monotonic()
        task = asyncio.create_task(self._print_some())
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _print_some(self) -> None:
        await self._until_quiet()
        async with self.slots:
            together = self._take()
            if not together:
                return
            printing = asyncio.create_task(self._print(together))
            for file in together:
                file.pdf.add_done_callback(partial(cancel_when_nobody_waits, printing, together))
            await asyncio.wait([printing])
            if not printing.cancelled() and (error := printing.exception()) is not None:
                for file in together:
                    file.set_error(error)

    async def _until_quiet(self) -> None:
        """Waits, without a slot, until no more files come: whoever holds one leaves others their share of the files."""
        end = monotonic() + LONGEST_WAIT
        rest = QUIET
        while rest > 0:
            await asyncio.sleep(rest)
            rest = min(self._latest_came + QUIET, end) - monotonic()

    def _take(self) -> list[WaitingFile]:
        """The most urgent one, and its share of those that may go with it: a slot that is free takes the rest."""
        if not self._waiting:
            return []
        first = min(self._waiting, key=lambda file: file.rank)
        together = [first]
        if not first.goes_alone:
            form = export_format(first.media_type)
            others = [file for file in self._waiting if not file.goes_alone and export_format(file.media_type) == form]
            share = min(MOST_TOGETHER, ceil(len(others) / (1 + max(0, self.slots.limit - self.slots.held))))
            others.remove(first)
            together += others[: share - 1]
        for file in together:
            self._waiting.remove(file)
        return together

    async def _print(self, together: Sequence[WaitingFile]) -> None:
        """Raises ParseFailure."""
        if len(together) == 1:
            together[0].set_pdf(await print_to_pdf(together[0].data, together[0].media_type))
            return
        files = [(file.data, file.media_type) for file in together]
        await print_together(files, lambda place, pdf: together[place].set_pdf(pdf))
        self._put_back([file for file in together if not file.pdf.done()])

    def _put_back(self, left: Sequence[WaitingFile]) -> None:
        """The program ended at the first of them, or could not open it; whether at others too is not known."""
        for place, file in enumerate(left):
            file.goes_alone = place == 0
            self._put(file)


def cancel_when_nobody_waits(
    printing: asyncio.Task[None], files: Sequence[WaitingFile], _: asyncio.Future[bytes]
) -> None:
    """Ends the printing when all files have their PDF, or nobody waits for it any more."""
    if all(file.pdf.done() for file in files) and any(file.pdf.cancelled() for file in files):
        printing.cancel()
