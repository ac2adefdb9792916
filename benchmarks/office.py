"""Office files, mails and pictures nobody here wrote: does each become what its manifest expects?

    python benchmarks/office.py [--data DIR] [--json]

Each file goes through the pipeline's reading, without a database. A sentence counts as found when its letters and
digits stand on one page, whatever blanks stand between them; `words whole` are those of which each word stands there by
itself, so that they can be read and quoted. A cell counts as found when a cell of the named sheet holds exactly its
value, as it is shown or as it is stored (a manifest has 0.2157 where the sheet shows "21.6 %"), or when it is a whole
line of what is drawn over that sheet: some manifests count the description of a picture
that hangs in a cell as its value; slides and pictures must have as many pages as the manifest counts. A manifest of
kind `failed:password` wants the reason `encrypted`.

What a manifest took together of several elements of an OpenDocument text stands nowhere in it, such as the author, the
day and the words of a tracked change in one ("Linnemann2015-03-01T18:19:00deleted"); and what it took from a master of
a `.ppt` stands on no slide ("Click to edit Master title style", the prompt of an empty box). Both are looked for in the
file, are counted apart when no paragraph of a text and nothing outside of a master holds them, and stay missing in
`share of all`.

`share of sentences` and `share of cells` are of what a manifest calls so: sentences of at least eight words and values
of cells. `share of all` counts its `short_quotes` and notes of speakers, too: those three and all else.

One sentence of a `.rtf` begins with ".0" in letters of one point, which no page shows and nobody may quote; it stays
missing, too.

Words that are not whole though they are read as they stand: a manifest joins the lines of a mail without a blank
("Viele GrüßePeter Hüne", "tests.Important points:Roses are red"), has the quotation marks of the HTML of a mail whose
text, which is read, has others, or has the full stop of a book's `<title>` that its page does not have.
"""

import argparse
import asyncio
import json
import re
import struct
import sys
import time
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from apps.documents.conversion.batch_conversions import ConversionQueue  # noqa: E402 - importable once the folder is on the path
from apps.documents.conversion.make_pdf_rendition import make_pdf_rendition, prepare_source_file  # noqa: E402 - importable once the folder is on the path
from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX, PDF, media_type_of  # noqa: E402
from apps.documents.parsing.formats.office_and_picture_media_types import SHOWN_AS_PDF  # noqa: E402
from apps.documents.parsing.office_source_text.read_source_paragraphs import TYPES_WITH_SOURCE_TEXT  # noqa: E402
from apps.documents.parsing.types import ParsedDocument, ParsedPage, ParseFailure  # noqa: E402
from apps.documents.sandbox.parser_pool import ParserPool  # noqa: E402

