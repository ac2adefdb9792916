"""Build examples/documents from examples/sources: `python -m examples.build`.

Running it twice with the same libraries gives the same bytes: dates come from the sources, chance has fixed seeds.
"""

import json
import sys
import textwrap
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from examples.reading import Block, Source, read_sources
from examples.scanning import scan_page
from examples.stationery import add_feet, draw_letterhead, web_page
from examples.typesetting import typeset

FOLDER = Path(__file__).parent
DOCUMENTS = FOLDER / "documents"
CMS_FILE = Path("internet/cms-seiten.jsonl")
CATALOGUE_FIELDS = ("external_id", "title", "date", "kind", "number", "authors")


def pdf_document(source: Source) -> Any:
    """The finished PDF, still open, with its scanned pages in place of the typeset ones."""
    document = typeset(source, partial(draw_letterhead, source))
    add_feet(source, document)
    turned = source.page_numbers("turned_pages")
    for number in sorted(source.page_numbers("scanned_pages") | turned):
        scan_page(
            document, number - 1, seed=zlib.crc32(f"{source.external_id}/{number}".encode()), turned=number in turned
        )
    stamp = f"D:{source.fields['date'].replace('-', '')}080000Z"
    document.set_metadata(
        {
            "title": source.title,
            "author": source.fields["authors"],
            "subject": f"{source.fields['kind']} {source.fields['number']}",
            "creationDate": stamp,
            "modDate": stamp,
            "producer": "examples/build.py",
        }
    )
    document.set_language("de-DE")
    return document


def pdf(source: Source) -> bytes:
    document = pdf_document(source)
    document.subset_fonts()
    data: bytes = document.tobytes(garbage=4, deflate=True, no_new_id=True)
    return data


def web(source: Source) -> bytes:
    body = MarkdownIt("commonmark").enable("table").render(source.body)
    return web_page(source, body).encode()


def markdown(source: Source) -> bytes:
    return f"# {source.title}\n\n{source.body}".encode()


def plain_text(source: Source) -> bytes:
    """Paragraphs wrapped at 88 characters under an underlined title, as an office mails it to the press."""
    lines = [source.title, "=" * len(source.title), ""]
    blocks = source.blocks()
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        within_list = block.kind == "item" and following is not None and following.kind == "item"
        lines += _wrapped(block) if within_list else [*_wrapped(block), ""]
    return ("\n".join(lines).rstrip() + "\n").encode()


def _wrapped(block: Block) -> list[str]:
    lead = "- " if block.kind == "item" else ""
    return [
        line
        for part in block.text.split("\n")
        for line in textwrap.wrap(
            part, 88, initial_indent=lead, subsequent_indent=" " * len(lead), break_long_words=False
        )
    ]


def cms_record(source: Source) -> dict[str, object]:
    """One page of the city's website as its content management system exports it."""
    fields = source.fields
    return {
        "id": source.external_id,
        "title": source.title,
        "name": fields["name"],
        "description": fields["description"],
        "keywords": [keyword.strip() for keyword in fields["keywords"].split(",")],
        "date": fields["date"],
        "url": fields["url"],
        "html": MarkdownIt("commonmark").enable("table").render(source.body),
        "metadata": {"number": fields["number"], "authors": fields["authors"], "kind": fields["kind"]},
    }


BUILDERS: dict[str, Callable[[Source], bytes]] = {".pdf": pdf, ".html": web, ".md": markdown, ".txt": plain_text}


def _json_lines(records: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def build_all(sources: list[Source]) -> dict[Path, bytes]:
    """Every file of the collection: its path below examples/documents and its content."""
    files = {Path(s.external_id): BUILDERS[s.suffix](s) for s in sources if s.suffix in BUILDERS}
    files[CMS_FILE] = _json_lines([cms_record(s) for s in sources if s.fields["layout"] == "cms"])
    return files


def catalogue(sources: list[Source]) -> bytes:
    return _json_lines([{name: source.fields[name] for name in CATALOGUE_FIELDS} for source in sources])


def main() -> None:
    sources = read_sources()
    for path, content in build_all(sources).items():
        target = DOCUMENTS / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        sys.stdout.write(f"{len(content) / 1000:8.1f} kB  {path}\n")
    (FOLDER / "catalogue.jsonl").write_bytes(catalogue(sources))


if __name__ == "__main__":
    main()
