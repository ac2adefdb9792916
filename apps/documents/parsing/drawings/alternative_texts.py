"""Alternative texts of pictures in Office files: descriptions for people who cannot see them."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

PLACED = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
ON_SHEET = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}cNvPr"
ON_SLIDE = "{http://schemas.openxmlformats.org/presentationml/2006/main}cNvPr"
DESCRIBED = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}desc"
WITHIN_OBJECT = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}object"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
PICTURES, COMMENTS = "Bilder", "Kommentare"
"""Under the first word they stand on the page, under the second what people wrote beside the text."""
PARAGRAPH_BREAK = "\n\n"
SHORTEST, LONGEST = 4, 1_000
PICTURE_FILES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".svg", ".emf", ".wmf", ".webp")
PASTED = re.compile(r"(?:clip_)?image\d{1,6}", re.IGNORECASE)
"""Files that Office names itself."""
BY_A_PROGRAM = re.compile(
    r"automatisch generierte|KI-generierte|automatically generated|AI-generated|généré[es]* automatiquement",
    re.IGNORECASE,
)
"""Programs guess what a picture shows, and guess wrong."""


def alt_texts_in_word(paragraph: "_Element") -> Iterator[str]:
    for each in paragraph.iter(PLACED):
        if not any(ancestor.tag == FALLBACK for ancestor in each.iterancestors()):
            yield from useful_alt_text(each.get("descr", ""))


def alt_texts_on_slide(slide: "_Element") -> Iterator[str]:
    for each in slide.iter(ON_SLIDE):
        yield from useful_alt_text(each.get("descr", ""))


def alt_texts_in_sheet(anchor: "_Element") -> Iterator[str]:
    for each in anchor.iter(ON_SHEET):
        if each.get("hidden") not in ("1", "true"):
            yield from useful_alt_text(each.get("descr", ""))


def alt_texts_in_open_document(element: "_Element") -> Iterator[str]:
    """Not of what lies within a chart: there programs note from which cells its columns are drawn."""
    for each in element.iter(DESCRIBED):
        if next(each.iterancestors(WITHIN_OBJECT), None) is None:
            yield from useful_alt_text("".join(map(str, each.itertext())))


def useful_alt_text(text: str) -> Iterator[str]:
    """Nothing of file names and of what a program has guessed."""
    text = " ".join(text.split())
    if SHORTEST <= len(text) <= LONGEST and not is_file_name(text) and not BY_A_PROGRAM.search(text):
        yield text


def is_file_name(text: str) -> bool:
    """Whether it is the name or address of a file in place of words."""
    is_name = text.lower().endswith(PICTURE_FILES) or PASTED.fullmatch(text) is not None
    return " " not in text and (is_name or "://" in text or text[1:3] == ":\\")


def prepend_heading(heading: str, texts: Sequence[str]) -> list[str]:
    return [f"{heading}:", *texts] if texts else []