REASONS = {
    "failed:password": {"encrypted"},
    "failed:broken": {"damaged", "no_pages", "not_a_pdf", "crashed_n_times"},
    "failed:too-big": {"unpacked_limit", "memory_limit", "size_limit", "time_limit"},
    "failed:no-text": {"no_text"},
}
BETWEEN, WITHIN = re.compile(r"<[^<>]{1,100}>|[#|]"), re.compile(r"[\\*_`\u00ad]")
"""Signs of Markdown and hyphens that are not printed: those that part words, and those that stand in words."""
UNIT = re.compile(r"^[€$£]|(?<=\d) [^\d%]{1,15}$")
"""A unit around a figure; of percent the number that is stored is another one."""
LINK = re.compile(r"\[([^\[\]]{1,300})\]\([^()\s]{1,500}\)")
"""The words of a link in Markdown, and where it leads, which its document does not show."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "office")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    found = asyncio.run(read_all(options.data))
    print(json.dumps(figures(found), ensure_ascii=False) if options.json else listing(found))


async def read_all(folder: Path) -> list[dict[str, Any]]:
    pool, printing = ParserPool(2), ConversionQueue()
    try:
        lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
        return [await read_one(folder, json.loads(line), pool, printing) for line in lines]
    finally:
        pool.close()


async def read_one(folder: Path, row: dict[str, Any], pool: ParserPool, printing: ConversionQueue) -> dict[str, Any]:
    path = folder / row["file"]
    began = time.monotonic()
    document, reason = None, ""
    try:
        document = await pages_of(path, path.read_bytes(), pool, printing)
    except ParseFailure as failure:
        reason = failure.reason_code.value
    texts = [*filter(None, (*row.get("sentences", []), *row.get("short_quotes", []), row.get("speaker_note", "")))]
    pages = [plain(page.text) for page in document.pages] if document else []
    missing = [text for text in texts if not any(plain(text) in page for page in pages)]
    read = [in_words(page.text) for page in document.pages] if document else []
    broken = [text for text in texts if text not in missing and not any(in_words(text) in page for page in read)]
    lost_texts = len(missing)
    for cell in row.get("cells", []):
        if not any(has_cell(page, cell) for page in (document.pages if document else ())):
            missing.append(f"{cell['value']} ({cell.get('sheet', 'no sheet')})")
    lost = len([text for text in row.get("sentences", []) if text in missing])
    counted = row.get("slides") or row.get("pages")
    expected = [row["expected"], *(row.get("also_acceptable") or [])]
    return {
        "file": path.name,
        "kind": row["kind"],
        "as_expected": any(reason in REASONS[each] if each in REASONS else not reason for each in expected),
        "reason": reason,
        "pages": len(pages),
        "pages_right": None if counted is None or not document else len(pages) == counted,
        "wanted": len(texts) + len(row.get("cells", [])),
        "sentences": len(texts),
        "of eight words": len(row.get("sentences", [])),
        "of eight words found": len(row.get("sentences", [])) - lost,
        "cells": len(row.get("cells", [])),
        "cells found": len(row.get("cells", [])) - (len(missing) - lost_texts),
        "whole": len(texts) - len(broken) - sum(text in missing for text in texts),
        "broken": broken,
        "missing": [text for text in missing if stands_in(path, text)],
        "in no paragraph": [text for text in missing if not stands_in(path, text)],
        "seconds": round(time.monotonic() - began, 1),
    }


def stands_in(path: Path, text: str) -> bool:
    """Whether one paragraph of an OpenDocument text or of a `.ppt` holds it; of others the manifest is believed."""
    if path.suffix not in PARAGRAPHS_OF:
        return True
    return any(plain(text) in plain(paragraph) for paragraph in PARAGRAPHS_OF[path.suffix](path))


def in_open_document(path: Path) -> Iterator[str]:
    from lxml import etree

    with ZipFile(path) as archive:
        root = etree.fromstring(archive.read("content.xml"), etree.XMLParser(resolve_entities=False))
    return ("".join(map(str, each.itertext())) for each in root.iter("{*}p", "{*}h"))


def in_ppt(path: Path) -> Iterator[str]:
    """All that stands in the file outside of the masters of its slides, read by the records of [MS-PPT] alone."""
    import olefile

    with olefile.OleFileIO(path) as file:
        stream = file.openstream("PowerPoint Document").read()
    return texts_outside_masters(stream, 0, len(stream))


RECORD = struct.Struct("<HHI")
"""Version and instance, type, length of what follows."""
MAIN_MASTER, LIST_WITH_TEXT, OF_MASTERS = 0x03F8, 0x0FF0, 1
ENCODINGS = {0x0FA0: "utf-16-le", 0x0FA8: "latin-1"}
"""Of the two types of records that hold text."""


def texts_outside_masters(stream: bytes, begin: int, end: int) -> Iterator[str]:
    while begin + RECORD.size <= end:
        head, kind, length = RECORD.unpack_from(stream, begin)
        begin += RECORD.size
        is_master = kind == MAIN_MASTER or (kind == LIST_WITH_TEXT and head >> 4 == OF_MASTERS)
        if head & 0xF == 0xF and not is_master:
            yield from texts_outside_masters(stream, begin, begin + length)
        elif kind in ENCODINGS:
            yield from stream[begin : begin + length].decode(ENCODINGS[kind], "replace").split("\r")
        begin += length


PARAGRAPHS_OF = {".odt": in_open_document, ".ppt": in_ppt}


async def pages_of(path: Path, data: bytes, pool: ParserPool, printing: ConversionQueue) -> ParsedDocument:
    declared = MEDIA_TYPE_BY_SUFFIX.get(path.suffix.lower(), "")
    kind = media_type_of(data, path.name, declared)
    if kind in SHOWN_AS_PDF:
        data, kind = await prepare_source_file(data, kind, pool)
        printed = await pool.parse(await make_pdf_rendition(data, kind, pool, printing), media_type=PDF)
        if kind in TYPES_WITH_SOURCE_TEXT:
            return replace(printed, pages=await pool.complete_pages(printed, data, kind))
        return printed
    return await pool.parse(data, name=path.name, media_type=declared)


def has_cell(page: ParsedPage, cell: dict[str, str]) -> bool:
    """In a workbook a cell of that sheet, or a line drawn over it, that is the value; in other files a page's text."""
    if page.sheet is None:
        return plain(cell["value"]) in plain(page.text)
    if page.sheet.name != cell.get("sheet", page.sheet.name).strip():
        return False
    values = [page.text[found.start : found.end] for found in page.sheet.cells(page.text)]
    values += [number for _, _, number in page.sheet.stored]
    drawn = [] if page.sheet.drawn is None else page.text[page.sheet.drawn :].splitlines()
    return any(same(value, cell["value"]) for value in [*values, *drawn])


