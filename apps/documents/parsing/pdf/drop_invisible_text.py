"""Drops text that the image of its page does not show: white on white, transparent, tiny, or covered.

Nobody who opens the page could check such a quote, and instructions and names that were blacked out hide there.
Transparent text over an image is what text recognition has laid there, and stays.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from math import ceil, floor, sqrt
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from apps.documents.parsing.layout.find_ruled_tables import VECTOR, Box
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf
from apps.documents.parsing.pdf.needs_ocr import PICTURES

if TYPE_CHECKING:
    import pymupdf
    from PIL import Image

TEXT = 0
"""PyMuPDF's type of a block of text."""
FILLED, STROKED = 16, 8
"""Of the `char_flags` of a span: letters that are neither leave no ink."""
FAINTEST = 8
"""Of 255: what is less opaque is seen by nobody."""
OPAQUE = 240
"""Of 255: what is below leaves less contrast than is seen."""
PALE = 0xE0
"""Of 255 in each colour: letters that may be lost on white paper."""
LARGEST_MINUTE, NARROWEST_LETTER = 1.5, 0.75
"""Points: the size of letters, and their width. Bitmap fonts call large letters small, but give their true width."""
SMALLEST_AREA = 4.0
"""Points; rulings are thinner."""
MOST_AREAS, MOST_DRAWN = 300, 20_000
"""With more areas than the first number every text of the page is looked at; with more than the second the page is a
drawing, which takes seconds to render, and none is for its areas."""
MOST_LABELS = 1_000
"""So many texts on one box are compared with those below it."""
MOST_DOTS = 4_000_000
"""Of the picture of a page; a sheet of A4 has half a million."""
BAND = 0.25
"""Of the height of a word: so much above and below, where the line of a table may run, is not looked at."""
LEAST_CONTRAST, LEAST_BESIDE = 16, 6
"""Of 255, between the lightest and the darkest dot of a word; beside a word of its span that is seen, such as narrow
figures of pale letters, less."""
LARGER = 2.0
"""So many times as large as the text below it a label may be; watermarks are larger."""
EVERYWHERE: Box = (-1e6, -1e6, 1e6, 1e6)
PLACE = 2.0
"""Points: so near the middles of the same word lie when it is measured twice, and no other line or column begins."""
WORD = re.compile(r"\S+")
INLINE_IMAGE = re.compile(rb"\bBI\s")

Letter = dict[str, Any]
Span = dict[str, Any]
Line = dict[str, Any]


class Area(NamedTuple):
    """The box of a shape of one colour, and how many blocks of the page were drawn before it. Lines have none.

    `is_opaque`: nothing shines through it.
    """

    order: int
    box: Box
    color: int | None
    is_opaque: bool = False


class Label(NamedTuple):
    """A span on an opaque area; `dir` is that of its line, as PyMuPDF gives it."""

    band: Box
    dir: tuple[float, float]
    size: float
    text: str


class Suspect(NamedTuple):
    """A span: the numbers of its block, of its line there, and its own in that; whether an area may hide part of it;
    the opaque areas that were drawn over it."""

    block: int
    line: int
    span: int
    may_be_cut: bool
    covers: Sequence[Area] = ()


class UnseenWord(NamedTuple):
    """`box` is in points."""

    box: Box
    text: str


Place = tuple[str, int, int]
"""A word, and the column and row of the square of PLACE points in which its middle lies."""


@dataclass(frozen=True)
class SeenText:
    """The blocks of a page without what nobody sees; the words that were left out, by runs that follow each other."""

    blocks: list[dict[str, Any]]
    unseen: Sequence[Sequence[UnseenWord]] = ()

    @cached_property
    def places(self) -> frozenset[Place]:
        """The places of the words left out, with the squares around: a page may have thousands of them."""
        middles = [word_place(word) for run in self.unseen for word in run]
        around = (-1, 0, 1)
        return frozenset((text, x + right, y + down) for text, x, y in middles for right in around for down in around)

    def shows(self, word: Sequence[Any]) -> bool:
        """Whether a word as PyMuPDF gives it, (x0, y0, x1, y1, text, ...), was not left out."""
        return not self.unseen or word_place(UnseenWord(tuple(word[:4]), word[4])) not in self.places


