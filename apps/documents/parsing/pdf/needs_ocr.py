"""Decides whether a page needs OCR: whether it may contain print that is missing from its text layer."""

from collections import Counter
from collections.abc import Collection
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
ENOUGH_READINGS = 2
"""Of pages with the same large picture: it is the background of slides, no scan."""
SAME_PLACE = 1.0
"""Points between the edges of one picture as MuPDF tells it in two ways."""
PICTURES = ("fill-image", "fill-imgmask")
"""What MuPDF calls the painting of an image, and of one in a single colour."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points of the page."""


class ReadBackgrounds:
    """The large pictures of those pages of a file that OCR was asked to look at, and how often each was."""

    def __init__(self) -> None:
        self.looks: set[tuple[int, ...]] = set()
        self.readings: Counter[bytes] = Counter()

    def count_page(self, page: "pymupdf.Page") -> None:
        """Counts the large pictures of a page that OCR is asked to look at.

        Digests cost as much as drawing a picture, so that one is taken only of what looks like a picture before.
        """
        looks = {picture_look(each) for each in page.get_image_info() if is_large(each, page)}
        if looks & self.looks:
            self.readings.update({each["digest"] for each in page.get_image_info(hashes=True) if is_large(each, page)})
        self.looks |= looks

    def boxes(self, page: "pymupdf.Page") -> list[Box]:
        """Where pictures stand on the page that have been read often enough."""
        if not self.readings:
            return []
        found = (each for each in page.get_image_info(hashes=True) if is_large(each, page))
        return [tuple(each["bbox"]) for each in found if self.readings[each["digest"]] >= ENOUGH_READINGS]


def picture_look(picture: dict[str, Any]) -> tuple[int, ...]:
    """Width and height in pixels and the bytes of its file: of two scans they hardly ever are the same."""
    return picture["width"], picture["height"], picture["size"]


def is_large(picture: dict[str, Any], page: "pymupdf.Page") -> bool:
    return share_of_page(picture["bbox"], page) >= LARGE_IMAGE


def share_of_page(box: Box, page: "pymupdf.Page") -> float:
    x0, y0, x1, y1 = box
    return float(abs((x1 - x0) * (y1 - y0)) / max(abs(page.rect.width * page.rect.height), 1.0))


def may_hide_text(
    page: "pymupdf.Page", text: str, blocks: list[dict[str, object]], backgrounds: ReadBackgrounds
) -> bool:
    """True when little text was found and something may be print that is no letter.

    That is an image, a drawn shape or a glyph without a meaning; beside some text only an image of half the page. Lines
    and rectangles are no print: a form's empty back with a frame would cost a second of text recognition. What lies
    behind many slides is not read for each of them.
    """
    readable = count_readable_characters(text)
    if readable >= STAMPED_CHARACTERS:
        return False
    if readable >= LEAST_CHARACTERS:
        may_hide = has_images(page) and image_share(page, backgrounds.boxes(page)) >= LARGE_IMAGE
    else:
        shapes = any(block["type"] == VECTOR and is_shape(block) for block in blocks)
        may_hide = shapes or "\ufffd" in text or image_share(page, backgrounds.boxes(page)) > 0
    if may_hide:
        backgrounds.count_page(page)
    return may_hide


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


def image_share(page: "pymupdf.Page", known: Collection[Box] = ()) -> float:
    """Returns its share of the page; strips into which scanners cut pages count together. 0 without an image.

    Pictures in the boxes that are `known` do not count.
    """
    boxes = [box for kind, box in page.get_bboxlog() if kind in PICTURES]
    return sum(share_of_page(box, page) for box in boxes if not any(is_same_place(box, each) for each in known))


def is_same_place(box: Box, other: Box) -> bool:
    return all(abs(edge - known) <= SAME_PLACE for edge, known in zip(box, other, strict=True))
