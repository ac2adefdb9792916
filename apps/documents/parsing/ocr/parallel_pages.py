"""Reads scanned pages of a file in parallel while the file itself is read on. The pages stay in their order."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import TypeVar

from apps.documents.parsing.ocr.recognise_page import ScannedPage
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.parsing.types import ParsedPage

Result = TypeVar("Result")
PageOrFuture = ParsedPage | Future[ParsedPage]

MOST_WAITING = 32
"""Pages that wait for a scanned page before them to be read."""


class ParallelOcr:
    """Threads that wait for tesseract. Use as a context manager: leaving it early drops what has not begun."""

    def __init__(self, places: OcrSlots) -> None:
        self.places = places
        self.threads = ThreadPoolExecutor(places.readers)
        # One page more than is read, so that its picture is ready: pictures are large.
        self.room = threading.BoundedSemaphore(places.readers + 1)

    def __enter__(self) -> "ParallelOcr":
        return self

    def __exit__(self, *_: object) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    def begin(self, render: Callable[[], ScannedPage], read: Callable[[ScannedPage], ParsedPage]) -> Future[ParsedPage]:
        """Renders in this thread, as soon as there is room for a further picture, and reads it in another one.

        Raises what `render` raises.
        """
        self.room.acquire()
        with ExitStack() as unless_rendered:
            unless_rendered.callback(self.room.release)
            picture = render()
            unless_rendered.pop_all()
        future = self.submit(lambda: read(picture))
        future.add_done_callback(lambda _: self.room.release())
        return future

    def submit(self, read: Callable[[], Result]) -> Future[Result]:
        """Reads in another thread when a place is free."""
        return self.threads.submit(self._in_place, read)

    def _in_place(self, read: Callable[[], Result]) -> Result:
        with self.places.one():
            return read()


def pages_in_order(pages: Iterable[PageOrFuture]) -> Iterator[ParsedPage]:
    """The pages one after the other, each as soon as it and all before it are read."""
    waiting: deque[PageOrFuture] = deque()
    for page in pages:
        waiting.append(page)
        while waiting and (is_ready(waiting[0]) or len(waiting) > MOST_WAITING):
            yield wait_for_page(waiting.popleft())
    yield from map(wait_for_page, waiting)


def is_ready(page: PageOrFuture) -> bool:
    return isinstance(page, ParsedPage) or page.done()


def wait_for_page(page: PageOrFuture) -> ParsedPage:
    return page if isinstance(page, ParsedPage) else page.result()