def word_place(word: UnseenWord) -> Place:
    x0, y0, x1, y1 = word.box
    return word.text, round((x0 + x1) / 2 / PLACE), round((y0 + y1) / 2 / PLACE)


def drop_invisible_text(page: "pymupdf.Page", text_page: "pymupdf.TextPage", blocks: list[dict[str, Any]]) -> SeenText:
    """`blocks` are those of `text_page.extractDICT()`, with vectors; they are changed where text is unseen.

    Renders the page only where text is suspect.
    """
    ink = PageInk(page)
    found = [
        suspect for suspect in find_suspects(blocks, ink.images if may_show_images(page) else ())
        if suspect.may_be_cut or suspect.covers or not is_surely_seen(*span_at(blocks, suspect), ink)
    ]  # fmt: skip
    if not found:
        return SeenText(blocks)
    letters = text_page.extractRAWDICT()["blocks"]
    labels = {area: labels_on(area, blocks) for area in {area for suspect in found for area in suspect.covers}}
    unseen: list[list[UnseenWord]] = []
    for suspect in found:
        _, span = span_at(blocks, suspect)
        line, whole = span_at(letters, suspect)
        words = split_words(whole)
        over = [(area, labels[area]) for area in suspect.covers]
        shown = seen_words(whole, words, is_vertical_line(line), ink)
        seen = [
            shows and not is_covered(word, line, whole, over, ink) for word, shows in zip(words, shown, strict=True)
        ]
        unseen += unseen_runs(words, seen)
        span["text"] = blank_words(whole, [word for word, shows in zip(words, seen, strict=True) if not shows])
    for number in {suspect.block for suspect in found}:
        blocks[number]["lines"] = [line for line in blocks[number]["lines"] if any(map(has_text, line["spans"]))]
    return SeenText(blocks, unseen)


def span_at(blocks: Sequence[dict[str, Any]], place: Suspect) -> tuple[Line, Span]:
    line = blocks[place.block]["lines"][place.line]
    return line, line["spans"][place.span]


def may_show_images(page: "pymupdf.Page") -> bool:
    """Also as a stamp, or written into the content of the page. To ask where they are takes as long as half the
    reading of a page."""
    return bool(page.get_images() or page.first_annot or INLINE_IMAGE.search(page.read_contents()))


def find_suspects(blocks: Sequence[dict[str, Any]], images: Sequence[Box]) -> Iterator[Suspect]:
    """The spans that may be unseen; none on most pages. An image may cover a text, or be as dark as it."""
    areas = [*coloured_areas(blocks), *(Area(len(blocks), box, None) for box in images)]
    for number, block in enumerate(blocks):
        for at, line in enumerate(block["lines"] if block["type"] == TEXT else ()):
            for place, span in enumerate(line["spans"]):
                hiding = [area for area in areas if may_hide(area, span, number)]
                if (hiding or is_pale(span) or is_transparent(span) or is_minute(span)) and has_text(span):
                    is_cut = not all(contains_box(area.box, span["bbox"]) for area in hiding)
                    covers = [area for area in hiding if area.is_opaque and area.order > number]
                    yield Suspect(number, at, place, is_cut, covers)


def coloured_areas(blocks: Sequence[dict[str, Any]]) -> list[Area]:
    """What may cover text or be its ground: filled shapes, and lines as thick as bars."""
    found = [
        Area(number, block["bbox"], None, False) if block["stroked"]
        else Area(number, block["bbox"], block["color"], block["alpha"] >= OPAQUE)
        for number, block in enumerate(blocks)
        if block["type"] == VECTOR and block["alpha"] >= FAINTEST
        and min(block["bbox"][2] - block["bbox"][0], block["bbox"][3] - block["bbox"][1]) >= SMALLEST_AREA
    ]  # fmt: skip
    if len(found) <= MOST_AREAS:
        return found
    return [Area(len(blocks), EVERYWHERE, None)] if len(blocks) <= MOST_DRAWN else []


def may_hide(area: Area, span: Span, order: int) -> bool:
    """Whether the area covers it or is of its colour. `order`: how many blocks were drawn before the span."""
    covers = area.order > order or (area.color is not None and are_similar_colours(area.color, span["color"]))
    return covers and overlaps(area.box, span["bbox"])


