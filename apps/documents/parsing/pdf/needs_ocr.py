"""Decides whether a page needs OCR: whether it may contain print that is missing from its text layer."""

from typing import TYPE_CHECKING, Any

from apps.documents.parsing.layout.find_ruled_tables import VECTOR, is_shape
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf
from apps.documents.parsing.normalise_text import count_readable_characters

if TYPE_CHECKING:
    import pymupdf

LEAST_CHARACTERS = 32
"""A page with less readable text than this is looked at by OCR when anything on it may be print."""
STAMPED_CHARACTERS = 300
"""With less than this under a large image it may be a scan that somebody stamped or signed."""
LARGE_IMAGE = 0.5
"""Share of the page."""
PICTURES = ("fill-image", "fill-imgmask")
"""What MuPDF calls the painting of an image, and of one in a single colour."""


def may_hide_text(page: "pymupdf.Page", text: str, blocks: list[dict[str, object]]) -> bool:
    """True when little text was found and something may be print that is no letter.

    That is an image, a drawn shape or a glyph without a meaning; beside some text only an image of half the page. Lines
    and rectangles are no print: a form's empty back with a frame would cost a second of text recognition.
    """
    readable = count_readable_characters(text)
    if readable >= STAMPED_CHARACTERS:
        return False
    if readable >= LEAST_CHARACTERS:
        return has_images(page) and image_share(page) >= LARGE_IMAGE
    shapes = any(block["type"] == VECTOR and is_shape(block) for block in blocks)
    return shapes or "\ufffd" in text or image_share(page) > 0


def has_images(page: "pymupdf.Page") -> bool:
    """Whether the resources of the page, or of a drawing among them, name an image; ends at the first one.

    PyMuPDF lists them all, which takes 6 ms for each page of a file whose pages share the names of hundreds.
    """
    if not page.parent.is_pdf:
        return False
    mupdf = load_pymupdf().mupdf
    entry = mupdf.pdf_lookup_page_obj(mupdf.PdfDocument(page.parent.this), page.number)
    return contains_image(mupdf, mupdf.pdf_dict_get_inheritable(entry, mupdf.PDF_ENUM_NAME_Resources), set())


def contains_image(mupdf: Any, resources: Any, seen: set[int]) -> bool:
    """`seen` are the numbers of the drawings that were looked into: broken files draw in circles."""
    drawn = mupdf.pdf_dict_get(resources, mupdf.PDF_ENUM_NAME_XObject)
    for index in range(mupdf.pdf_dict_len(drawn)):
        each = mupdf.pdf_dict_get_val(drawn, index)
        if mupdf.pdf_to_name(mupdf.pdf_dict_get(each, mupdf.PDF_ENUM_NAME_Subtype)) == "Image":
            return True
        number, inner = mupdf.pdf_to_num(each), mupdf.pdf_dict_get(each, mupdf.PDF_ENUM_NAME_Resources)
        if inner.m_internal and number not in seen:
            seen.add(number)
            if contains_image(mupdf, inner, seen):
                return True
    return False


def image_share(page: "pymupdf.Page") -> float:
    """Returns its share of the page; strips into which scanners cut pages count together. 0 without an image."""
    boxes = [box for kind, box in page.get_bboxlog() if kind in PICTURES]
    area = sum(abs((x1 - x0) * (y1 - y0)) for x0, y0, x1, y1 in boxes)
    return float(area / max(abs(page.rect.width * page.rect.height), 1.0))
