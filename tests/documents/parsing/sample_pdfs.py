"""PDFs made for a test: nothing in the repository comes from elsewhere."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

SENTENCE = "Die Verwaltungsgebühr beträgt zwölf Euro und wird mit der Bekanntgabe des Bescheides fällig."


def pdf(*draw: Callable[[Any], None], size: tuple[float, float] = (595, 842)) -> bytes:
    """A PDF with one page for each function, which draws on it."""
    import pymupdf

    document = pymupdf.open()
    for function in draw:
        function(document.new_page(width=size[0], height=size[1]))
    return bytes(document.tobytes())


def writes(
    *lines: str, at: tuple[float, float] = (72, 90), size: float = 11, leading: float = 14
) -> Callable[[Any], None]:
    """Lines of Helvetica, one below the other."""

    def draw(page: Any) -> None:
        for number, line in enumerate(lines):
            page.insert_text((at[0], at[1] + number * leading), line, fontsize=size)

    return draw


def letter(text: str = SENTENCE, lines: int = 9) -> bytes:
    """A page of plain print, enough of it for text recognition to be sure."""
    return pdf(writes("Bescheid über Gebühren", *[f"{number}. {text}" for number in range(1, lines)], size=10))


def scan(data: bytes, *, turn: int = 0, skew: float = 0.0, dpi: int = 150) -> bytes:
    """The first page as a scanner gives it: one grey picture, turned clockwise, without text."""
    import pymupdf
    from PIL import Image

    pixmap = pymupdf.open(stream=data)[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    image = image.rotate(skew, expand=True, fillcolor=255, resample=Image.Resampling.BICUBIC)
    image = image.rotate(-turn, expand=True, fillcolor=255)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    document = pymupdf.open()
    page = document.new_page(width=image.width * 72 / dpi, height=image.height * 72 / dpi)
    page.insert_image(page.rect, stream=buffer.getvalue())
    return bytes(document.tobytes())
