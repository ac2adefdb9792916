"""Files that wait are printed in one start; those that cannot be printed cost no other one. LibreOffice is a fake."""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from apps.documents.conversion import libreoffice
from apps.documents.conversion.batch_conversions import LARGEST_TOGETHER, ConversionQueue
from apps.documents.conversion.libreoffice import find_program_with_library
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, ODT, PPTX
from apps.documents.parsing.types import ParseFailure
from tests.waiting import until

PROGRAM = """#!{python}
import os, pathlib, sys, time
at = sys.argv.index("--outdir")
out, sources = pathlib.Path(sys.argv[at + 1]), [pathlib.Path(name) for name in sys.argv[at + 2:]]
out.mkdir()
texts = [source.read_text() for source in sources]
with open("{log}", "a") as log:
    log.write(" ".join(texts) + "\\n")
for source, text in zip(sources, texts):
    if text == "hangs":
        time.sleep(600)
    if text == "crashes":
        os._exit(139)
    if text != "broken":
        (out / (source.stem + ".pdf")).write_text("%PDF " + text + "\\n%%EOF\\n")
    time.sleep({looks} * 3)  # more than one look at what is there
"""
LOOK_EVERY = 0.02
"""Seconds between two looks at what has been printed."""
Starts = Callable[[], list[str]]


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Starts]:
    """What each start of the program was given."""
    log, program = tmp_path / "starts", tmp_path / "soffice"
    program.write_text(PROGRAM.format(python=sys.executable, log=log, looks=LOOK_EVERY))
    program.chmod(0o755)
    for library, _ in libreoffice.PARTS:
        (tmp_path / library).touch()
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(libreoffice, "LOOK_EVERY", LOOK_EVERY)
    find_program_with_library.cache_clear()
    yield lambda: log.read_text().splitlines()
    find_program_with_library.cache_clear()


def printed(*texts: str, kind: str = DOCX, at_once: int = 1) -> list[bytes | str]:
    """PDF or reason of each."""

    async def one(queue: ConversionQueue, text: str) -> bytes | str:
        try:
            return await queue.print_to_pdf(text.encode(), kind)
        except ParseFailure as failure:
            return str(failure.reason_code)

    async def of_all() -> list[bytes | str]:
        queue = ConversionQueue(at_once)
        return await asyncio.gather(*(one(queue, text) for text in texts))

    return asyncio.run(of_all())


def pdf(text: str) -> bytes:
    return f"%PDF {text}\n%%EOF\n".encode()


def test_what_waits_is_printed_in_one_start(starts: Starts) -> None:
    assert printed("a", "b", "c") == [pdf("a"), pdf("b"), pdf("c")]
    assert starts() == ["a b c"]


def test_files_that_come_one_after_the_other_are_printed_in_one_start(starts: Starts) -> None:
    async def come() -> None:
        queue = ConversionQueue(1)

        async def come_after(seconds: float, text: str) -> None:
            await asyncio.sleep(seconds)
            await queue.print_to_pdf(text.encode(), DOCX)

        await asyncio.gather(*(come_after(0.01 * place, text) for place, text in enumerate("abc")))

    asyncio.run(come())
    assert starts() == ["a b c"]


def test_a_file_does_not_wait_for_others_without_end(starts: Starts) -> None:
    async def keep_coming() -> bytes:
        queue = ConversionQueue(1)
        first = asyncio.create_task(queue.print_to_pdf(b"first", DOCX))
        others = []
        while not first.done():
            others.append(asyncio.create_task(queue.print_to_pdf(b"next", DOCX)))
            await asyncio.sleep(0.02)
        for each in others:
            each.cancel()
        return first.result()

    assert asyncio.run(asyncio.wait_for(keep_coming(), 10)) == pdf("first")


def test_two_programs_share_what_waits(starts: Starts) -> None:
    assert printed("a", "b", "c", "d", at_once=2) == [pdf("a"), pdf("b"), pdf("c"), pdf("d")]
    assert sorted(starts()) == ["a b", "c d"]


def test_texts_and_slides_are_not_printed_together(starts: Starts) -> None:
    async def both() -> None:
        queue = ConversionQueue(1)
        kinds = (DOCX, PPTX, ODT)
        await asyncio.gather(*(queue.print_to_pdf(str(place).encode(), kind) for place, kind in enumerate(kinds)))

    asyncio.run(both())
    assert starts() == ["0 2", "1"]


def test_a_large_file_goes_alone(starts: Starts) -> None:
    large = "x" * (LARGEST_TOGETHER + 1)
    assert printed("a", large, "b") == [pdf("a"), pdf(large), pdf("b")]
    assert starts() == ["a b", large]


def test_one_that_hangs_costs_itself_alone(starts: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libreoffice, "SECONDS_TOGETHER", 1.0)
    monkeypatch.setattr(libreoffice, "SECONDS", 2.0)
    assert printed("a", "hangs", "b", "c") == [pdf("a"), "time_limit", pdf("b"), pdf("c")]
    assert sorted(starts()) == sorted(["a hangs b c", "hangs", "b c"])


def test_one_that_crashes_and_one_that_is_broken_have_their_own_reasons(starts: Starts) -> None:
    assert printed("a", "broken", "crashes", "b") == [pdf("a"), "damaged", "crashed_n_times", pdf("b")]


@pytest.mark.usefixtures("starts")
def test_when_nobody_waits_any_more_the_program_is_ended(tmp_path: Path) -> None:
    async def give_up() -> float:
        queue = ConversionQueue(1)
        waiting = [asyncio.create_task(queue.print_to_pdf(b"hangs", DOCX)) for _ in range(2)]
        await until(lambda: (tmp_path / "starts").exists())
        for each in waiting:
            each.cancel()
        began = time.monotonic()
        async with queue.slots:
            return time.monotonic() - began

    assert asyncio.run(give_up()) < 5


def test_one_who_leaves_costs_the_others_nothing(starts: Starts) -> None:
    async def one_leaves() -> bytes:
        queue = ConversionQueue(1)
        leaves, stays = (asyncio.create_task(queue.print_to_pdf(text, DOCX)) for text in (b"a", b"b"))
        await asyncio.sleep(0.05)
        leaves.cancel()
        return await stays

    assert asyncio.run(one_leaves()) == pdf("b")


def test_without_the_program_every_file_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    find_program_with_library.cache_clear()
    try:
        assert printed("a", "b") == ["no_converter", "no_converter"]
    finally:
        find_program_with_library.cache_clear()
