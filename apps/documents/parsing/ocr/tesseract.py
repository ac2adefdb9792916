"""Calls the tesseract program: one page image in, words with boxes and confidence out.

The package pytesseract says what is installed. The call is ours, because the package starts the program in the group of
its parent and ends it alone when time is up, hands images over as files, and cuts confidences to whole numbers.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import IO

from apps.documents.parsing.end_orphaned_child_processes import kill_group, signal_on_parent_exit

WANTED_LANGUAGES = ("deu", "eng")
"""The first is tried first. German alone reads clean English as well; both at once take a seventh more time and read
"für" as "fur" where the umlaut is blurred."""


class OcrUnavailableError(Exception):
    """The program or every wanted language is missing."""


class OcrTimeoutError(Exception):
    """The page took longer than it may; the program and what it started are gone."""


class OcrFailedError(Exception):
    """The program ended with an error; the message is its own."""


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word on the image in pixels; `line` is (block, paragraph, line)."""

    text: str
    left: float
    top: float
    width: float
    height: float
    confidence: float
    line: tuple[int, int, int]


@cache
def installed_languages() -> tuple[str, ...]:
    """Returns the wanted languages that are installed, at least one. Raises OcrUnavailableError."""
    import pytesseract

    try:
        installed = pytesseract.get_languages()
    except pytesseract.TesseractNotFoundError:
        raise OcrUnavailableError("tesseract is not installed") from None
    found = tuple(wanted for wanted in WANTED_LANGUAGES if wanted in installed)
    if not found:
        raise OcrUnavailableError("tesseract has none of the languages deu, eng")
    return found


AUTOMATIC, ONE_COLUMN, ONE_BLOCK, SPARSE = "3", "4", "6", "11"
"""Page segmentation modes: find the layout, expect one column of lines, one block of them without looking for more (it
passes over no single digit), or take text wherever it stands."""


def recognise(
    image: bytes, dpi: int, timeout: float, segmentation: str = AUTOMATIC, *, every_language: bool = False
) -> list[OcrWord]:
    """Words of a PNM image, in reading order, by the first language or by all that are installed.

    Raises OcrTimeoutError, OcrUnavailableError, OcrFailedError.
    """
    return recognise_images([image], dpi, timeout, segmentation, every_language=every_language)[0]


def recognise_each(images: Sequence[bytes], dpi: int, timeout: float, segmentation: str) -> list[list[OcrWord]]:
    """Recognises several images in one start; `timeout` is for all of them."""
    if len(images) == 1:
        return [recognise(images[0], dpi, timeout, segmentation)]
    return recognise_images(images, dpi, timeout, segmentation, every_language=False)


def recognise_images(
    images: Sequence[bytes], dpi: int, timeout: float, segmentation: str, *, every_language: bool
) -> list[list[OcrWord]]:
    wanted = "+".join(installed_languages() if every_language else installed_languages()[:1])
    arguments = ["-l", wanted, "--psm", segmentation, "--dpi", str(dpi), "-c", "tessedit_create_tsv=1"]
    found: list[list[OcrWord]] = [[] for _ in images]
    for row in run_tesseract(arguments, images, timeout).splitlines():
        columns = row.split("\t")
        if (word := parse_word_row(columns)) is not None:
            found[int(columns[1]) - 1].append(word)
    return found


def parse_word_row(row: list[str]) -> OcrWord | None:
    # level, page, block, paragraph, line, word, left, top, width, height, confidence, text
    if len(row) != 12 or row[0] != "5" or not row[11].strip():
        return None
    left, top, width, height, confidence = map(float, row[6:11])
    return OcrWord(row[11].strip(), left, top, width, height, confidence, (int(row[2]), int(row[3]), int(row[4])))


def run_tesseract(arguments: list[str], images: Sequence[bytes], timeout: float) -> str:
    """Output of `tesseract … stdout …` in a process group of its own, killed as a whole when time is up."""
    process = start_tesseract(arguments, images)
    try:
        output, errors = process.communicate(timeout=max(timeout, 0.1))
    except subprocess.TimeoutExpired:
        kill_group(process.pid)
        process.communicate()
        raise OcrTimeoutError(f"no result after {timeout:.0f} s") from None
    if process.returncode != 0:
        raise OcrFailedError(errors.decode(errors="replace").strip()[-300:] or f"exit status {process.returncode}")
    return output.decode(errors="replace")


def start_tesseract(arguments: list[str], images: Sequence[bytes]) -> "subprocess.Popen[bytes]":
    """The running program. Raises OcrUnavailableError."""
    # Fed through a pipe it would wait for this process, piece by piece, whenever other pages are busy in it.
    with ExitStack() as opened:
        files = [opened.enter_context(open_in_memory(image)) for image in images]
        # More than one it reads from a list of their names.
        names = "\n".join(f"/proc/self/fd/{file.fileno()}" for file in files).encode()
        source = files[0] if len(files) == 1 else opened.enter_context(open_in_memory(names))
        try:
            return subprocess.Popen(
                ["tesseract", "stdin", "stdout", *arguments],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | {"OMP_THREAD_LIMIT": "1"},  # five times faster than its own threads
                pass_fds=[file.fileno() for file in files] if len(files) > 1 else (),
                process_group=0,
                preexec_fn=signal_on_parent_exit,
            )
        except FileNotFoundError:
            raise OcrUnavailableError("tesseract is not installed") from None


@contextmanager
def open_in_memory(data: bytes) -> Iterator[IO[bytes]]:
    """An open file without a name that holds the data, at its beginning. Linux."""
    with open(os.memfd_create("page"), "w+b") as file:
        file.write(data)
        file.seek(0)
        yield file
