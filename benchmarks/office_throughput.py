"""How many Word files a second become pages, beside LibreOffice alone; and what a conversion that hangs costs.

    python benchmarks/office_throughput.py [--full] [--documents 40] [--data DIR] [--json]

Each document has three pages of federal laws. "ours" is the pipeline's reading without a database: looked into,
printed, read, completed; two LibreOffice at a time, which take what waits together, and as many documents under way
as in the worker. "bare" is LibreOffice alone with as many processes: one started for each file, and one for twenty
files at a time. `--full` takes 1,000 documents. Memory is the largest of all processes that were started. In the last
run a conversion of several files is stopped for good, and once more where the file it was at is tried alone: that
document has to fail with `time_limit`, all others have to be read.
"""

import argparse
import asyncio
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from apps.documents.conversion import libreoffice  # noqa: E402 - importable once the folder is on the path
from apps.documents.conversion.batch_conversions import AT_ONCE, MOST_TOGETHER, ConversionQueue  # noqa: E402
from apps.documents.parsing.types import ParseFailure  # noqa: E402
from apps.documents.sandbox.parser_pool import ParserPool  # noqa: E402
from benchmarks.law_pages import records  # noqa: E402
from benchmarks.office import pages_of  # noqa: E402

PAGES, CHARACTERS = 3, 2_200
"""Of a document, and of a page: what fits on a sheet with a heading."""
UNDER_WAY = 48
"""As PRINTED_AT_ONCE in apps/documents/model_calls/load_models_and_prompts_for_stages.py."""
HANGING_SECONDS = 20.0
"""In place of 300 and 40: the longest a conversion may take in the last run."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--documents", type=int, default=40)
    parser.add_argument("--full", action="store_true", help="1,000 documents")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    found = measured(documents(options.data / "de-laws" / "laws.tar.xz", 1_000 if options.full else options.documents))
    print(json.dumps(found) if options.json else "\n".join(f"{name:28} {value}" for name, value in found.items()))


def documents(archive: Path, count: int) -> list[bytes]:
    texts = [record["text"][:CHARACTERS] for record in records(archive, count * PAGES)]
    return [docx(texts[start : start + PAGES]) for start in range(0, len(texts), PAGES)]


def docx(pages: Sequence[str]) -> bytes:
    from docx import Document

    document = Document()
    for number, text in enumerate(pages, 1):
        document.add_heading(f"Abschnitt {number}")
        for paragraph in filter(None, map(str.strip, text.split("\n"))):
            document.add_paragraph(paragraph)
        if number < len(pages):
            document.add_page_break()
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def measured(files: Sequence[bytes]) -> dict[str, Any]:
    bare = len(files) / timed(lambda: asyncio.run(convert_alone(files)))
    shared = len(files) / timed(lambda: asyncio.run(convert_together(files)))
    began = time.monotonic()
    read, failed = asyncio.run(read_all(files))
    ours = len(files) / (time.monotonic() - began)
    hung = asyncio.run(read_with_one_hanging(files[:MOST_TOGETHER]))
    return {
        "documents": len(files),
        "pages": sum(read),
        "failed": len(failed),
        "processes": AT_ONCE,
        "ours a second": round(ours, 3),
        "bare a second": round(bare, 3),
        "ratio": round(ours / bare, 3),
        f"bare, {MOST_TOGETHER} to a start": round(shared, 3),
        "ratio to that": round(ours / shared, 3),
        "largest process in MiB": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
        "lost beside one that hangs": min(len(files), MOST_TOGETHER) - hung[0] - 1,
        "reason of the one that hangs": ", ".join(hung[1]),
    }


def timed(act: Any) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began


async def convert_alone(files: Sequence[bytes]) -> None:
    """LibreOffice as it is, a process and a profile for each file."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(data: bytes) -> None:
        async with turns:
            await soffice([data])

    await asyncio.gather(*map(one, files))


async def convert_together(files: Sequence[bytes]) -> None:
    turns = asyncio.Semaphore(AT_ONCE)

    async def some(data: Sequence[bytes]) -> None:
        async with turns:
            await soffice(data)

    await asyncio.gather(*(some(files[start : start + MOST_TOGETHER]) for start in range(0, len(files), MOST_TOGETHER)))


async def soffice(files: Sequence[bytes]) -> None:
    with tempfile.TemporaryDirectory(prefix="bare-office-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        paths = [folder / f"{number}.docx" for number in range(len(files))]
        for path, data in zip(paths, files, strict=True):
            path.write_bytes(data)
        process = await asyncio.create_subprocess_exec(
            str(shutil.which("soffice")), f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless",
            "--convert-to", "pdf", "--outdir", str(folder / "out"), *map(str, paths),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        await process.wait()
        assert len(list((folder / "out").glob("*.pdf"))) == len(files)


async def read_all(files: Sequence[bytes]) -> tuple[list[int], list[str]]:
    """Pages of each document that was read, and the reasons of the others."""
    pool, printing, turns = ParserPool(AT_ONCE), ConversionQueue(), asyncio.Semaphore(UNDER_WAY)

    async def one(data: bytes) -> int | str:
        async with turns:
            try:
                return len((await pages_of(Path("bericht.docx"), data, pool, printing)).pages)
            except ParseFailure as failure:
                return failure.reason_code.value

    try:
        found = await asyncio.gather(*map(one, files))
    finally:
        pool.close()
    return [each for each in found if isinstance(each, int)], [each for each in found if isinstance(each, str)]


async def read_with_one_hanging(files: Sequence[bytes]) -> tuple[int, list[str]]:
    libreoffice.SECONDS = libreoffice.SECONDS_TOGETHER = HANGING_SECONDS
    reading = asyncio.create_task(read_all(files))
    await asyncio.to_thread(stop_twice)
    read, failed = await reading
    return len(read), failed


def stop_twice() -> None:
    """First one that prints several files, then the one that is started for the file at which it was ended."""
    before = stopped(lambda process: is_ours(process) and sources_of(process) > 1)
    while Path(f"/proc/{before}").exists():
        time.sleep(0.02)
    stopped(lambda process: process != before and is_ours(process) and sources_of(process) == 1)


def stopped(is_wanted: Callable[[int], bool]) -> int:
    """Waits for such a process of this benchmark and stops it, as one that hangs."""
    while True:
        for process in map(int, filter(str.isdecimal, os.listdir("/proc"))):
            if is_wanted(process):
                os.kill(process, signal.SIGSTOP)
                return process
        time.sleep(0.02)


def is_ours(process: int) -> bool:
    """A LibreOffice of our own conversions: others on the machine have other ancestors."""
    return b"soffice.bin" in command_of(process)[0] and os.getpid() in ancestors(process)


def sources_of(process: int) -> int:
    """How many files it was told to print."""
    return sum(argument.endswith(b".docx") for argument in command_of(process))


def command_of(process: int) -> list[bytes]:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return [b""]


def ancestors(process: int) -> list[int]:
    """As far as they are still there."""
    found = []
    while process > 1:
        try:
            process = int(Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except OSError:
            break
        found.append(process)
    return found


if __name__ == "__main__":
    main()
