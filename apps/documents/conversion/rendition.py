"""The PDF whose pages stand for an Office file, a book or a picture: printed by LibreOffice or drawn by PyMuPDF."""

from typing import Protocol

from apps.documents.conversion.libreoffice import print_to_pdf
from apps.documents.parsing.formats.office_types import PRINTED


class PdfMaker(Protocol):
    async def draw_pdf(self, data: bytes, media_type: str) -> bytes:
        """Of pictures and books, in a limited process. Raises ParseFailure."""
        ...


async def rendition(data: bytes, media_type: str, drawer: PdfMaker) -> bytes:
    """The PDF of a file of one of the types in SHOWN_AS_PDF. Raises ParseFailure. Starts a process with limits."""
    if media_type in PRINTED:
        return await print_to_pdf(data, media_type)
    return await drawer.draw_pdf(data, media_type)
