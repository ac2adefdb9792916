"""LibreOffice prints a file to PDF: a process of its own with limits, without network, macros or links, then gone."""

import asyncio
import signal
import tempfile
from functools import cache
from math import ceil
from pathlib import Path
from shutil import which

from apps.documents.conversion.libreoffice_settings import write_settings
from apps.documents.conversion.process_limits import confined, environment
from apps.documents.parsing.formats.office_types import PRINTED, SLIDES
from apps.documents.parsing.process_cleanup import kill_session, signal_on_parent_exit
from apps.documents.parsing.types import FailureReason, ParseFailure

SECONDS = 300.0
"""Longest time for one file; a work of 870 pages takes a minute."""
ALL_SLIDES = 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}'
"""With those that are skipped when they are shown, so that the number of a page is that of the slide."""
PARTS = (("libswlo.so", "libreoffice-writer-nogui"), ("libsdlo.so", "libreoffice-impress-nogui"))
"""The libraries of word processing and of slides, with the Debian packages that bring them."""


async def print_to_pdf(data: bytes, media_type: str, *, seconds: float | None = None) -> bytes:
    """The PDF LibreOffice makes of a file of one of the types in PRINTED.

    Raises ParseFailure: no_converter, time_limit, damaged, crashed_n_times.
    """
    return await converted(data, media_type, ALL_SLIDES if media_type in SLIDES else "pdf", seconds or SECONDS)


async def store_as_docx(data: bytes, media_type: str, *, seconds: float | None = None) -> bytes:
    """A text of an older kind as Word stores it today, with its changes and comments. Raises ParseFailure as above."""
    return await converted(data, media_type, "docx", seconds or SECONDS)


async def converted(data: bytes, media_type: str, form: str, seconds: float) -> bytes:
    """`form` as LibreOffice takes it: a suffix, a filter and its options behind it."""
    program = program_for(media_type)
    with tempfile.TemporaryDirectory(prefix="auskunft-office-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        write_settings(folder / "profile")
        source = folder / f"document{PRINTED[media_type]}"
        source.write_bytes(data)
        status = await run(arguments(program, folder, source, form), folder, seconds)
        try:
            return (folder / "out" / f"document.{form.partition(':')[0]}").read_bytes()
        except FileNotFoundError:
            raise no_pdf(status) from None


def program_for(media_type: str) -> str:
    """Path of the program. Raises ParseFailure (no_converter) when it or its part for such files is missing."""
    library, package = PARTS[media_type in SLIDES]
    program = installed_with(library)
    if program is None:
        detail = f"LibreOffice is missing, or its part for such files. On Debian: apt-get install {package}"
        raise ParseFailure(FailureReason.NO_CONVERTER, detail, package=package)
    return program


@cache
def installed_with(library: str) -> str | None:
    """A worker that is running when LibreOffice is installed has to be started anew."""
    program = which("soffice")
    if program is None:
        return None
    folder = Path(program).resolve().parent
    # Builds of The Document Foundation may merge all libraries into one.
    found = any((folder / each).exists() for each in (library, "libmergedlo.so"))
    return program if found else None


def arguments(program: str, folder: Path, source: Path, form: str) -> list[str]:
    return [
        program,
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        *("--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo", "--nofirststartwizard"),
        *("--convert-to", form, "--outdir", str(folder / "out"), str(source)),
    ]


async def run(command: list[str], folder: Path, seconds: float) -> int:
    """The exit status. Whatever it started is gone afterwards, also when the caller is cancelled.

    Raises ParseFailure (time_limit).
    """
    process = await asyncio.create_subprocess_exec(
        *confined(command, ceil(seconds)),
        cwd=folder,
        env=environment(folder),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=signal_on_parent_exit,
    )
    try:
        async with asyncio.timeout(seconds):
            return await process.wait()
    except TimeoutError:
        detail = f"LibreOffice took longer than {seconds:.0f} seconds. Store the file anew or split it."
        raise ParseFailure(FailureReason.TIME_LIMIT, detail, limit=round(seconds)) from None
    finally:
        if process.returncode is None:
            kill_session(process.pid)
            await process.wait()


def no_pdf(status: int) -> ParseFailure:
    """By how LibreOffice ended: it says success when it could not open a file."""
    if status in (-signal.SIGXCPU, 128 + signal.SIGXCPU):
        return ParseFailure(FailureReason.TIME_LIMIT, "LibreOffice took too much processor time.", limit=round(SECONDS))
    if status in (0, 1):
        return ParseFailure(FailureReason.DAMAGED, "LibreOffice cannot open the file.")
    return ParseFailure(FailureReason.CRASHED, f"The file made LibreOffice crash (exit status {status}).", exit=status)
