"""What stands on the pages of the built files, and what a scan shows."""

import json
import re
import unicodedata
from typing import Any

import pymupdf

from examples.build import CMS_FILE, DOCUMENTS
from examples.reading import Block, Source
from examples.typesetting import BOTTOM, typeset

TAGS = re.compile(r"<[^>]+>")


def squeezed(text: str) -> str:
    """Without white space and ligatures, so that line ends and columns do not matter."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def sentences(source: Source) -> list[str]:
    """The source's sentences, table cells and list items."""
    texts = [source.title]
    for block in source.blocks():
        texts += _cells(block) if block.kind == "table" else re.split(r"(?<=[.!?]) ", block.text)
    return [text for text in texts if text.strip()]


def _cells(block: Block) -> list[str]:
    return ["".join(run.text for run in cell) for row in block.rows for cell in row]


def pdf_pages(document: Any) -> list[str]:
    """The text of every page without its foot."""
    return [page.get_text(clip=(0, 0, page.rect.width, BOTTOM + 14)) for page in document]


def built_pages(source: Source) -> list[str]:
    """Page texts of the built file; a scanned page counts with the text it was printed from."""
    if source.suffix == ".pdf":
        with pymupdf.open(DOCUMENTS / source.external_id) as document:
            pages = pdf_pages(document)
        printed = pdf_pages(typeset(source))
        scanned = source.page_numbers("scanned_pages") | source.page_numbers("turned_pages")
        return [printed[n - 1] if n in scanned else text for n, text in enumerate(pages, start=1)]
    if source.fields["layout"] == "cms":
        record = cms_records()[source.external_id]
        return [record["title"] + " " + TAGS.sub(" ", record["html"])]
    text = (DOCUMENTS / source.external_id).read_text(encoding="utf-8")
    return [TAGS.sub(" ", text) if source.suffix == ".html" else text.replace("|", " ").replace("\n- ", "\n")]


def cms_records() -> dict[str, dict[str, Any]]:
    lines = (DOCUMENTS / CMS_FILE).read_text(encoding="utf-8").splitlines()
    return {record["id"]: record for record in map(json.loads, lines)}