def are_similar_colours(one: int, other: int) -> bool:
    """Whether two colours differ by less than what is seen."""
    return all(abs((one >> shift & 255) - (other >> shift & 255)) < LEAST_CONTRAST for shift in (0, 8, 16))


def is_pale(span: Span) -> bool:
    color = span["color"]
    return bool(color >> 16 >= PALE and color >> 8 & 255 >= PALE and color & 255 >= PALE)


def is_transparent(span: Span) -> bool:
    return bool(span["alpha"] < FAINTEST or not span["char_flags"] & (FILLED | STROKED))


def is_minute(span: Span) -> bool:
    if span["size"] >= LARGEST_MINUTE:
        return False
    x0, y0, x1, y1 = span["bbox"]
    return bool(max(x1 - x0, y1 - y0) < NARROWEST_LETTER * len(span.get("text") or span["chars"]))


def is_surely_seen(line: Line, span: Span, ink: "PageInk") -> bool:
    """Whether each word shows where it stands if all letters are of one width: where it stands exactly takes long."""
    if is_minute(span) or is_transparent(span):
        return False
    x0, y0, x1, y1 = span["bbox"]
    width = (x1 - x0) / len(span["text"])
    words = [found.span() for found in WORD.finditer(span["text"])]
    return not is_vertical_line(line) and all(
        ink.has_contrast(middle_band((x0 + start * width, y0, x0 + end * width, y1), upright=False))
        for start, end in words
    )


def split_words(span: Span) -> list[list[Letter]]:
    """`span` with its letters one by one, as PyMuPDF's raw dictionary has it."""
    return [list(span["chars"][found.start() : found.end()]) for found in WORD.finditer(letters_text(span["chars"]))]


def seen_words(span: Span, words: Sequence[Sequence[Letter]], upright: bool, ink: "PageInk") -> list[bool]:
    """Which of the words are seen; a sign is with the word beside it: thin ones leave hardly any ink."""
    if is_minute(span):
        return [False] * len(words)
    if is_transparent(span):
        return [ink.is_image(word_box(word)) for word in words]
    # A full stop by itself stands below the band, and "II" is grey all over in it.
    contrasts = [
        ink.contrast(
            word_box(word) if is_symbol_word(word) or has_only_bars(word) else middle_band(word_box(word), upright)
        )
        for word in words
    ]
    least = LEAST_BESIDE if max(contrasts, default=0) >= LEAST_CONTRAST else LEAST_CONTRAST
    seen = [contrast >= least for contrast in contrasts]
    return [
        shows or (is_symbol_word(word) and any(seen[max(0, at - 1) : at + 2]))
        for at, (word, shows) in enumerate(zip(words, seen, strict=True))
    ]


def labels_on(area: Area, blocks: Sequence[dict[str, Any]]) -> list[Label]:
    """The spans drawn on it, where black bars and white boxes say why a name is missing, or what stands there now."""
    spans = (
        (line, span)
        for block in blocks[area.order :] if block["type"] == TEXT
        for line in block["lines"]
        for span in line["spans"]
        if has_text(span) and overlaps(area.box, span["bbox"]) and not is_transparent(span)
    )  # fmt: skip
    return [
        Label(middle_band(span["bbox"], is_vertical_line(line)), line["dir"], span["size"], span["text"])
        for line, span in islice(spans, MOST_LABELS)
    ]


def is_covered(
    word: Sequence[Letter], line: Line, span: Span, over: Iterable[tuple[Area, Sequence[Label]]], ink: "PageInk"
) -> bool:
    """Whether it lies below an opaque area, though dots say that something is seen there: a label of that area.

    That the area is there the order alone does not say: it may be clipped to another place of the page. Where another
    text stands at the same place it is. Of transparent words, recognised from an image, the dots were not asked yet.
    """
    band = middle_band(word_box(word), is_vertical_line(line))
    for area, labels in over:
        if not contains_box(grow_box(area.box), band):
            continue
        if is_transparent(span) and not ink.has_contrast(band):
            return True
        there = [label for label in labels if is_label_over(label, band, line, span)]
        if there and not any(letters_text(word) in label.text for label in there):
            return True
    return False


def is_label_over(label: Label, band: Box, line: Line, span: Span) -> bool:
    """Whether it stands at the same place and could be read instead; watermarks are large or slanting."""
    return label.dir == line["dir"] and label.size <= LARGER * span["size"] and overlaps(label.band, band)


