"""A child that reads several files: what it keeps, what ends it, and what each file may cost."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.formats.detect_media_type import PDF
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import ParsedDocument, ParsedPage, ParseFailure
from apps.documents.sandbox import wire_protocol
from apps.documents.sandbox.child_operations import ChildRequest
from apps.documents.sandbox.parser_pool import ParserPool
from apps.documents.sandbox.talk_to_child_process import ChildSession
from tests.documents.office_files import docx
from tests.documents.parsing.sample_pdfs import SENTENCE, letter, pdf, scan, writes
from tests.waiting import until


def child_of(pool: ParserPool) -> int | None:
    """The process that waits for another file; it does so for a second."""
    return min(children_of(pool), default=None)


def children_of(pool: ParserPool) -> set[int]:
    server = pool.launcher.server
    assert server is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return {int(child) for child in children}


async def read(pool: ParserPool, data: bytes, name: str = "a.pdf") -> ParsedDocument | ParseFailure:
    try:
        return await pool.parse(data, name=name)
    except ParseFailure as failure:
        return failure


async def test_ordinary_files_share_a_child_until_it_has_read_enough(pool: ParserPool) -> None:
    seen = []
    for number in range(ParseLimits().files + 1):
        document = await read(pool, letter(f"Datei {number}."))
        assert isinstance(document, ParsedDocument)
        assert f"Datei {number}." in document.pages[0].text
        seen.append(child_of(pool))
    assert len(set(seen[: ParseLimits().files - 1])) == 1
    assert seen[-1] not in (seen[0], None)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(letter()[: letter().rindex(b"startxref")], id="repaired"),
        pytest.param(b"%PDF-1.4 and nothing more", id="refused"),
        pytest.param(pdf(writes(SENTENCE), writes("\x00")), id="flagged"),
        pytest.param(scan(letter()), id="recognised by tesseract", marks=pytest.mark.ocr),
    ],
)
async def test_after_an_unusual_file_another_child_goes_on(pool: ParserPool, data: bytes) -> None:
    await read(pool, letter())
    before = child_of(pool)
    await read(pool, data)
    assert before is not None
    document = await read(pool, letter())
    assert isinstance(document, ParsedDocument)
    assert child_of(pool) not in (before, None)


async def test_a_child_that_died_while_it_waited_is_charged_to_no_file(pool: ParserPool) -> None:
    await read(pool, letter())
    waiting = child_of(pool)
    assert waiting is not None
    os.kill(waiting, signal.SIGKILL)
    assert isinstance(await read(pool, letter()), ParsedDocument)


async def test_a_child_without_work_goes_home(pool: ParserPool) -> None:
    await read(pool, letter())
    for _ in range(100):
        if child_of(pool) is None:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the child is still there after five seconds")


async def test_a_child_for_pdf_makes_room_for_one_for_html(pool: ParserPool) -> None:
    await read(pool, letter())
    document = await read(pool, b"<html><body><h1>Frist</h1><p>Vier Wochen.</p></body></html>", "a.html")
    assert isinstance(document, ParsedDocument)
    assert "Vier Wochen." in document.pages[0].text


async def test_an_office_file_needs_no_other_child_than_its_pdf(pool: ParserPool) -> None:
    await read(pool, letter())
    child = child_of(pool)
    await pool.printable(docx("Text."), DOCX, TrackedChanges.SHOWN)
    assert child_of(pool) == child
    printed = ParsedDocument((ParsedPage(1, "Abschnitt 1\n\nText."),), PDF)
    assert await pool.complete_pages(printed, docx("Text."), DOCX) == printed.pages
    assert child_of(pool) == child


async def test_other_limits_mean_another_child(pool: ParserPool) -> None:
    await read(pool, letter())
    before = child_of(pool)
    pool.limits = ParseLimits(cpu_seconds=7)
    await read(pool, letter())
    assert child_of(pool) not in (before, None)


def answer_and_hang(call: ChildRequest) -> bool:
    """An operation of a child: all is said, and it does not end."""
    wire_protocol.send_message(call.connection, {"kind": "done"})
    time.sleep(60)
    return True


async def test_a_child_that_hangs_after_its_answer_holds_nobody_up(pool: ParserPool) -> None:
    async with ChildSession(pool.launcher, "pdf", pool.limits) as session:
        await session.ask({"operation": f"{__name__}.answer_and_hang"}, b"")
        await session.answer()
    async with asyncio.timeout(20):
        assert isinstance(await read(pool, letter()), ParsedDocument)


async def test_a_child_waits_as_long_as_its_limits_say_and_a_second_one_goes_home() -> None:
    pool = ParserPool(size=2, limits=ParseLimits(idle_seconds=60.0))
    try:
        await asyncio.gather(*(read(pool, letter(f"Datei {number}.")) for number in range(2)))
        assert len(children_of(pool)) == 2
        await until(lambda: len(children_of(pool)) == 1)
    finally:
        pool.close()


def test_each_file_has_its_own_seconds_and_memory() -> None:
    program = """
import resource, time
from apps.documents.sandbox.forked_child import limit_for_file, limit_for_life
from apps.documents.parsing.limits import ParseLimits
limits = ParseLimits(cpu_seconds=5, memory=2**30)
limit_for_life(limits)
while time.process_time() < 1.1:
    pass
limit_for_file(limits, grown=2**20)
print(*resource.getrlimit(resource.RLIMIT_CPU), *resource.getrlimit(resource.RLIMIT_AS))
"""
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    seconds, most_seconds, memory, most_memory = map(int, output.split())
    assert seconds == 5 + 2  # what was used is rounded up to whole seconds
    assert seconds < most_seconds == ParseLimits().files * 10
    assert memory == 2**30 + 2**20
    assert memory < most_memory == 2**30 + 64 * 2**20
