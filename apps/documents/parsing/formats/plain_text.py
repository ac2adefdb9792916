"""Reads plain text and Markdown as pages: finds the encoding, then cuts where the writer did."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from apps.documents.parsing.formats.detect_media_type import MARKDOWN, is_mostly_text
from apps.documents.parsing.formats.front_matter import split_front_matter
from apps.documents.parsing.normalise_text import bracket_note_marks, has_nul, normalise_text
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure, ParseFlag
from apps.text.grammar.split_sentences import STRUCK_BEGINS, STRUCK_ENDS

LONGEST_PAGE = 6_000
"""Characters of a page of a document without pages: a citation should name a place, not a book."""
HEADING = re.compile(r"^#{1,6} ", re.M)
FIRST_HEADING = re.compile(r"^# ++(.+)$", re.M)
TABLE_OF_HTML = re.compile(rb"<table\b", re.IGNORECASE)
COMMENT_OR_CODE = re.compile(r"<!--|^(?:```|~~~)", re.M)
FENCE = re.compile(r"^(?:```|~~~)", re.M)
UNDERLINED = re.compile(r"\s*+(\S.{2,150})\n={3,}+[ ]*+(?:\n|\Z)")
"""A first line with a line of signs below it, as letters of the press have it."""
STRUCK = re.compile(r"~~(?=[^\s~])([^~\n]{1,2000})(?<!\s)~~")
BRACKETS = str.maketrans("[]", "()")
# What browsers do: pages that claim one of these are Windows-1252.
NAMES_OF_OFFICE_TEXT = ("iso-8859-1", "iso8859-1", "latin-1", "latin1", "us-ascii", "ascii")
BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def decode_text(data: bytes, declared: str = "") -> str:
    """Text by byte order mark, UTF-16 by its zeros, UTF-8, declared encoding or Windows-1252, in this order.

    Raises ParseFailure (wrong_encoding) when the bytes are not text in any of them.
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return decode_strictly(data, encoding)
    if encoding := detect_utf16(data[:4096]):
        return decode_strictly(data, encoding)
    # UTF-8 before what is declared: bytes with umlauts that are valid UTF-8 are nothing else, and headers often lie.
    candidates = ["utf-8"] if declared.lower() in NAMES_OF_OFFICE_TEXT else ["utf-8", declared]
    for encoding in filter(None, candidates):
        # What is declared may be wrong, unknown, or no encoding of texts at all ("undefined").
        with suppress(ValueError, LookupError):
            return data.decode(encoding)
    return decode_windows_1252(data)


def detect_utf16(data: bytes) -> str:
    """UTF-16 without a byte order mark: in Western text every second byte is 0. Empty for anything else."""
    half = len(data) // 2
    for encoding, zeros, letters in (("utf-16-le", data[1::2], data[::2]), ("utf-16-be", data[::2], data[1::2])):
        if half >= 8 and zeros.count(0) > 0.7 * half and letters.count(0) < 0.1 * half:
            return encoding
    return ""


def decode_strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ParseFailure(
            FailureReason.WRONG_ENCODING,
            f"The text says it is {encoding}, but is not. Store it as UTF-8.",
            encoding=encoding,
        ) from error


def decode_windows_1252(data: bytes) -> str:
    """Windows-1252, what German offices wrote before UTF-8. Its few undefined bytes mean the data are not text."""
    undefined = data.translate(None, bytes(byte for byte in range(256) if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)))
    if undefined or not is_mostly_text(data[:100_000]):
        raise ParseFailure(
            FailureReason.WRONG_ENCODING, "The bytes are not text in UTF-8 or Windows-1252. Store it as UTF-8."
        )
    return data.decode("cp1252")


def may_hold_html(data: bytes) -> bool:
    """Whether a text in Markdown has a table of HTML, which is read in a limited process like all HTML."""
    return TABLE_OF_HTML.search(data) is not None


def parse_text(data: bytes, media_type: str, rewrite: Callable[[str], str] = str) -> ParsedDocument:
    """`rewrite` is given a text in Markdown without what its readers are not shown.

    Raises ParseFailure: wrong_encoding, no_text.
    """
    raw = decode_text(data)
    flags = frozenset({ParseFlag.NUL_STRIPPED}) if has_nul(raw) else frozenset()
    raw = raw.replace("\r\n", "\n").replace("\r", "\n")
    said, text = split_front_matter(raw) if media_type == MARKDOWN else ({}, raw)
    if media_type == MARKDOWN and "<!--" in text:
        text = "".join(parts_without_comments(text))
    if media_type == MARKDOWN and "~~" in text:
        text = STRUCK.sub(lambda found: f"{STRUCK_BEGINS}{found[1].translate(BRACKETS)}{STRUCK_ENDS}", text)
    text = rewrite(text) if media_type == MARKDOWN else text
    text = bracket_note_marks(text)
    title = said.pop("title", "") or markdown_title(text)
    pages = split_text_into_pages(text)
    return ParsedDocument(pages, media_type, title=title, page_count=len(pages), flags=flags, front_matter=said)


def parts_without_comments(text: str) -> Iterator[str]:
    """Markdown without its comments, which are not shown to its readers; one in a block of code is an example."""
    start = place = 0
    while found := COMMENT_OR_CODE.search(text, place):
        is_comment = found[0] == "<!--"
        closing = text.find("-->", found.end()) if is_comment else -1
        fence = None if is_comment else FENCE.search(text, found.end())
        if closing < 0 and fence is None:
            break
        if is_comment:
            yield text[start : found.start()]
            start = place = closing + len("-->")
        elif fence:
            place = fence.end()
    yield text[start:]


def markdown_title(raw: str) -> str:
    """The first main heading, also one that is underlined at the beginning; else empty."""
    if heading := FIRST_HEADING.search(raw):
        return normalise_text(heading[1].rstrip(" #")).strip()
    found = UNDERLINED.match(raw)
    return normalise_text(found[1]).strip() if found else ""


def split_text_into_pages(raw: str, longest: int = LONGEST_PAGE) -> tuple[ParsedPage, ...]:
    """Form feeds are page breaks; a text without them is cut at headings and paragraphs when it is longer than
    `longest` characters.

    Raises ParseFailure (no_text) when there is nothing to read.
    """
    text = normalise_text(raw)
    parts = text.split("\f") if "\f" in text.strip("\f\n ") else list(cut_into_parts(text.replace("\f", "\n"), longest))
    if not text.strip("\f\n\t "):
        raise ParseFailure(FailureReason.NO_TEXT, "The file holds no text, only empty lines.")
    stripped = [part.strip("\n") for part in parts]
    return tuple(
        ParsedPage(number, part, method="text" if part.strip() else "none") for number, part in enumerate(stripped, 1)
    )


def cut_into_parts(text: str, longest: int) -> Iterator[str]:
    """Parts of at most `longest` characters that together are the text, cut at the best place each time."""
    start = 0
    while len(text) - start > longest:
        end = best_cut(text, start, start + longest)
        yield text[start:end]
        start = end
    yield text[start:]


def best_cut(text: str, start: int, end: int) -> int:
    """Before the last heading in the second half, else at the last empty line, line end, sentence end or space."""
    middle = start + (end - start) // 2
    headings = [match.start() for match in HEADING.finditer(text, middle, end)]
    if headings:
        return headings[-1]
    for mark in ("\n\n", "\n", ". ", " "):
        found = text.rfind(mark, middle, end)
        if found > start:
            return found + len(mark)
    return end
