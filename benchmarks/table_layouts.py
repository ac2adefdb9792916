"""The tables of ICDAR 2013 set anew in other layouts: are they read however their lines are drawn, or not drawn?

    python benchmarks/table_layouts.py [--data DIR] [--only LAYOUT,…] [--keep DIR] [--json]

The words, rows, columns and spans are those of the competition's own XML, the layouts are common ones of web pages and
reports, printed by Chromium: every cell in a frame, lines between rows only, lines around the head only, shaded rows,
white gaps between coloured cells, dashed lines, nothing but blanks. Scored as in pdf_tables.py, relations of cells,
each table on a page of its own between two paragraphs; the figure of a layout is the mean F1 of its tables. Layouts
under "kept back" were not looked at while the reading was written: their mean was 0.919 then. The dashed lines (0.751)
were mended after that.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lxml import etree  # noqa: E402

from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages  # noqa: E402 - the folder is on the path by now
from benchmarks.pdf_tables import Relations, markdown_tables, plain, relations, scores  # noqa: E402
from tests.chromium import find_chromium  # noqa: E402

MOST_ROWS, MOST_COLUMNS = 30, 9
"""What fits on a page set across."""
PAGE = "@page{size:A4 landscape;margin:14mm} body{font:10pt 'DejaVu Sans',sans-serif} .n{text-align:right}"
PAGE += " section{break-after:page} table{margin:8pt 0} td{vertical-align:top}"
LAYOUTS = {
    "frames": "table{border-collapse:collapse} td{border:0.5pt solid #000;padding:3pt}",
    "rows": "table{border-collapse:collapse} tr{border-bottom:0.5pt solid #777} td{padding:3pt 9pt}",
    "head": "table{border-collapse:collapse;border-top:1pt solid;border-bottom:1pt solid} td{padding:2pt 9pt}"
    " .h td{border-bottom:0.5pt solid}",
    "blanks": "table{border-collapse:collapse} td{padding:2pt 10pt}",
    "shaded": "table{border-collapse:collapse} td{padding:3pt 9pt} tr:nth-child(even) td{background:#e4ebf5}",
}
KEPT_BACK = {
    "gaps": "table{border-spacing:2pt} td{background:#dde7f3;padding:3pt 6pt} .h td{background:#1d4f91;color:#fff}",
    "boxes": "table{border-spacing:3pt} td{border:0.5pt solid #888;padding:3pt}",
    "dashed": "table{border-collapse:collapse} td{border:0.75pt dashed #555;padding:3pt}",
    "columns": "table{border-collapse:collapse} td{border-left:0.5pt solid #333;padding:2pt 8pt}",
    "narrow": "table{border-collapse:collapse;font-size:8pt} td{padding:1pt 6pt} .h td{border-bottom:1pt solid}",
    "open": "table{border-collapse:collapse;width:100%} td{border-bottom:0.5pt solid #000;padding:3pt 7pt}",
}
PARAGRAPH = "<p>{}: this table is taken from a report of a public body and set anew; every figure is as it was.</p>"
NAMED = re.compile(r"Number (\d+) begins: this table")


class Cell(NamedTuple):
    row: int
    column: int
    rows: int
    columns: int
    text: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "tables-icdar2013")
    parser.add_argument("--only", default="", help="names of layouts, separated by commas")
    parser.add_argument("--keep", type=Path, help="a folder for the printed files")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    tables = [table for path in sorted(options.data.glob("*-str.xml")) for table in tables_of(path)]
    wanted = set(filter(None, options.only.split(",")))
    found: dict[str, Any] = {"tables": len(tables)}
    for group, layouts in (("known", LAYOUTS), ("kept back", KEPT_BACK)):
        figures = {
            name: layout_figures(tables, css, name, options.keep)
            for name, css in layouts.items()
            if not wanted or name in wanted
        }
        if figures:
            found[group] = figures | {"mean": round(sum(each["f"] for each in figures.values()) / len(figures), 3)}
    print(json.dumps(found) if options.json else json.dumps(found, indent=1))


def tables_of(path: Path) -> Iterator[list[Cell]]:
    """Those that fit on a page and whose cells do not cover each other."""
    for region in etree.parse(str(path)).iter("region"):
        cells = []
        for cell in region.iter("cell"):
            row, column = int(cell.get("start-row")), int(cell.get("start-col"))
            height = int(cell.get("end-row", row)) - row + 1
            width = int(cell.get("end-col", column)) - column + 1
            text = " ".join("".join(cell.itertext("content")).split())
            cells.append(Cell(row, column, height, width, text))
        taken = [place for cell in cells for place in places(cell)]
        rows, columns = ({place[axis] for place in taken} for axis in (0, 1))
        if cells and len(taken) == len(set(taken)) and max(rows) < MOST_ROWS and max(columns) < MOST_COLUMNS:
            yield cells


def places(cell: Cell) -> list[tuple[int, int]]:
    return [(cell.row + down, cell.column + right) for down in range(cell.rows) for right in range(cell.columns)]


def layout_figures(tables: Sequence[list[Cell]], css: str, name: str, keep: Path | None) -> dict[str, Any]:
    printed = printed_pdf(html(tables, css))
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{name}.pdf").write_bytes(printed)
    on_one_page = page_texts(printed)
    rated = {number: of_table(tables[number], text) for number, text in on_one_page.items()}
    if keep:
        listed = (f"{number:3} {row['f']:.3f} {tables[number][0].text}" for number, row in rated.items())
        (keep / f"{name}.txt").write_text("\n".join(listed), encoding="utf-8")
    mean = {
        figure: round(sum(row[figure] for row in rated.values()) / len(rated), 3)
        for figure in ("precision", "recall", "f")
    }
    return mean | {"tables": len(rated), "found": sum(row["recall"] >= 0.5 for row in rated.values())}


def page_texts(printed: bytes) -> dict[int, str]:
    """By the number of their table; those that run over several pages are left out."""
    texts = [page.text for page in read_pdf_pages(open_pdf(printed), 1_000, 0.0)]
    named = [NAMED.search(text) for text in texts]
    return {
        int(name[1]): text for name, text in zip(named, texts, strict=True) if name and f"Number {name[1]} ends" in text
    }


def of_table(cells: Sequence[Cell], text: str) -> dict[str, float]:
    wanted = relations(
        {place: (number, plain(cell.text)) for number, cell in enumerate(cells) if cell.text for place in places(cell)}
    )
    read = sum(map(relations, markdown_tables(text)), Relations())
    return scores((wanted & read).total(), read.total(), wanted.total())


def html(tables: Sequence[list[Cell]], css: str) -> str:
    body = "".join(
        f"<section>{PARAGRAPH.format(f'Number {number} begins')}<table>{''.join(rows(table))}</table>"
        f"{PARAGRAPH.format(f'Number {number} ends')}</section>"
        for number, table in enumerate(tables)
    )
    return f"<!doctype html><meta charset=utf-8><style>{PAGE}{css}</style>{body}"


def rows(cells: Sequence[Cell]) -> Iterator[str]:
    """The head is what comes before the first row with a figure."""
    last = max(place[0] for cell in cells for place in places(cell))
    with_figures = [
        cell.row for cell in cells if cell.column and any(map(str.isdigit, cell.text)) and cell.columns == 1
    ]
    head = max(min(with_figures, default=1), 1)
    width = max(place[1] for cell in cells for place in places(cell)) + 1
    taken = {place for cell in cells for place in places(cell)}
    for row in range(last + 1):
        line = [cell for cell in cells if cell.row == row]
        line += [Cell(row, column, 1, 1, "") for column in range(width) if (row, column) not in taken]
        kind = " class=h" if row < head else ""
        yield f"<tr{kind}>{''.join(map(td, sorted(line)))}</tr>"


def td(cell: Cell) -> str:
    kind = " class=n" if cell.text and sum(map(str.isdigit, cell.text)) > 0.4 * len(cell.text) else ""
    return f"<td{kind} rowspan={cell.rows} colspan={cell.columns}>{escape(cell.text)}</td>"


def printed_pdf(text: str) -> bytes:
    program = find_chromium()
    assert program, "needs Chromium"
    with tempfile.TemporaryDirectory(prefix="table-layouts-", ignore_cleanup_errors=True) as name:
        source, target = Path(name) / "tables.html", Path(name) / "tables.pdf"
        source.write_text(text, encoding="utf-8")
        options = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            f"--user-data-dir={name}/profile",
        )
        subprocess.run([program, *options, f"--print-to-pdf={target}", str(source)], check=True, capture_output=True)
        return target.read_bytes()


if __name__ == "__main__":
    main()
