"""Whether searches find the page whose table holds the answer: PDFs full of tables, questions made of their cells.

    python benchmarks/table_pages.py [--data DIR] [--questions N] [--json]

The PDFs of the ICDAR 2013 table competition, all in one collection. A question names a row, the head of a column and a
heading of the document, as somebody who looks for a figure would: no word of it is the figure itself. It is right when
the page of the table is among the first ten passages. Built-in embedding models, no network: `spelling` is what every
installation has, `meaning` the model of meaning, where its package is installed. Each of the two is beside the words,
as the shipped profile searches.

Source of the tables: M. Göbel, T. Hassan, E. Oro, G. Orsi, "ICDAR 2013 table competition". The task is that of P. Islam
and others, "FinanceBench" (2023): retrieve the page of a filing that holds a figure.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from lxml import etree  # noqa: E402

from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf  # noqa: E402 - importable once the folder is on the path
from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_table_pages"
DATA = ROOT.parent / "shared" / "data" / "tables-icdar2013"
FIGURE = re.compile(r"[^\d]{0,3}\d[\d.,\s%]*[^\d]{0,3}")
LETTERS = re.compile(r"[^\W\d_]{3,}")
SEED = 20_261_123
TOP = "10"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    asked = sampled(options.data, options.questions)
    with own_database(DATABASE):
        found = measured(options.data, asked)
    print(json.dumps(found, indent=None if options.json else 2))


def sampled(folder: Path, count: int) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    questions = [each for row in rows for name in row["str"] for each in questions_of(folder, row["pdf"], name)]
    # One of each row of a table at most: the columns of a row stand on the same page.
    unlike = list({(each["file"], each["page"], each["row"]): each for each in questions}.values())
    return random.Random(SEED).sample(unlike, min(count, len(unlike)))  # noqa: S311 - the same questions every time


def questions_of(folder: Path, pdf: str, name: str) -> Iterator[dict[str, Any]]:
    title = title_of(folder / pdf)
    for region in etree.parse(str(folder / name)).iter("region"):
        cells = {place(cell): text_of(cell) for cell in region.iter("cell")}
        for (row, column), text in cells.items():
            label, head = cells.get((row, 0), ""), head_of(cells, row, column)
            if column and FIGURE.fullmatch(text) and LETTERS.search(label) and LETTERS.search(head):
                yield {
                    "question": f"{title}: {label}, {head}?",
                    "file": pdf,
                    "page": int(region.get("page", "1")),
                    "row": label,
                }


def title_of(path: Path) -> str:
    """What stands in the largest letters on the first page."""
    # Silent: MuPDF says what is broken in a file on the output, where the figures go.
    with load_pymupdf().open(path) as document:
        spans = [
            span
            for block in document[0].get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
            if LETTERS.search(span["text"])
        ]
    largest = max((round(span["size"]) for span in spans), default=0)
    return " ".join(" ".join(span["text"] for span in spans if round(span["size"]) == largest).split())[:100]


def place(cell: Any) -> tuple[int, int]:
    return int(cell.get("start-row")), int(cell.get("start-col"))


def text_of(cell: Any) -> str:
    return " ".join("".join(cell.itertext("content")).split())


def head_of(cells: dict[tuple[int, int], str], row: int, column: int) -> str:
    """The nearest cell above that is words."""
    above = (cells.get((each, column), "") for each in range(row - 1, -1, -1))
    return next((text for text in above if LETTERS.search(text) and not FIGURE.fullmatch(text)), "")


def measured(folder: Path, asked: list[dict[str, Any]]) -> dict[str, Any]:
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Page

    imported = import_paths([folder / name for name in sorted({each["file"] for each in asked})], "tables")
    found: dict[str, Any] = {
        "questions": len(asked),
        "documents": len(imported.documents),
        "pages": Page.objects.count(),
    }
    found["spelling"] = rates(asked)
    if fill_meaning():
        found["meaning"] = rates(asked)
    found["best"] = max(found[name]["page"][TOP] for name in ("spelling", "meaning") if name in found)
    return found


def fill_meaning() -> bool:
    """Whether the model of meaning is there and has its vectors."""
    from apps.documents.vectors.fill_missing import fill_vectors_to_the_end
    from apps.llm.model_registry import compares_meaning, embedding_model_row

    fill_vectors_to_the_end(lambda *_: None)
    return compares_meaning(embedding_model_row())


def rates(asked: list[dict[str, Any]]) -> dict[str, Any]:
    """Document and page hit rates of the algorithm that answers."""
    from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
    from apps.evaluation.planning.question_files import read_ranked_questions
    from apps.retrieval.algorithms import get_algorithm
    from apps.retrieval.preparation.active_retrieval_profile import active_profile

    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("\n".join(json.dumps(each) for each in asked))
        file.flush()
        questions = read_ranked_questions(Path(file.name))
    used = get_algorithm(active_profile().algorithm)
    figures = measure_hit_rates(questions, algorithms=[used], collections=["tables"]).as_json()
    of_it = figures["algorithms"][used.slug]
    return {"algorithm": used.slug, "document": of_it["hit_rate"], "page": of_it["page_hit_rate"]}


if __name__ == "__main__":
    main()
