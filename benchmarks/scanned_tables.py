"""Ruled tables of ICDAR 2013, printed on paper and scanned: how many are found, how many cells are read as printed.

    python benchmarks/scanned_tables.py [--pages 20] [--data DIR] [--json]

Pages whose text layer has tables with drawn lines are made pictures of 200 dpi, turned by up to 0.7 degrees and covered
with noise, as a scanner gives them. A cell counts when the text layer has one with the same letters and digits; what
the text layer says is measured by pdf_tables.py.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from apps.documents.parsing.layout.find_ruled_tables import (  # noqa: E402 - importable once the folder is on the path
    collect_rulings,
    find_ruled_tables,
)
from apps.documents.parsing.normalise_text import normalise_text  # noqa: E402
from apps.documents.parsing.ocr.recognise_page import ScannedPage, recognise_page  # noqa: E402
from apps.text.quotable_units import is_table_rule, split_table_cells  # noqa: E402

DPI, STEEPEST, NOISE = 200, 0.7, 9.0
FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_COLLECT_VECTORS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data" / "tables-icdar2013")
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    found = measured(islice(pages_with_tables(sorted(options.data.rglob("*.pdf"))), options.pages))
    print(json.dumps(found) if options.json else "\n".join(f"{name:16} {value}" for name, value in found.items()))


def pages_with_tables(files: Iterable[Path]) -> Iterator[tuple[pymupdf.Page, list[str]]]:
    """Each page with its tables as Markdown."""
    for file in files:
        with pymupdf.open(file) as document:
            for page in document:
                text_page = page.get_textpage(flags=FLAGS)
                horizontal, vertical = collect_rulings(text_page.extractDICT()["blocks"])
                tables = find_ruled_tables(horizontal, vertical, partial(words_of, text_page))
                if tables and not page.rotation:
                    yield page, [table.markdown for table in tables]


def words_of(text_page: pymupdf.TextPage) -> list[tuple[Any, ...]]:
    return [(*word[:4], normalise_text(word[4])) for word in text_page.extractWORDS()]


def measured(pages: Iterable[tuple[pymupdf.Page, list[str]]]) -> dict[str, Any]:
    turns, noise = random.Random(3), np.random.default_rng(1)  # noqa: S311 - a repeatable scan
    tables, found, cells, right, count = 0, 0, 0, 0, 0
    for page, printed in pages:
        picture = scanned(page, turns.uniform(-STEEPEST, STEEPEST), noise)
        read = recognise_page(ScannedPage(picture, DPI / 72)).text
        seen = [block for block in read.split("\n\n") if block.startswith("|")]
        wanted = cell_texts(printed)
        tables, found, count = tables + len(printed), found + min(len(seen), len(printed)), count + 1
        cells, right = cells + wanted.total(), right + (wanted & cell_texts(seen)).total()
    return {
        "pages": count,
        "tables": tables,
        "tables found": found,
        "share of tables": round(found / tables, 3),
        "cells": cells,
        "cells right": right,
        "share of cells": round(right / cells, 3),
    }


def scanned(page: pymupdf.Page, degrees: float, noise: np.random.Generator) -> Image.Image:
    pixmap = page.get_pixmap(dpi=DPI, colorspace=pymupdf.csGRAY)
    picture = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    turned = picture.rotate(degrees, expand=True, fillcolor=255, resample=Image.Resampling.BICUBIC)
    grey = np.asarray(turned).astype(float) + noise.normal(0, NOISE, (turned.height, turned.width))
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))


def cell_texts(tables: Iterable[str]) -> Counter[str]:
    rows = (line for table in tables for line in table.split("\n") if not is_table_rule(line))
    texts = ("".join(filter(str.isalnum, cell.casefold())) for row in rows for cell in split_table_cells(row))
    return Counter(filter(None, texts))


if __name__ == "__main__":
    main()
