"""Collects pages whose pictures wait for text recognition, so that one start of tesseract reads those of several."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from threading import BoundedSemaphore, Lock

from apps.documents.parsing.ocr.parallel_pages import ParallelOcr
from apps.documents.parsing.pdf.ocr_pictures_beside_text import PageWithPictures, read_pictures_together
from apps.documents.parsing.types import ParsedPage

MOST_TOGETHER = 16
"""Pages: with each start what is left of its cost is little, and pictures of A4 take 4 MiB each."""

WaitingPage = tuple[PageWithPictures, Future[ParsedPage]]


class PictureQueue:
    """Belongs to one file. The first picture is read at once, and the next start takes all that came meanwhile."""

    def __init__(self, recognising: ParallelOcr, seconds: float) -> None:
        self.recognising = recognising
        self.seconds = seconds
        self.room = BoundedSemaphore(2 * MOST_TOGETHER)
        self.waiting: deque[WaitingPage] = deque()
        self.is_asked = False
        """Whether a reading will begin that takes what waits."""
        self.lock = Lock()

    def put(self, render: Callable[[], PageWithPictures]) -> Future[ParsedPage]:
        """Renders in this thread as soon as there is room, and reads in another one. Raises what `render` raises."""
        self.room.acquire()
        with ExitStack() as unless_rendered:
            unless_rendered.callback(self.room.release)
            page = render()
            unless_rendered.pop_all()
        future: Future[ParsedPage] = Future()
        with self.lock:
            self.waiting.append((page, future))
            self._ask()
        return future

    def _ask(self) -> None:
        if self.waiting and not self.is_asked:
            self.is_asked = True
            self.recognising.submit(self._read_some)

    def _take(self) -> list[WaitingPage]:
        with self.lock:
            taken = [self.waiting.popleft() for _ in range(min(len(self.waiting), MOST_TOGETHER))]
            self.is_asked = False
            self._ask()
        return taken

    def _read_some(self) -> None:
        taken = self._take()
        try:
            pages = read_pictures_together([page for page, _ in taken], self.seconds)
        except BaseException as error:
            for _, future in taken:
                future.set_exception(error)
            raise
        finally:
            self.room.release(len(taken))
        for page, (_, future) in zip(pages, taken, strict=True):
            future.set_result(page)
