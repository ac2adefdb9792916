"""How well and how fast files become pages.

    python benchmarks/parsing.py [--data DIR] [--json] [--only verbatim,hard,scans,speed,ocr]

Measures against bare PyMuPDF and bare tesseract in the same run, on the same files, with the same two processes.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from apps.documents.parsing.ocr.tesseract import installed_languages
from apps.documents.parsing.types import ParsedDocument, ParseFailure
from apps.documents.sandbox.parser_pool import ParserPool

PROCESSES = 2
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SLOWEST = 60.0
# What the manifest's kinds must end as, where the file decides it; all others must give pages.
EXPECTED = {
    "encrypted-password": "encrypted",
    "encrypted-rc4-40": "encrypted",
    "zero-byte": "empty_file",
    "zero-pages": "no_pages",
    "html-instead-of-pdf": "not_a_pdf",
    "not-a-pdf": "not_a_pdf",
    "corrupted": "no_pages",
    "no-text": "no_text",
    "blank-scan": "no_text",
}
# Files whose kind alone does not say it: both truncated ones lost their page tree, this one names no page.
EXPECTED_FILES = {
    "derived-truncated-50.pdf": "no_pages",
    "derived-truncated-90.pdf": "no_pages",
    "mozil-issue9105_other.pdf": "no_pages",
}


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


async def verbatim(pool: ParserPool, data: Path) -> dict[str, Any]:
    """Share of questions that stand word for word on exactly their page."""
    folder = data / "de-parliament-pdf"
    questions = records(folder / "verbatim_page_questions.jsonl")
    documents: dict[str, ParsedDocument] = {}
    for file in sorted({question["file"] for question in questions}):
        documents[file] = await pool.parse((folder / file).read_bytes(), name=file)
    missing = [
        question["qid"]
        for question in questions
        if plain(question["question"]) not in plain(documents[question["file"]].pages[question["page"] - 1].text)
    ]
    found = len(questions) - len(missing)
    return {"questions": len(questions), "found": found, "share": round(found / len(questions), 4), "missing": missing}


async def hard(pool: ParserPool, data: Path) -> dict[str, Any]:
    """Every file that breaks parsers: pages, or the right reason, within a minute."""
    folder = data / "pdf-hard"
    rows = []
    for entry in records(folder / "manifest.jsonl"):
        file, start = entry["file"], time.perf_counter()
        try:
            document = await pool.parse((folder / file).read_bytes(), name=file)
            outcome = "pages"
            note = f"{len(document.pages)} pages {sorted(document.flags)}"
        except ParseFailure as failure:
            outcome, note = str(failure.reason_code), failure.detail
        seconds = time.perf_counter() - start
        expected = EXPECTED_FILES.get(file, EXPECTED.get(entry["kind"], "pages"))
        right = outcome == expected and seconds <= SLOWEST
        rows.append({"file": file, "outcome": outcome, "seconds": round(seconds, 2), "right": right, "note": note})
    wrong = [row for row in rows if not row["right"]]
    return {
        "files": len(rows),
        "right": len(rows) - len(wrong),
        "wrong": wrong,
        "slowest": max(r["seconds"] for r in rows),
    }


def words(text: str) -> Counter[str]:
    """Words with hyphens at line ends undone: the true text has them where its own lines ended."""
    undone = re.sub(r"(\w)-\s*\n\s*(?=[a-zäöüß])", r"\1", unicodedata.normalize("NFKC", text))
    return Counter(re.findall(r"\w+", undone.lower()))


async def scans(pool: ParserPool, data: Path) -> dict[str, Any]:
    """Share of the true words that OCR found, per scan and page."""
    folder = data / "pdf-hard"
    result = {}
    for entry in records(folder / "scan_gold_text.jsonl"):
        document = await pool.parse((folder / entry["file"]).read_bytes(), name=entry["file"])
        truths = [words(text) for text in entry["page_texts"]]
        hits = [(truth & words(page.text)).total() for truth, page in zip(truths, document.pages, strict=True)]
        result[entry["file"]] = {
            "recall": round(sum(hits) / sum(truth.total() for truth in truths), 3),
            "pages": [round(hit / truth.total(), 3) for hit, truth in zip(hits, truths, strict=True)],
            "rotation": [page.rotation for page in document.pages],
            "confidence": [page.ocr_confidence for page in document.pages],
        }
    return result


def content(path: Path) -> bytes:
    return path.read_bytes()


def speed_files(data: Path) -> list[Path]:
    return sorted((data / "de-parliament-pdf").rglob("*.pdf")) + sorted((data / "de-admin-pdf").glob("*.pdf"))


def bare_text(path: Path) -> int:
    import pymupdf

    document = pymupdf.open(path)
    for number in range(document.page_count):
        document[number].get_text()
    return int(document.page_count)


def bare_seconds(files: list[Path]) -> tuple[int, float]:
    with multiprocessing.Pool(PROCESSES) as pool:
        pool.map(bare_text, files[:PROCESSES])
        start = time.perf_counter()
        pages = sum(pool.imap_unordered(bare_text, files))
        return pages, time.perf_counter() - start


async def is_text_alone(pool: ParserPool, path: Path) -> bool:
    """Whether no page of the file went through OCR, which is measured apart."""
    try:
        document = await pool.parse(content(path), name=path.name)
    except ParseFailure:
        return False
    return all(page.method == "text" for page in document.pages)


async def pool_seconds(pool: ParserPool, files: list[Path]) -> tuple[int, float]:
    """(pages, seconds); a few files wait at the host, so that its children never do."""
    gate = asyncio.Semaphore(PROCESSES * 2)

    async def one(path: Path) -> int:
        async with gate:
            return len((await pool.parse(content(path), name=path.name)).pages)

    start = time.perf_counter()
    pages = sum(await asyncio.gather(*map(one, files)))
    return pages, time.perf_counter() - start


async def speed(pool: ParserPool, data: Path) -> dict[str, Any]:
    """Pages per second of files without scanned pages, beside bare `get_text` on the same files.

    Pictures beside text are read by tesseract, which bare text leaves out: the last two rows are of files without any.
    """
    files = [path for path in speed_files(data) if await is_text_alone(pool, path)]
    tabled = [path for path in files if has_tables(path)]
    plain = [path for path in files if not has_pictures(path)]
    return {
        "all": await compared(pool, files),
        "files with ruled tables": await compared(pool, tabled),
        "files without": await compared(pool, [path for path in files if path not in tabled]),
        "all without pictures to read": await compared(pool, plain),
        "files with ruled tables without pictures to read": await compared(
            pool, [path for path in plain if path in tabled]
        ),
    }


def has_tables(path: Path) -> bool:
    from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages

    return any("| --- |" in page.text for page in read_pdf_pages(open_pdf(path.read_bytes()), 10_000, 1.0))


def has_pictures(path: Path) -> bool:
    """Whether text recognition is asked for what pictures beside text say."""
    from apps.documents.parsing.layout.lines_to_markdown import BodySize
    from apps.documents.parsing.pdf.ocr_pictures_beside_text import pictures_worth_reading
    from apps.documents.parsing.pdf.read_pdf import open_pdf
    from apps.documents.parsing.pdf.read_text_layer import read_text_layer

    document = open_pdf(path.read_bytes())
    pages = (document[number] for number in range(document.page_count))
    return any(pictures_worth_reading(page, read_text_layer(page, BodySize()).blocks, set()) for page in pages)


async def compared(pool: ParserPool, files: list[Path]) -> dict[str, Any]:
    rounds = []
    for _ in range(3):
        pages, bare = bare_seconds(files)
        same, ours = await pool_seconds(pool, files)
        assert pages == same
        rounds.append({"bare": round(pages / bare), "pool": round(pages / ours), "ratio": round(bare / ours, 3)})
    median = sorted(rounds, key=lambda row: row["ratio"])[1]
    return {"files": len(files), "pages": pages, "rounds": rounds, "median": median}


def bare_ocr(job: tuple[Path, int]) -> None:
    """What any OCR must do: render, and run tesseract with one thread and the language that the pool reads with."""
    import pymupdf

    path, number = job
    page = pymupdf.open(path)[number]
    image = page.get_pixmap(dpi=200, colorspace=pymupdf.csGRAY).tobytes("pgm")
    command = ["tesseract", "stdin", "stdout", "--dpi", "200", "-l", installed_languages()[0], "--psm", "3"]
    subprocess.run(command, input=image, capture_output=True, check=True, env=os.environ | {"OMP_THREAD_LIMIT": "1"})


async def ocr(pool: ParserPool, data: Path) -> dict[str, Any]:
    """Pages per second of upright scans, beside two bare tesseract processes on the same pages, in turns.

    Once as files of two pages, once as one file with all of them.
    """
    names = ("straight", "lowres", "noisy", "skew2")
    files = [data / "pdf-hard" / f"derived-scan-{name}.pdf" for name in names]
    whole = as_one(files)
    rounds = []
    for _ in range(3):
        bare = bare_ocr_seconds(files)
        several, pages = await pool_ocr_seconds(pool, list(map(content, files)))
        one, same = await pool_ocr_seconds(pool, [whole])
        assert pages == same
        rounds.append(
            {
                "bare": round(pages / bare, 2),
                "pool": round(pages / several, 2),
                "ratio": round(bare / several, 3),
                "one file": round(pages / one, 2),
                "one file ratio": round(bare / one, 3),
            }
        )
    return {"pages": pages, "rounds": rounds, "median": sorted(rounds, key=lambda row: row["ratio"])[1]}


def as_one(files: list[Path]) -> bytes:
    """A PDF with the pages of all of them."""
    import pymupdf

    whole = pymupdf.open()
    for path in files:
        whole.insert_pdf(pymupdf.open(path))
    return bytes(whole.tobytes())


async def pool_ocr_seconds(pool: ParserPool, files: list[bytes]) -> tuple[float, int]:
    start = time.perf_counter()
    documents = await asyncio.gather(*(pool.parse(data, name="scan.pdf") for data in files))
    return time.perf_counter() - start, sum(len(document.pages) for document in documents)


def bare_ocr_seconds(files: list[Path]) -> float:
    with multiprocessing.Pool(PROCESSES) as workers:
        start = time.perf_counter()
        workers.map(bare_ocr, [(path, number) for path in files for number in (0, 1)], chunksize=1)
        return time.perf_counter() - start


PARTS = {"verbatim": verbatim, "hard": hard, "scans": scans, "speed": speed, "ocr": ocr}


async def measure(parts: list[str], data: Path) -> dict[str, Any]:
    pool = ParserPool(PROCESSES)
    try:
        return {part: await PARTS[part](pool, data) for part in parts}
    finally:
        pool.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default=",".join(PARTS))
    options = parser.parse_args()
    result = asyncio.run(measure(options.only.split(","), options.data))
    if options.json:
        print(json.dumps(result, ensure_ascii=False))
        return
    for part, figures in result.items():
        print(f"{part}\n" + "\n".join(f"  {key}: {value}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
