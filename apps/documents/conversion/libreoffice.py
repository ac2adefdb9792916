"""Converts a file to PDF by LibreOffice: a process of its own with limits, without network, macros or links."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from math import ceil
from pathlib import Path
from shutil import which

from apps.documents.conversion.libreoffice_settings import write_settings
from apps.documents.conversion.process_limits import confined_command, restricted_environment
from apps.documents.conversion.working_folders import working_folder
from apps.documents.parsing.end_orphaned_child_processes import kill_session, signal_on_parent_exit
from apps.documents.parsing.formats.office_and_picture_media_types import PRINTED_SUFFIXES, SLIDES
from apps.documents.parsing.types import FailureReason, ParseFailure

SECONDS = 300.0
"""Longest time for one file; a work of 870 pages takes a minute."""
SECONDS_TOGETHER = 40.0
"""Longest time without a result while several files are printed; the next one then goes alone, with all its time."""
LOOK_EVERY = 0.1
"""Seconds between two looks for results."""
END_OF_PDF = b"%%EOF"
ALL_SLIDES = 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}'
"""With those that are skipped when they are shown, so that the number of a page is that of the slide."""
PARTS = (("libswlo.so", "libreoffice-writer-nogui"), ("libsdlo.so", "libreoffice-impress-nogui"))
"""The libraries of word processing and of slides, with the Debian packages that bring them."""
OnPrinted = Callable[[int, bytes], None]
"""Called with the place of a file among those given and its PDF."""


async def print_to_pdf(data: bytes, media_type: str) -> bytes:
    """The PDF LibreOffice makes of a file of one of the types in PRINTED.

    Raises ParseFailure: no_converter, time_limit, damaged, crashed_n_times.
    """
    return await convert_file(data, media_type, export_format(media_type))


async def store_as_docx(data: bytes, media_type: str) -> bytes:
    """A text of an older kind as Word stores it today, with its changes and comments. Raises ParseFailure as above."""
    return await convert_file(data, media_type, "docx")


async def print_together(files: Sequence[tuple[bytes, str]], on_printed: OnPrinted) -> None:
    """Prints files of one form (`export_format`) in one start of the program, which costs as much as printing several.

    Each is reported as soon as it is there. What is not reported was not printed: it could not be opened, or the
    program ended at it or was ended after SECONDS_TOGETHER without a result. Raises ParseFailure (no_converter).
    """
    program, form = program_for(files[0][1]), export_format(files[0][1])
    with office_folder() as folder:
        sources = [folder / f"{place}{PRINTED_SUFFIXES[media_type]}" for place, (_, media_type) in enumerate(files)]
        for source, (data, _) in zip(sources, files, strict=True):
            source.write_bytes(data)
        command = libreoffice_arguments(program, folder, sources, form)
        async with running_libreoffice(command, folder, SECONDS_TOGETHER * len(files)) as process:
            await report_printed(process, folder / "out", len(files), on_printed)


async def report_printed(process: asyncio.subprocess.Process, out: Path, count: int, on_printed: OnPrinted) -> None:
    """Until all are there, the program has ended, or nothing has come for SECONDS_TOGETHER."""
    missing, latest = list(range(count)), time.monotonic()
    while missing:
        has_ended = await ends_within(process, LOOK_EVERY)
        for place in list(missing):
            if (pdf := finished_pdf(out / f"{place}.pdf")) is not None:
                on_printed(place, pdf)
                missing.remove(place)
                latest = time.monotonic()
        if has_ended or time.monotonic() - latest > SECONDS_TOGETHER:
            return


async def ends_within(process: asyncio.subprocess.Process, seconds: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await process.wait()
    return process.returncode is not None


def finished_pdf(path: Path) -> bytes | None:
    """None while it is being written."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    return data if data.rstrip().endswith(END_OF_PDF) else None


def export_format(media_type: str) -> str:
    """What a file is made into; files of one form may be printed together."""
    return ALL_SLIDES if media_type in SLIDES else "pdf"


async def convert_file(data: bytes, media_type: str, form: str) -> bytes:
    """`form` as LibreOffice takes it: a suffix, a filter and its options after it."""
    program = program_for(media_type)
    with office_folder() as folder:
        source = folder / f"document{PRINTED_SUFFIXES[media_type]}"
        source.write_bytes(data)
        status = await run_libreoffice(libreoffice_arguments(program, folder, [source], form), folder)
        try:
            return (folder / "out" / f"document.{form.partition(':')[0]}").read_bytes()
        except FileNotFoundError:
            raise missing_pdf_failure(status) from None


@contextmanager
def office_folder() -> Iterator[Path]:
    """Makes a folder with a profile of its own, and deletes it afterwards."""
    with working_folder("auskunft-office-") as folder:
        write_settings(folder / "profile")
        yield folder


def program_for(media_type: str) -> str:
    """Path of the program. Raises ParseFailure (no_converter) when it or its part for such files is missing."""
    library, package = PARTS[media_type in SLIDES]
    program = find_program_with_library(library)
    if program is None:
        detail = f"LibreOffice is missing, or its part for such files. On Debian: apt-get install {package}"
        raise ParseFailure(FailureReason.NO_CONVERTER, detail, package=package)
    return program


@cache
def find_program_with_library(library: str) -> str | None:
    """A worker that is running when LibreOffice is installed has to be started anew."""
    program = which("soffice")
    if program is None:
        return None
    folder = Path(program).resolve().parent
    # Builds of The Document Foundation may merge all libraries into one.
    found = any((folder / each).exists() for each in (library, "libmergedlo.so"))
    return program if found else None


def libreoffice_arguments(program: str, folder: Path, sources: Sequence[Path], form: str) -> list[str]:
    return [
        program,
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        *("--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo", "--nofirststartwizard"),
        *("--convert-to", form, "--outdir", str(folder / "out"), *map(str, sources)),
    ]


async def run_libreoffice(command: list[str], folder: Path) -> int:
    """The exit status. Raises ParseFailure (time_limit)."""
    async with running_libreoffice(command, folder, SECONDS) as process:
        if await ends_within(process, SECONDS) and process.returncode is not None:
            return process.returncode
    detail = f"LibreOffice took longer than {SECONDS:.0f} seconds. Store the file anew or split it."
    raise ParseFailure(FailureReason.TIME_LIMIT, detail, limit=round(SECONDS))


@asynccontextmanager
async def running_libreoffice(
    command: list[str], folder: Path, cpu_seconds: float
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Whatever it started is gone afterwards, also when the caller is cancelled."""
    process = await asyncio.create_subprocess_exec(
        *confined_command(command, ceil(cpu_seconds)),
        cwd=folder,
        env=restricted_environment(folder),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=signal_on_parent_exit,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            kill_session(process.pid)
            await process.wait()


def missing_pdf_failure(status: int) -> ParseFailure:
    """Names the failure by how LibreOffice ended: it says success when it could not open a file."""
    if status in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
        return ParseFailure(FailureReason.TIME_LIMIT, "LibreOffice took too much processor time.", limit=round(SECONDS))
    if status in (0, 1):
        return ParseFailure(FailureReason.DAMAGED, "LibreOffice cannot open the file.")
    return ParseFailure(FailureReason.CRASHED, f"The file made LibreOffice crash (exit status {status}).", exit=status)
