"""Reads pictures by OCR on pages that have a text layer, and adds the text printed in them."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from apps.documents.parsing.normalise_text import count_readable_characters
from apps.documents.parsing.ocr import recognise_page, tesseract
from apps.documents.parsing.ocr.recognise_page import ScannedPage, render_grey
from apps.documents.parsing.ocr.recognise_picture_boxes import BoxTexts, PictureBoxes, recognise_boxes
from apps.documents.parsing.page_parts.recognise_figure_captions import insert_beside_caption
from apps.documents.parsing.pdf.needs_ocr import LARGE_IMAGE, has_images
from apps.documents.parsing.types import ParsedPage, ParseFlag
from apps.text.comparable_letters import comparable_letters

if TYPE_CHECKING:
    import pymupdf

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points of the page."""

LEAST_SHARE = 0.01
"""Of the page; smaller pictures are logos, signatures and icons."""
LEAST_WIDTH, LEAST_HEIGHT = 40.0, 10.0
"""Points: one short word in ordinary print."""
LEAST_CHARACTERS = 3
MOST_OVER_IT = 20
"""Characters of the text layer, such as a caption."""
MARGIN = 2.0
SMALL = 0.1
"""Of the page: pictures that cover no more together are cut out with the paper around them. On a page of white they
cost tesseract twice the time. What it reads of larger ones, such as charts, changes when they are cut out."""
PAPER = 0.25
"""Of the longest side of such pictures: so much around them, and most of what is read is white."""
LARGEST_TOGETHER = 600.0 * 850.0
"""Square points of what is rendered of a page whose pictures are read together with those of others."""
SECONDS_TOGETHER = 30.0
"""For the pictures of several pages, which take a tenth of that; then each has its own time."""


def pictures_worth_reading(page: "pymupdf.Page", blocks: list[dict[str, Any]], seen: set[bytes]) -> list[Box]:
    """Returns where they stand. Those under text are left out: a scan with a text layer has been read already.

    `seen` are digests of pictures of earlier pages of the file, and takes in those of this one: what stands on every
    page, such as a letterhead, is read once. Digests are taken where a picture is worth it: a page may have hundreds.
    """
    if not has_images(page) or not any(is_worth_reading(each, page, blocks) for each in page.get_image_info()):
        return []
    found = [each for each in page.get_image_info(hashes=True) if is_worth_reading(each, page, blocks)]
    wanted = [tuple(each["bbox"]) for each in found if each["digest"] not in seen]
    seen.update(each["digest"] for each in found)
    return wanted


def is_worth_reading(picture: dict[str, Any], page: "pymupdf.Page", blocks: list[dict[str, Any]]) -> bool:
    box = tuple(picture["bbox"])
    return has_readable_size(box, page.rect) and not lies_under_text(box, blocks)


def has_readable_size(box: Box, page: Any) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    area = max(abs(page.width * page.height), 1.0)
    share = width * height / area
    return width >= LEAST_WIDTH and height >= LEAST_HEIGHT and LEAST_SHARE <= share < LARGE_IMAGE


def lies_under_text(box: Box, blocks: list[dict[str, Any]]) -> bool:
    lines = (line for block in blocks if block["type"] == 0 for line in block["lines"])
    over = (line for line in lines if is_inside(line["bbox"], box))
    return sum(len(span["text"]) for line in over for span in line["spans"]) > MOST_OVER_IT


def is_inside(line: Box, box: Box) -> bool:
    x, y = (line[0] + line[2]) / 2, (line[1] + line[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def part_with_pictures(boxes: Sequence[Box], page: Any) -> Box:
    """What to render of a page with this rectangle, so that they can be read; all in points."""
    shares = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes) / max(abs(page.width * page.height), 1.0)
    if shares > SMALL:
        return 0.0, 0.0, page.width, page.height
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    paper = PAPER * max(max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes)
    return (
        max(min(lefts) - paper, 0.0),
        max(min(tops) - paper, 0.0),
        min(max(rights) + paper, page.width),
        min(max(bottoms) + paper, page.height),
    )


def is_large_area(part: Box) -> bool:
    """Whether it is larger than a sheet of A4 with its edges, so that several such pictures would take much memory."""
    x0, y0, x1, y1 = part
    return (x1 - x0) * (y1 - y0) > LARGEST_TOGETHER


def boxes_relative_to(part: Box, boxes: Iterable[Box]) -> list[Box]:
    """The boxes in points from the top left of that part of the page."""
    left, top = part[:2]
    return [(x0 - left, y0 - top, x1 - left, y1 - top) for x0, y0, x1, y1 in boxes]


def render_pictures(page: "pymupdf.Page", boxes: Iterable[Box], part: Box) -> ScannedPage:
    """The part of the page in grey with nothing on it but these pictures; their boxes as seen from the part."""
    from PIL import Image

    whole, zoom = render_grey(page, part)
    alone = Image.new("L", whole.size, 255)
    for box in boxes:
        x0, y0, x1, y1 = (round(value * zoom) for value in widen_box(box))
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, whole.width), min(y1, whole.height)
        if x0 < x1 and y0 < y1:
            alone.paste(whole.crop((x0, y0, x1, y1)), (x0, y0))
    return ScannedPage(alone, zoom)


def widen_box(box: Box) -> Box:
    return box[0] - MARGIN, box[1] - MARGIN, box[2] + MARGIN, box[3] + MARGIN


@dataclass(frozen=True, slots=True)
class PageWithPictures:
    """A page as its text layer has it, its pictures, and their captions, empty for one without."""

    page: ParsedPage
    asked: PictureBoxes
    captions: Sequence[str]


def read_pictures_together(pages: Sequence[PageWithPictures], seconds: float) -> list[ParsedPage]:
    """The pages with what their pictures say, read together; where that fails, each by itself with its own time."""
    if len(pages) > 1:
        with suppress(tesseract.OcrTimeoutError, tesseract.OcrUnavailableError, tesseract.OcrFailedError):
            found = recognise_boxes([each.asked for each in pages], min(seconds, SECONDS_TOGETHER))
            return [add_picture_texts(each, texts) for each, texts in zip(pages, found, strict=True)]
    return [read_pictures_of_page(each, seconds) for each in pages]


def read_pictures_of_page(each: PageWithPictures, seconds: float) -> ParsedPage:
    """Or flagged when they could not be read."""
    parsed = each.page
    try:
        [found] = recognise_boxes([each.asked], seconds)
    except tesseract.OcrTimeoutError:
        return replace(parsed, flags=parsed.flags | {ParseFlag.OCR_TIMEOUT})
    except (tesseract.OcrUnavailableError, tesseract.OcrFailedError):
        return replace(parsed, flags=parsed.flags | {ParseFlag.PICTURES_UNREAD})
    return add_picture_texts(each, found)


def add_picture_texts(each: PageWithPictures, found: BoxTexts) -> ParsedPage:
    """The page with what its pictures say beside their captions or after its text."""
    parsed = each.page
    new = [new_lines(text, parsed.text) for text in found.texts]
    if found.confidence < recognise_page.SURE or count_readable_characters("".join(new)) < LEAST_CHARACTERS:
        return parsed
    text = parsed.text
    for printed, caption in zip(new, each.captions, strict=True):
        text = insert_beside_caption(text, caption, printed, parsed.margins[1]) if printed else text
    return replace(parsed, text=text)


def new_lines(found: str, known: str) -> str:
    """Drops the lines that the text layer has, too: print is laid over pictures at times."""
    letters = comparable_letters(known)
    return "\n".join(
        line for line in found.splitlines() if comparable_letters(line) and comparable_letters(line) not in letters
    )