def same(found: str, wanted: str) -> bool:
    """The same text, or the same number: a manifest may say 2022.0 where the sheet has 2022, or 12.5 for "12.50 €"."""
    try:
        return float(UNIT.sub("", found)) == float(wanted)
    except ValueError:
        return plain(found) == plain(wanted)


def plain(text: str) -> str:
    """Letters and digits alone, whatever their case."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text).casefold() if sign.isalnum())


def in_words(text: str) -> str:
    """Words and signs between single blanks."""
    text = WITHIN.sub("", LINK.sub(r"\1", unicodedata.normalize("NFKC", text)))
    return " ".join(BETWEEN.sub(" ", text).split()).casefold()


def figures(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Counts of all files and of each kind, and what is missing."""
    return {
        "all": counts(found),
        "kinds": {kind: counts([row for row in found if row["kind"] == kind]) for kind in kinds(found)},
        "odd": [line_of(row) for row in found if is_odd(row)],
    }


def kinds(found: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(row["kind"] for row in found))


def counts(rows: list[dict[str, Any]]) -> dict[str, Any]:
    apart = sum(len(row["in no paragraph"]) for row in rows)
    wanted, missing = sum(row["wanted"] for row in rows) - apart, sum(len(row["missing"]) for row in rows)
    counted = [row["pages_right"] for row in rows if row["pages_right"] is not None]
    return {
        "files": len(rows),
        "as expected": sum(row["as_expected"] for row in rows),
        "pages counted": len(counted),
        "page count right": sum(counted),
        "texts and cells": wanted,
        "found": wanted - missing,
        "share": round((wanted - missing) / wanted, 3) if wanted else None,
        "sentences": sum(row["sentences"] for row in rows),
        "words whole": sum(row["whole"] for row in rows),
        "in no paragraph of the file": apart,
        "share of all": round((wanted - missing) / (wanted + apart), 3) if wanted else None,
        "sentences of eight words": sum(row["of eight words"] for row in rows),
        "share of sentences": share(rows, "of eight words"),
        "cells": sum(row["cells"] for row in rows),
        "share of cells": share(rows, "cells"),
    }


def share(rows: list[dict[str, Any]], what: str) -> float | None:
    """Of what is wanted, by its two keys of a row; cut off and not rounded, so that no goal is met by rounding."""
    wanted = sum(row[what] for row in rows)
    return int(10_000 * sum(row[f"{what} found"] for row in rows) / wanted) / 10_000 if wanted else None


def is_odd(row: dict[str, Any]) -> bool:
    return (
        bool(row["missing"] or row["broken"] or row["in no paragraph"])
        or not row["as_expected"]
        or row["pages_right"] is False
    )


def listing(found: list[dict[str, Any]]) -> str:
    given = figures(found)
    rows = {**given["kinds"], "all": given["all"]}
    names = list(given["all"])
    lines = [f"| kind | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [f"| {kind} | {' | '.join(str(row[name]) for name in names)} |" for kind, row in rows.items()]
    return "\n".join([*lines, "", *given["odd"]])


def line_of(row: dict[str, Any]) -> str:
    lost = f"missing {row['missing']}, words broken {row['broken']}, in no paragraph {row['in no paragraph']}"
    return f"{row['file']}: {row['reason'] or 'ready'}, {row['pages']} pages, {lost}"


if __name__ == "__main__":
    main()
