"""Parses untrusted XML element by element: fetches nothing, expands no entities, bounds all sizes."""

import gzip
import zlib
from collections.abc import Iterator
from html import unescape
from typing import IO, TYPE_CHECKING, cast

from django.utils.translation import gettext as _

from apps.documents.sources.connectors.source_item import SourceError

if TYPE_CHECKING:
    from lxml import etree

MEBIBYTE = 2**20
LARGEST = 2048 * MEBIBYTE
LARGEST_ELEMENT = 16 * MEBIBYTE
MOST_DIGITS = 18
MOST_OF_PAGE = 200_000
GZIP = b"\x1f\x8b"


class BoundedReader:
    """What lxml reads from: counts the unpacked bytes in all and since the last element that was taken out."""

    def __init__(self, file: IO[bytes], *, largest: int = LARGEST, largest_element: int = LARGEST_ELEMENT) -> None:
        self._file = open_unpacked(file)
        self._left = largest
        self._largest = largest
        self._largest_element = largest_element
        self._element = 0

    def read(self, size: int = -1) -> bytes:
        """Raises SourceError when the file is larger than allowed, or cut or broken inside its packing."""
        try:
            data = self._file.read(min(size, MEBIBYTE) if size > 0 else MEBIBYTE)
        except (EOFError, zlib.error, OSError, ValueError) as error:
            raise SourceError(
                _("The packed file cannot be unpacked to its end (%(error)s). Fetch it again.") % {"error": error}
            ) from None
        self._left -= len(data)
        self._element += len(data)
        if self._left < 0:
            raise SourceError(_("The XML is larger than %(size)d MiB, split it.") % {"size": self._largest // MEBIBYTE})
        if self._element > self._largest_element + MEBIBYTE:
            raise SourceError(
                _("One element of the XML is larger than %(size)d MiB.") % {"size": self._largest_element // MEBIBYTE}
            )
        return data

    def element_taken(self) -> None:
        self._element = 0


def open_unpacked(file: IO[bytes]) -> IO[bytes]:
    """Unpacked when it is a gzip file, by its first bytes."""
    start = file.read(2)
    file.seek(0)
    return cast(IO[bytes], gzip.GzipFile(fileobj=file)) if start == GZIP else file


def stream_elements_of_page(file: IO[bytes], root: str, tags: str | tuple[str, ...]) -> "Iterator[etree._Element]":
    """Yields elements of a list whose entries stay in memory until all of it has come: MOST_OF_PAGE at most.

    Raises SourceError.
    """
    for number, element in enumerate(stream_elements(file, root, tags), start=1):
        if number > MOST_OF_PAGE:
            raise SourceError(_("One page of the list holds more than %(most)d entries.") % {"most": MOST_OF_PAGE})
        yield element


def stream_elements(
    file: IO[bytes], root: str, tags: str | tuple[str, ...], **bounds: int
) -> "Iterator[etree._Element]":
    """Each element of these names below a `root` (any when empty), gone when the next one comes.

    Raises SourceError: no XML, cut, declared entities, another root, too large.
    """
    from lxml import etree

    reader = BoundedReader(file, **bounds)
    names = (tags,) if isinstance(tags, str) else tags
    parsing = etree.iterparse(
        reader, events=("start", "end"), load_dtd=False, no_network=True, resolve_entities=False, recover=False,
        huge_tree=False, dtd_validation=False, attribute_defaults=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    first = True
    try:
        for event, element in parsing:
            if first:
                check_root_element(element, root)
                first = False
            if event == "end" and local_name(element) in names:
                yield element
                reader.element_taken()
                free_element(element)
    except etree.XMLSyntaxError as error:
        raise SourceError(
            _("The XML cannot be read to its end: %(error)s. Fetch it again.") % {"error": " ".join(error.msg.split())}
        ) from None


def check_root_element(element: "etree._Element", root: str) -> None:
    """Raises SourceError. Nothing of the content has been read yet, so no entity can have been used."""
    dtd = element.getroottree().docinfo.internalDTD
    if dtd is not None and any(True for _ in dtd.iterentities()):
        raise SourceError(_("The XML declares entities, which are not accepted. Export it without them."))
    if root and local_name(element) != root:
        raise SourceError(
            _("The XML begins with <%(found)s>, an export begins with <%(root)s>.")
            % {"found": local_name(element)[:50], "root": root}
        )


def free_element(element: "etree._Element") -> None:
    """Frees the memory of an element and of everything before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def local_name(element: "etree._Element") -> str:
    """Returns the name without its namespace; empty for what is no element."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def parse_whole_number(text: str) -> int:
    """0 for what is none. Of a longer number than any column holds the first digits: they are more than enough."""
    return int(text.lstrip("0")[:MOST_DIGITS] or 0) if text.isascii() and text.isdecimal() else 0


def element_text(element: "etree._Element") -> str:
    """All text within, blanks collapsed. References to entities the XML does not declare are read as those of HTML."""
    return " ".join("".join(text_pieces(element)).split())


def text_pieces(element: "etree._Element") -> Iterator[str]:
    if not isinstance(element.tag, str):
        yield unescape(element.text or "")
        return
    yield element.text or ""
    for child in element:
        yield from text_pieces(child)
        yield child.tail or ""
