"""Reads comments on cells of XLSX and XLSB sheets: the cell's address, and author and text in one line.

Source: ECMA-376, part 1, 18.7; Microsoft's [MS-XLSX] (threaded comments) and [MS-XLSB], BrtComment.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZipFile

from apps.documents.parsing.hidden_cells.hidden_in_xlsb import xlsb_records
from apps.documents.parsing.parse_xml_tree import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
PERSONS = "xl/persons/"
PLACEHOLDER = "tc="
"""Author of what programs see that do not know threaded comments: it says so, and repeats the text."""
AUTHOR_OF_XLSB, COMMENT_OF_XLSB, TEXT_OF_XLSB = 632, 635, 637
DAY = slice(0, 10)
"""Of a time in ISO 8601."""


class CellComment(NamedTuple):
    """`row` from 1, `column` from 0."""

    row: int
    column: int
    text: str


def read_cell_comments(archive: ZipFile, name: str) -> Iterator[CellComment]:
    """Reads a part that a sheet names; yields nothing without comments. Raises one of parse_xml_tree.BROKEN."""
    file = basename(name)
    if file.startswith("threadedComment"):
        yield from threaded_comments(parse_xml(archive.read(name)), person_names(archive))
    elif file.startswith("comment") and file.endswith(".bin"):
        yield from xlsb_comments(archive.read(name))
    elif file.startswith("comment") and file.endswith(".xml"):
        yield from xml_comments(parse_xml(archive.read(name)))


def xml_comments(root: "_Element") -> Iterator[CellComment]:
    authors = [each.text or "" for each in root.iter("{*}author")]
    for each in root.iter("{*}comment"):
        number = int(each.get("authorId", "-1"))
        author = authors[number] if 0 <= number < len(authors) else ""
        if not author.startswith(PLACEHOLDER):
            text = "".join(part.text or "" for part in each.iter("{*}t") if not is_phonetic(part))
            yield from build_cell_comment(each.get("ref", ""), format_comment(author, "", text))


def is_phonetic(part: "_Element") -> bool:
    """How a name is spoken, which East Asian programs keep beside it."""
    return any(str(each.tag).endswith("}rPh") for each in part.iterancestors())


def threaded_comments(root: "_Element", names: Mapping[str, str]) -> Iterator[CellComment]:
    for each in root.iter("{*}threadedComment"):
        author, date = names.get(each.get("personId", ""), ""), each.get("dT", "")
        yield from build_cell_comment(each.get("ref", ""), format_comment(author, date, each.findtext("{*}text") or ""))


def person_names(archive: ZipFile) -> dict[str, str]:
    roots = (parse_xml(archive.read(name)) for name in archive.namelist() if name.startswith(PERSONS))
    people: Iterable[_Element] = (each for root in roots for each in root.iter("{*}person"))
    return {each.get("id", ""): each.get("displayName", "") for each in people}


def build_cell_comment(address: str, text: str) -> Iterator[CellComment]:
    if text and (found := ADDRESS.match(address)):
        column = 0
        for letter in found[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        yield CellComment(int(found[2]), column - 1, text)


def xlsb_comments(stream: bytes) -> Iterator[CellComment]:
    authors: list[str] = []
    row, column, author = 0, 0, ""
    for kind, content in xlsb_records(stream):
        if kind == AUTHOR_OF_XLSB:
            authors.append(decode_wide_string(content, 0))
        elif kind == COMMENT_OF_XLSB:
            number, row, _, column = struct.unpack_from("<4I", content)
            author = authors[number] if number < len(authors) else ""
        elif (
            kind == TEXT_OF_XLSB
            and not author.startswith(PLACEHOLDER)
            and (text := format_comment(author, "", decode_wide_string(content, 1)))
        ):
            yield CellComment(row + 1, column, text)


def decode_wide_string(content: bytes, position: int) -> str:
    (length,) = struct.unpack_from("<I", content, position)
    return content[position + 4 : position + 4 + 2 * length].decode("utf-16-le", "replace")


def format_comment(author: str, date: str, text: str) -> str:
    """Empty when it has no text. Programs write the author into the text too; once is enough."""
    text, author = " ".join(text.split()), " ".join(author.split())
    text = text.removeprefix(f"{author}:").strip() if author else text
    by = ", ".join(filter(None, (author, date[DAY])))
    return f"{by}: {text}" if text and by else text
