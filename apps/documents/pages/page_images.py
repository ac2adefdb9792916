"""Images of pages and the rectangles of quotes on them, made by a parser process and cached on disk and in memory.

A picture is kept under the hash of its file, so a changed file never shows an old picture.
"""

import hashlib
import logging
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.cache import cache

from apps.documents.models import Blob, Page, Revision
from apps.documents.parsing.pdf.find_quote_boxes import Rectangle
from apps.documents.parsing.types import ParseFailure, Word
from apps.documents.sandbox.parser_pool import ParserPool, find_quote_in_words

logger = logging.getLogger(__name__)
DPI = 130
PDF = "application/pdf"
SECONDS_IN_CACHE = 3600
# 256 folders (two hexadecimal digits) of at most that many files: about a gigabyte of pages that were looked at.
MOST_FILES_IN_FOLDER = 60
MOST_WAITING = 8

# Its processes start with the first picture. Two of them, because the web process shares its machine.
POOL = ParserPool(size=2)
WAITING = threading.BoundedSemaphore(MOST_WAITING)


class TooBusy(Exception):  # noqa: N818 - an answer to the reader, not a mistake of the program
    """So many pictures are being made that this one has to be asked for again."""


def has_picture(revision: Revision) -> bool:
    return revision.media_type == PDF or revision.rendition_id is not None


def shown_pdf_checksum(revision: Revision) -> str:
    """The checksum of the PDF whose pages are shown."""
    return revision.rendition_id or revision.blob_id


def read_shown_pdf(revision: Revision) -> bytes:
    """Reads the database."""
    return bytes((revision.rendition or revision.blob).data)


def page_picture(revision: Revision, number: int) -> bytes:
    """The page as WebP. Reads the database when it is not on disk. Raises ParseFailure and TooBusy."""
    path = picture_path(shown_pdf_checksum(revision), number)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        with queue_slot():
            made = async_to_sync(POOL.render_page)(read_shown_pdf(revision), number, dpi=DPI)
        write_picture(path, made.data)
        if not Blob.objects.filter(pk=shown_pdf_checksum(revision)).exists():
            # Withdrawn while the picture was made.
            delete_pictures([shown_pdf_checksum(revision)])
        return made.data


def picture_path(sha256: str, number: int) -> Path:
    return preview_folder() / sha256[:2] / f"{sha256}-{number}-{DPI}.webp"


def preview_folder() -> Path:
    return Path(settings.AUSKUNFT_DATA) / "previews"


def write_picture(path: Path, data: bytes) -> None:
    """Whole or not at all, so that nobody reads half a picture. May be called twice for the same page.

    Where the disc takes nothing a line in the log says so, and the picture is made anew for the next reader.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        logger.warning("A picture of a page could not be kept: %s", error.strerror)
    for old in sorted(path.parent.glob("*.webp"), key=modification_time, reverse=True)[MOST_FILES_IN_FOLDER:]:
        old.unlink(missing_ok=True)


def write_atomically(path: Path, data: bytes) -> None:
    with open_partial_file(path) as part:
        try:
            part.write(data)
            part.close()
            Path(part.name).rename(path)
        except OSError:
            Path(part.name).unlink(missing_ok=True)
            raise


def open_partial_file(path: Path) -> IO[bytes]:
    """Named like the picture: what a killed process leaves is deleted with the pictures of its file."""
    return tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.stem}-", suffix=".part", delete=False)


def modification_time(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:  # another process was faster
        return 0.0


def pictures_of(files: Iterable[str]) -> list[Path]:
    """Returns the pictures that this machine keeps of pages of these files."""
    return [picture for sha256 in files for picture in (preview_folder() / sha256[:2]).glob(f"{sha256}-*")]


def delete_pictures(files: Iterable[str]) -> None:
    """Deletes pictures when the files are gone for everybody: until then a reader may have another one made."""
    for path in pictures_of(files):
        path.unlink(missing_ok=True)


def quote_rectangles(page: Page, quote: str) -> list[Rectangle]:
    """Returns where the quote stands on the picture; empty when unknown. Reads the database the first time.

    A page that cannot be read now simply has no rectangle: the text beside it is marked all the same.
    """
    if page.words:
        words = [Word(*word) for word in page.words]
        return find_quote_in_words(words, quote, page.width or 0, page.height or 0)
    digest = hashlib.sha256(quote.encode()).hexdigest()
    key = f"quote-{shown_pdf_checksum(page.revision)}-{page.number}-{digest}"
    found: list[Rectangle] | None = cache.get(key)
    if found is None:
        try:
            with queue_slot():
                found = async_to_sync(POOL.find_quote)(read_shown_pdf(page.revision), page.number, quote)
        except (ParseFailure, TooBusy):
            return []
        cache.set(key, found, SECONDS_IN_CACHE)
    return found


@contextmanager
def queue_slot() -> Iterator[None]:
    """A place among those who wait for the parser. Raises TooBusy when there is none."""
    if not WAITING.acquire(blocking=False):
        raise TooBusy
    try:
        yield
    finally:
        WAITING.release()