def grow_box(box: Box) -> Box:
    """Grows by a point on each side: bars begin and end with the letters that they cover."""
    return box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1


def unseen_runs(words: Sequence[Sequence[Letter]], seen: Sequence[bool]) -> Iterator[list[UnseenWord]]:
    for shows, pairs in groupby(zip(seen, words, strict=True), key=itemgetter(0)):
        if not shows:
            yield [UnseenWord(word_box(word), letters_text(word)) for _, word in pairs]


def is_symbol_word(word: Iterable[Letter]) -> bool:
    return not any(letter["c"].isalnum() for letter in word)


def has_only_bars(word: Iterable[Letter]) -> bool:
    return all(letter["c"] in "Il1" for letter in word)


def letters_text(letters: Iterable[Letter]) -> str:
    return "".join(letter["c"] for letter in letters)


def blank_words(span: Span, words: Iterable[Iterable[Letter]]) -> str:
    gone = {id(letter) for word in words for letter in word}
    return "".join(" " if id(letter) in gone else letter["c"] for letter in span["chars"])


def has_text(span: Span) -> bool:
    return bool(span["text"].strip())


def word_box(word: Iterable[Letter]) -> Box:
    lefts, tops, rights, bottoms = zip(*(letter["bbox"] for letter in word), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def is_vertical_line(line: Line) -> bool:
    """Whether it runs from top to bottom or from bottom to top."""
    return bool(abs(line["dir"][1]) > abs(line["dir"][0]))


def middle_band(box: Box, upright: bool) -> Box:
    """The middle of a printed line, through which every letter runs."""
    x0, y0, x1, y1 = box
    if upright:
        return x0 + BAND * (x1 - x0), y0, x1 - BAND * (x1 - x0), y1
    return x0, y0 + BAND * (y1 - y0), x1, y1 - BAND * (y1 - y0)


def overlaps(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def contains_box(one: Box, other: Box) -> bool:
    return one[0] <= other[0] and one[1] <= other[1] and one[2] >= other[2] and one[3] >= other[3]


def contains_point(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


class PageInk:
    """What the image of a page shows; it is rendered when it is first asked for. Boxes are in points."""

    def __init__(self, page: "pymupdf.Page") -> None:
        self.page = page

    @cached_property
    def images(self) -> list[Box]:
        return [box for kind, box in self.page.get_bboxlog() if kind in PICTURES]

    def is_image(self, box: Box) -> bool:
        """Whether the middle of the box lies on an image."""
        return any(contains_point(image, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for image in self.images)

    @cached_property
    def zoom(self) -> float:
        """Dots of the picture for a point."""
        area = max(abs(self.page.rect.width * self.page.rect.height), 1.0)
        return float(min(1.0, sqrt(MOST_DOTS / area)))

    @cached_property
    def picture(self) -> "Image.Image":
        from PIL import Image

        pymupdf = load_pymupdf()
        pixmap = self.page.get_pixmap(matrix=pymupdf.Matrix(self.zoom, self.zoom), colorspace=pymupdf.csGRAY)
        return Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)

    def has_contrast(self, box: Box) -> bool:
        return self.contrast(box) >= LEAST_CONTRAST

    def contrast(self, box: Box) -> int:
        """Returns, of 255, the contrast between the lightest and darkest dot in the box; 0 beyond the page's edges.

        Boxes of text are those of a page that is not turned, the picture is as the page is shown.
        """
        pymupdf = load_pymupdf()
        turned = pymupdf.Rect(box) * self.page.rotation_matrix if self.page.rotation else box
        x0, y0, x1, y1 = (value * self.zoom for value in turned)
        left, right = dots_between(x0, x1, self.picture.width)
        top, bottom = dots_between(y0, y1, self.picture.height)
        if left >= right or top >= bottom:
            return 0
        counts = self.picture.crop((left, top, right, bottom)).histogram()
        greys = [grey for grey, count in enumerate(counts) if count]
        return greys[-1] - greys[0]


def dots_between(start: float, end: float, most: int) -> tuple[int, int]:
    """The first dot and the one after the last: those that lie within as a whole, of what is wide enough for that."""
    first, last = (ceil(start), floor(end)) if end - start >= 2 else (floor(start), ceil(end))
    return max(first, 0), min(last, most)
