"""The pool: real processes, real limits, a tesseract that misbehaves on purpose."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pymupdf
import pytest

from apps.documents.parsing.end_orphaned_child_processes import session_members
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import ParsedPage, ParseFailure, ParseFlag
from apps.documents.sandbox import parse_skipping_crashing_pages
from apps.documents.sandbox.parser_pool import ParserPool, find_quote_in_words
from tests.documents.parsing.sample_pdfs import SENTENCE, letter, pdf, scan, writes


@pytest.fixture
def pool() -> Iterator[ParserPool]:
    pool = ParserPool(size=2)
    yield pool
    pool.close()


@pytest.fixture
def tesseract_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a script in tesseract's place; it is asked for its languages first, then for a page."""

    def replace(script: str) -> None:
        program = tmp_path / "tesseract"
        program.write_text(f'#!/bin/sh\nif [ "$1" = --list-langs ]; then echo deu; exit; fi\n{script}\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    return replace


async def test_pages_arrive_one_by_one_with_their_count(pool: ParserPool) -> None:
    seen: list[tuple[int, int]] = []
    data = pdf(*[writes(f"Seite {number}. {SENTENCE}") for number in range(1, 4)])
    document = await pool.parse(data, name="a.pdf", on_page=lambda page, count: seen.append((page.number, count)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert [page.number for page in document.pages] == [1, 2, 3]
    assert document.partial_reason is None


async def test_a_page_callback_may_be_awaited(pool: ParserPool) -> None:
    seen: list[int] = []

    async def store(page: ParsedPage, count: int) -> None:
        await asyncio.sleep(0)
        seen.append(page.number)

    await pool.parse(letter(), name="a.pdf", on_page=store)
    assert seen == [1]


async def test_html_and_text_come_through_the_same_door(pool: ParserPool) -> None:
    html = await pool.parse(b"<html><body><h1>Frist</h1><p>Vier Wochen.</p></body></html>", name="a.html")
    text = await pool.parse("Gebühr".encode("cp1252"), name="a.txt")
    assert "Vier Wochen." in html.pages[0].text
    assert text.pages[0].text == "Gebühr"


async def test_more_files_than_children_all_come_back(pool: ParserPool) -> None:
    documents = await asyncio.gather(*(pool.parse(letter(f"Datei {n}."), name="a.pdf") for n in range(7)))
    assert ["Datei 6." in document.pages[0].text for document in documents] == [False] * 6 + [True]


async def test_a_file_over_the_size_limit_is_refused_unread() -> None:
    with pytest.raises(ParseFailure) as failure:
        await ParserPool(limits=ParseLimits(size=10)).parse(b"%PDF-1.7 and more", name="a.pdf")
    assert failure.value.reason_code == "size_limit"
    assert failure.value.facts["limit"] == 10


async def test_pages_over_the_limit_are_left_out_and_flagged() -> None:
    pool = ParserPool(limits=ParseLimits(pages=2))
    try:
        document = await pool.parse(pdf(*[writes(SENTENCE)] * 5), name="a.pdf")
    finally:
        pool.close()
    assert (len(document.pages), document.page_count) == (2, 5)
    assert document.partial_reason == ParseFlag.PAGE_LIMIT


async def test_a_damaged_but_readable_file_is_partial(pool: ParserPool) -> None:
    data = letter()
    cut = data[: data.rindex(b"startxref")]
    document = await pool.parse(cut, name="a.pdf")
    assert SENTENCE in document.pages[0].text
    assert document.partial_reason == ParseFlag.TRUNCATED_REPAIRED


async def test_a_crashing_child_costs_its_file_only(pool: ParserPool, tesseract_does: Callable[[str], None]) -> None:
    tesseract_does("kill -SEGV $PPID; sleep 5")
    crashing, sound = await asyncio.gather(
        pool.parse(scan(letter()), name="scan.pdf"), pool.parse(letter(), name="a.pdf"), return_exceptions=True
    )
    assert isinstance(crashing, ParseFailure)
    assert crashing.reason_code == "crashed_n_times"
    assert not isinstance(sound, BaseException)
    assert SENTENCE in (await pool.parse(letter(), name="b.pdf")).pages[0].text
    assert SENTENCE in sound.pages[0].text


async def test_a_crash_is_told_at_once_while_an_older_child_still_reads(
    pool: ParserPool, tesseract_does: Callable[[str], None]
) -> None:
    tesseract_does('read -r _ width _; if [ "$width" -gt 2000 ]; then sleep 300; else kill -SEGV $PPID; sleep 5; fi')
    broad = scan(pdf(writes(SENTENCE), size=(842, 595)))
    async with asyncio.timeout(30), asyncio.TaskGroup() as group:
        # All three are there when the first child is forked, so it could keep the last one's connection open.
        long = group.create_task(pool.parse(broad, name="long.pdf"))
        group.create_task(pool.parse(letter(), name="a.pdf"))
        crashing = group.create_task(crash(pool))
        assert await crashing == "crashed_n_times"
        assert not long.done()
        long.cancel()


async def crash(pool: ParserPool) -> str:
    with pytest.raises(ParseFailure) as failure:
        await pool.parse(scan(letter()), name="crash.pdf")
    return failure.value.reason_code


async def test_a_child_killed_by_the_system_means_want_of_memory(
    pool: ParserPool, tesseract_does: Callable[[str], None]
) -> None:
    tesseract_does("kill -KILL $PPID; sleep 5")
    with pytest.raises(ParseFailure) as failure:
        await pool.parse(scan(letter()), name="scan.pdf")
    assert failure.value.reason_code == "memory_limit"


async def test_too_little_memory_is_said_so() -> None:
    def huge(page: pymupdf.Page) -> object:
        return page.draw_oval((10, 10, 2000, 2000))

    pool = ParserPool(limits=ParseLimits(memory=230 * 2**20))
    try:
        with pytest.raises(ParseFailure) as failure:
            await pool.parse(pdf(huge, size=(2400, 2400)), name="a.pdf")
        document = await pool.parse(pdf(writes(SENTENCE), huge, size=(2400, 2400)), name="a.pdf")
    finally:
        pool.close()
    assert failure.value.reason_code == "memory_limit"
    assert [page.text for page in document.pages] == [SENTENCE, ""]
    assert document.partial_reason == ParseFlag.PAGE_UNREADABLE


async def test_a_hanging_page_is_flagged_and_what_hung_is_gone(
    pool: ParserPool, tesseract_does: Callable[[str], None], tmp_path: Path
) -> None:
    tesseract_does(f"sleep 300 & echo $! > {tmp_path}/pid; wait")
    pool.limits = ParseLimits(ocr_seconds=1.0)
    data = pdf(writes(SENTENCE), lambda page: page.draw_oval((50, 50, 400, 400), fill=(0, 0, 0)))
    start = time.monotonic()
    document = await pool.parse(data, name="a.pdf")
    assert time.monotonic() - start < 5
    assert document.partial_reason == ParseFlag.OCR_TIMEOUT
    assert document.pages[0].text == SENTENCE
    assert not is_alive(int((tmp_path / "pid").read_text()))


async def test_a_file_over_the_wall_limit_is_stopped_with_all_it_started(
    tesseract_does: Callable[[str], None], tmp_path: Path
) -> None:
    tesseract_does(f"sleep 300 & echo $! > {tmp_path}/pid; wait")
    pool = ParserPool(limits=ParseLimits(wall_seconds=1.5))
    try:
        with pytest.raises(ParseFailure) as failure:
            await pool.parse(scan(letter()), name="scan.pdf")
    finally:
        pool.close()
    assert failure.value.reason_code == "time_limit"
    assert not is_alive(int((tmp_path / "pid").read_text()))


async def test_endless_work_inside_the_parser_is_stopped() -> None:
    pool = ParserPool(limits=ParseLimits(cpu_seconds=1))
    try:
        with pytest.raises(ParseFailure) as failure:
            await pool.parse(nested_forms(), name="bombe.pdf")
    finally:
        pool.close()
    assert failure.value.reason_code == "time_limit"


async def test_leaving_early_kills_the_child(
    pool: ParserPool, tesseract_does: Callable[[str], None], tmp_path: Path
) -> None:
    tesseract_does(f"sleep 300 & echo $! > {tmp_path}/pid; wait")
    waiting = asyncio.create_task(pool.parse(scan(letter()), name="scan.pdf"))
    assert await comes_true(lambda: written(tmp_path / "pid"))
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await comes_true(lambda: not is_alive(int((tmp_path / "pid").read_text())))


async def test_without_tesseract_a_scan_says_what_is_missing(pool: ParserPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ParseFailure) as failure:
        await pool.parse(scan(letter()), name="scan.pdf")
    assert failure.value.reason_code == "no_text"
    assert "tesseract" in failure.value.detail


async def test_the_host_comes_back_after_it_was_killed(pool: ParserPool) -> None:
    await pool.parse(letter(), name="a.pdf")
    server = pool.launcher.server
    assert server is not None
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    assert SENTENCE in (await pool.parse(letter(), name="b.pdf")).pages[0].text


async def test_closing_leaves_no_process(pool: ParserPool) -> None:
    await pool.parse(letter(), name="a.pdf")
    server = pool.launcher.server
    assert server is not None
    pool.close()
    assert session_members(server.process.pid) == []


def test_a_pool_outlives_the_event_loop(pool: ParserPool) -> None:
    first = asyncio.run(pool.parse(letter(), name="a.pdf"))
    server = pool.launcher.server
    second = asyncio.run(pool.parse(letter(), name="a.pdf"))
    assert first == second
    assert pool.launcher.server is server


def test_parsing_needs_no_django() -> None:
    program = (
        "import sys, apps.documents.sandbox.parser_pool, apps.documents.sandbox.fork_server\n"
        "sys.exit('django' in sys.modules)"
    )
    alone = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run([sys.executable, "-c", program], env=alone, check=True)


async def test_a_page_becomes_a_picture_with_the_quote_on_it(pool: ParserPool) -> None:
    data = letter()
    image = await pool.render_page(data, 1, dpi=100)
    assert image.data[8:12] == b"WEBP"
    assert (image.width, image.height) == (827, 1170)
    (found,) = await pool.find_quote(data, 1, f"3. {SENTENCE}")
    assert 0.1 < found.x0 < 0.15
    assert found.x1 > 0.5
    assert 0.13 < found.y0 < found.y1 < 0.19


async def test_a_page_that_is_not_there_is_named(pool: ParserPool) -> None:
    with pytest.raises(ParseFailure, match="no page 9"):
        await pool.render_page(letter(), 9)


@pytest.mark.ocr
async def test_the_quote_of_a_scan_lies_where_the_print_is(pool: ParserPool) -> None:
    data = letter()
    page = (await pool.parse(scan(data), name="scan.pdf")).pages[0]
    (seen,) = find_quote_in_words(page.words, f"3. {SENTENCE}", page.width, page.height)
    (printed,) = await pool.find_quote(data, 1, f"3. {SENTENCE}")
    assert seen == pytest.approx(printed, abs=0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_pool_that_is_closed_is_forgotten() -> None:
    pool = ParserPool(size=1)
    pool.launcher.start()
    pool.close()
    launcher = weakref.ref(pool.launcher)
    del pool
    gc.collect()
    assert launcher() is None


def written(path: Path) -> bool:
    return path.exists() and bool(path.read_text())


async def comes_true(condition: Callable[[], bool]) -> bool:
    for _ in range(100):
        if condition():
            return True
        await asyncio.sleep(0.05)
    return False


def good_and_nested(good: int, hostile: int) -> bytes:
    """So many pages with a sentence each, and the hostile one as the page of that number."""
    document = pymupdf.open(stream=pdf(*[writes(f"{SENTENCE} Seite {number}.") for number in range(1, good + 1)]))
    document.insert_pdf(pymupdf.open(stream=nested_forms()), start_at=hostile - 1)
    return bytes(document.tobytes())


@pytest.mark.parametrize(("good", "hostile", "seconds"), [(3, 1, 1), (3, 4, 1), (60, 31, 2)])
async def test_one_hostile_page_is_left_out_and_named(good: int, hostile: int, seconds: int) -> None:
    pool = ParserPool(limits=ParseLimits(cpu_seconds=seconds))
    seen: list[int] = []
    try:
        data = good_and_nested(good, hostile)
        document = await pool.parse(data, name="a.pdf", on_page=lambda page, count: seen.append(page.number))
    finally:
        pool.close()
    assert [page.number for page in document.pages] == seen == list(range(1, good + 2))
    assert [page.number for page in document.pages if ParseFlag.PAGE_UNREADABLE in page.flags] == [hostile]
    assert all(SENTENCE in page.text for page in document.pages if page.number != hostile)
    assert document.partial_reason == ParseFlag.PAGE_UNREADABLE
    assert document.page_count == good + 1


async def test_many_hostile_pages_fail_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each costs two processes a second.
    monkeypatch.setattr(parse_skipping_crashing_pages, "MOST_LOST_PAGES", 2)
    pool = ParserPool(limits=ParseLimits(cpu_seconds=1))
    seen: list[int] = []
    hostile = pymupdf.open(stream=nested_forms())
    document = pymupdf.open(stream=pdf(writes(SENTENCE)))
    for _ in range(3):
        document.insert_pdf(hostile)
    data = bytes(document.tobytes())
    try:
        with pytest.raises(ParseFailure) as failure:
            await pool.parse(data, name="a.pdf", on_page=lambda page, count: seen.append(page.number))
    finally:
        pool.close()
    assert failure.value.reason_code == "time_limit"
    assert seen == [1, 2, 3]


def nested_forms(depth: int = 24) -> bytes:
    """A PDF of 3 kB whose page draws 2^24 times the same line: form objects that each draw the next one twice."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R"
        b" /Resources << /XObject << /F 5 0 R >> >> >>",
        stream(b"", b"/F Do"),
    ]
    for level in range(depth):
        following = b"/Resources << /XObject << /F %d 0 R >> >>" % (6 + level)
        objects.append(stream(b"/Type /XObject /Subtype /Form /BBox [0 0 300 300] " + following, b"/F Do /F Do"))
    objects.append(stream(b"/Type /XObject /Subtype /Form /BBox [0 0 300 300]", b"0 0 m 9 9 l S"))
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return body + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        size, table, size, len(body)
    )  # fmt: skip


def stream(dictionary: bytes, content: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (dictionary, len(content), content)


async def test_a_request_without_data_is_answered_however_quick_its_child_is(pool: ParserPool) -> None:
    """The child may have answered and gone before a second, empty message would be sent."""
    for _ in range(50):
        assert await pool.made_of([""], "embed")
