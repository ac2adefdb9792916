"""Table finders of other libraries on the tables of ICDAR 2013, scored as ours in pdf_tables.py.

    python benchmarks/table_libraries.py [--data DIR] [--only NAME,…] [--json]

Run it with a Python that has the libraries beside PyMuPDF and lxml (`pip install pdfplumber camelot-py`); what is not
installed is left out. Each library reads the pages that hold tables, with its own defaults and, where it has one, its
way without lines; cells that a library leaves empty are blank. `share of bare` is the time of plain text extraction on
the same pages divided by that of the library.

What was measured on 2026-11-26 (pymupdf 2.0, pdfplumber 0.11.10, camelot-py 2.0.0) stands in table_libraries.tsv.
docling-slim reads tables of PDFs with models only, which it fetches from a hub: not measured.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.pdf_tables import Grid, Relations, grid_of, rated, relations, true_tables  # noqa: E402

Rows = Sequence[Sequence[str | None]]
Finder = Callable[[Path, Sequence[int]], Iterable[tuple[int, Rows]]]
"""(file, pages from 1) to (page, table)."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "tables-icdar2013")
    parser.add_argument("--only", default="", help="names, separated by commas")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    rows = [json.loads(line) for line in (options.data / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    wanted = set(filter(None, options.only.split(",")))
    found = {name: figures(options.data, rows, find) for name, find in FINDERS.items() if not wanted or name in wanted}
    print(json.dumps(found) if options.json else json.dumps(found, indent=1))


def figures(folder: Path, rows: Sequence[dict[str, Any]], find: Finder) -> dict[str, Any]:
    try:
        rated = [of_file(folder, row, find) for row in rows]
    except ImportError as error:
        return {"skipped": str(error)}
    tables = sum(each["tables"] for each in rated)
    return {
        **{name: round(sum(each[name] for each in rated) / len(rated), 3) for name in ("precision", "recall", "f")},
        "share of tables": round(sum(each["tables found"] for each in rated) / tables, 3),
        "share of bare": round(sum(each["bare"] for each in rated) / sum(each["seconds"] for each in rated), 3),
        "failed": sum(each["failed"] for each in rated),
    }


def of_file(folder: Path, row: dict[str, Any], find: Finder) -> dict[str, Any]:
    truth = [table for name in row["str"] for table in true_tables(folder / name)]
    pages = sorted({page for page, _ in truth})
    path = folder / row["pdf"]
    bare = seconds_of_text(path, pages)
    read: dict[int, Relations] = {page: Relations() for page in pages}
    failed, began = 0, time.process_time()
    try:
        for page, table in find(path, pages):
            read[page] += relations(grid_of(table))
    except ImportError:
        raise
    except Exception:  # noqa: BLE001 - of a foreign library, whatever it is: counted
        failed = 1
    seconds = time.process_time() - began
    return {**rated(truth, read), "seconds": seconds, "bare": bare, "failed": failed}


def seconds_of_text(path: Path, pages: Sequence[int]) -> float:
    import pymupdf

    began = time.process_time()
    with pymupdf.open(path) as document:
        for page in pages:
            document[page - 1].get_text()
    return time.process_time() - began


def ours(path: Path, pages: Sequence[int]) -> Iterable[tuple[int, Rows]]:
    import pymupdf

    from apps.documents.parsing.layout.lines_to_markdown import BodySize
    from apps.documents.parsing.pdf.read_text_layer import read_text_layer
    from benchmarks.pdf_tables import markdown_tables

    with pymupdf.open(path) as document:
        for page in pages:
            text = read_text_layer(document[page - 1], BodySize()).page.text
            for table in markdown_tables(text):
                yield page, as_rows(table)


def as_rows(table: Grid) -> Rows:
    rows, columns = (max((place[axis] for place in table), default=-1) + 1 for axis in (0, 1))
    return [[table.get((row, column), (0, ""))[1] for column in range(columns)] for row in range(rows)]


def pymupdf_finder(**settings: Any) -> Finder:
    def find(path: Path, pages: Sequence[int]) -> Iterable[tuple[int, Rows]]:
        import pymupdf

        with pymupdf.open(path) as document:
            for page in pages:
                for table in document[page - 1].find_tables(**settings).tables:
                    yield page, table.extract()

    return find


def pdfplumber_finder(**settings: Any) -> Finder:
    def find(path: Path, pages: Sequence[int]) -> Iterable[tuple[int, Rows]]:
        import pdfplumber

        with pdfplumber.open(path) as document:
            for page in pages:
                for table in document.pages[page - 1].extract_tables(settings):
                    yield page, table

    return find


def camelot_finder(flavor: str) -> Finder:
    def find(path: Path, pages: Sequence[int]) -> Iterable[tuple[int, Rows]]:
        import camelot

        for table in camelot.read_pdf(str(path), pages=",".join(map(str, pages)), flavor=flavor, suppress_stdout=True):
            yield int(table.page), table.df.values.tolist()

    return find


TEXT = {"vertical_strategy": "text", "horizontal_strategy": "text"}
FINDERS: dict[str, Finder] = {
    "ours": ours,
    "pymupdf": pymupdf_finder(),
    "pymupdf, text": pymupdf_finder(strategy="text"),
    "pdfplumber": pdfplumber_finder(),
    "pdfplumber, text": pdfplumber_finder(**TEXT),
    "camelot, lattice": camelot_finder("lattice"),
    "camelot, stream": camelot_finder("stream"),
    "camelot, network": camelot_finder("network"),
}


if __name__ == "__main__":
    main()
