"""Pages read side by side: their order, how many there are at a time, and what goes wrong."""

import threading
import time

import pytest
from PIL import Image

from apps.documents.parsing.ocr.parallel_pages import PageOrFuture, ParallelOcr, pages_in_order
from apps.documents.parsing.ocr.recognise_page import ScannedPage
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.parsing.types import ParsedPage

PICTURE = ScannedPage(Image.new("L", (1, 1)), 1.0)


def test_pages_come_in_their_order_whichever_is_read_first() -> None:
    with ParallelOcr(OcrSlots.create(2)) as recognising:

        def pages() -> "list[PageOrFuture]":
            slow = recognising.begin(lambda: PICTURE, lambda _: time.sleep(0.1) or ParsedPage(1, "langsam"))
            fast = recognising.begin(lambda: PICTURE, lambda _: ParsedPage(2, "schnell"))
            return [slow, fast, ParsedPage(3, "mit Text")]

        assert [page.number for page in pages_in_order(pages())] == [1, 2, 3]


def test_a_finished_page_is_handed_out_while_the_next_is_read() -> None:
    go_on = threading.Event()
    with ParallelOcr(OcrSlots.create(2)) as recognising:

        def pages() -> "list[PageOrFuture]":
            blocked = recognising.begin(lambda: PICTURE, lambda _: go_on.wait(5) and ParsedPage(2, "zweite"))
            return [ParsedPage(1, "erste"), blocked]

        ordered = pages_in_order(pages())
        assert next(ordered).number == 1
        go_on.set()
        assert next(ordered).number == 2


def test_no_more_pictures_are_made_than_can_be_read_soon() -> None:
    made: list[int] = []
    another, go_on = threading.Semaphore(0), threading.Event()

    def render(number: int) -> ScannedPage:
        made.append(number)
        another.release()
        return PICTURE

    def begin_all(recognising: ParallelOcr) -> None:
        for number in range(8):
            recognising.begin(lambda number=number: render(number), lambda _: go_on.wait(5) and ParsedPage(1, ""))

    with ParallelOcr(OcrSlots.create(2)) as recognising:
        thread = threading.Thread(target=begin_all, args=(recognising,))
        thread.start()
        assert all(another.acquire(timeout=10) for _ in range(3))
        # Of a fourth only its absence can be seen, which takes a while.
        assert not another.acquire(timeout=0.3)
        go_on.set()
        thread.join()
    assert len(made) == 8


def test_a_page_that_cannot_be_drawn_leaves_room_for_others() -> None:
    def fail() -> ScannedPage:
        raise ValueError("broken image")

    with ParallelOcr(OcrSlots.create(1)) as recognising:
        for _ in range(5):
            with pytest.raises(ValueError, match="broken image"):
                recognising.begin(fail, lambda _: ParsedPage(1, ""))
        assert recognising.begin(lambda: PICTURE, lambda _: ParsedPage(1, "da")).result().text == "da"
