"""Extracts the files attached to a PDF, one by one, within limits. Runs in the child process."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from apps.documents.parsing.containers.enclosed_file import EnclosedFile, safe_base_name
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf, mupdf_errors
from apps.documents.parsing.mail.select_attached_files import MOST_ATTACHMENTS
from apps.documents.parsing.pdf.embedded_files import EmbeddedFile, embedded_files
from apps.documents.parsing.pdf.refuse_placeholder_pdfs import PORTFOLIO, placeholder_kind
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    import pymupdf

LARGEST_TOGETHER = 4 * ParseLimits().size
"""Bytes of all files of a PDF when they are unpacked."""


@dataclass(frozen=True, slots=True)
class PdfAttachments:
    """`is_cover`: the PDF is a portfolio, its only page says no more than that it holds these files."""

    files: Sequence[EnclosedFile] = ()
    is_cover: bool = False


def attachments_of_pdf(data: bytes) -> PdfAttachments:
    """The first MOST_ATTACHMENTS that have a name; none of a PDF that cannot be opened, which says so by itself."""
    try:
        with load_pymupdf().open(stream=data, filetype="pdf") as document:
            if document.needs_pass and not document.authenticate(""):
                return PdfAttachments()
            files = list(islice(unpack_embedded_files(document, embedded_files(document)), MOST_ATTACHMENTS))
            return PdfAttachments(files, placeholder_kind(document) == PORTFOLIO)
    except mupdf_errors():
        return PdfAttachments()


def unpack_embedded_files(document: "pymupdf.Document", files: Sequence[EmbeddedFile]) -> Iterator[EnclosedFile]:
    left = LARGEST_TOGETHER
    broken: tuple[type[Exception], ...] = (*mupdf_errors(), MemoryError)
    for each in files:
        if not (name := safe_base_name(each.name)):
            continue
        limit = min(left, ParseLimits().size)
        try:
            content = read_embedded_stream(document, each.stream, limit)
        except broken:
            yield EnclosedFile(name, failure=damaged_failure())
            continue
        if len(content) > limit:
            yield EnclosedFile(name, failure=too_large_failure(limit))
        else:
            left -= len(content)
            yield EnclosedFile(name, content)


def read_embedded_stream(document: "pymupdf.Document", stream: int, limit: int) -> bytes:
    """Reads one byte more than `limit` at most. Raises what MuPDF does, and MemoryError."""
    if document.xref_get_key(stream, "Filter")[1] in ("/FlateDecode", "[/FlateDecode]", "[ /FlateDecode ]"):
        # MuPDF would unpack all of it: 50 MB of zeros become 50 GB.
        try:
            return zlib.decompressobj().decompress(document.xref_stream_raw(stream), limit + 1)
        except zlib.error:
            pass  # Encrypted, or cut off: MuPDF knows what to do.
    return bytes(document.xref_stream(stream) or b"")


def damaged_failure() -> ParseFailure:
    return ParseFailure(FailureReason.DAMAGED, "The file within the PDF cannot be unpacked.")


def too_large_failure(limit: int) -> ParseFailure:
    detail = f"Unpacked, the file within the PDF has more than the {limit / 2**20:.0f} MiB that are left for it."
    return ParseFailure(FailureReason.UNPACKED_LIMIT, detail, limit=limit)
