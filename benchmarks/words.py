"""What searches by words find, beside plain BM25.

    python benchmarks/words.py [--data DIR] [--json]

`verbatim`: 2,271 written answers of a parliament, 150 questions that stand in them word for word. `answers`: the same
questions, but each taken out of its document, so that only the answer can be found. `encyclopaedia`: 1,451 articles for
children, 120 headings of theirs that are questions. `natural`, `faq`, `japanese`: questions in other words than the
text, German pages of questions and answers, Japanese. Plain BM25 over lower-cased words of whole documents is measured
on the same texts in the same run. Works in a database of its own, which it makes and drops.
"""

import argparse
import gzip
import json
import math
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_words"
DATA = ROOT.parent / "shared" / "data"
DEPTHS = (1, 3, 10)
ALGORITHMS = ("chunks-only", "keyword", "hybrid")
SETS = {
    "verbatim": ("de-parliament-qa/documents.jsonl.gz", "de-parliament-qa/verbatim_questions.jsonl"),
    "answers": ("de-parliament-qa/documents.jsonl.gz", "de-parliament-qa/verbatim_questions.jsonl"),
    "encyclopaedia": ("de-klexikon/documents.jsonl.gz", "de-klexikon/verbatim_questions.jsonl"),
    "natural": ("de-xquad/documents.jsonl", "de-xquad/questions.jsonl"),
    "faq": ("de-gov-faq/documents.jsonl", "de-gov-faq/verbatim_questions.jsonl"),
    "japanese": ("ja-qa/documents.jsonl", "ja-qa/questions.jsonl"),
}
WORD = re.compile(r"\w+")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with own_database(DATABASE), tempfile.TemporaryDirectory() as folder:
        result = {
            name: figures(name, lines(options.data / documents), options.data / questions, Path(folder))
            for name, (documents, questions) in SETS.items()
        }
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def lines(path: Path) -> list[dict[str, Any]]:
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def figures(name: str, documents: list[dict[str, Any]], questions: Path, folder: Path) -> dict[str, Any]:
    """Hit rates of plain BM25 and of the algorithms, and how far hybrid is above plain BM25."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
    from apps.evaluation.planning.question_files import read_ranked_questions
    from apps.retrieval.algorithms import get_algorithm

    empty_tables()
    texts = {document["id"]: text_of(document, answers_only=name == "answers") for document in documents}
    records = folder / f"{name}.jsonl"
    records.write_text(
        "\n".join(
            json.dumps({"id": document["id"], "title": document.get("title", ""), "text": texts[document["id"]]})
            for document in documents
        ),
        encoding="utf-8",
    )
    assert import_paths([records], name).as_json()["ready"] == len(documents)
    algorithms = [get_algorithm(slug) for slug in ALGORITHMS]
    measured = measure_hit_rates(
        read_ranked_questions(questions), algorithms=algorithms, collections=[name], at=DEPTHS
    ).as_json()
    plain = plain_bm25(texts, lines(questions))
    found = {
        slug: {"hit_rate": each["hit_rate"], "mrr": each["mrr"], "seconds": each["seconds"]}
        for slug, each in measured["algorithms"].items()
    }
    hybrid = found["hybrid"]["hit_rate"]
    above = {depth: round(hybrid[depth] - plain[depth], 4) for depth in plain}
    return {"questions": measured["questions"], "plain_bm25": plain, "algorithms": found, "hybrid_above_plain": above}


def empty_tables() -> None:
    """Each set alone: how rare a word is, is counted over all that is in search."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE documents_collection, documents_blob, documents_posting, llm_modelcall CASCADE")


def text_of(document: dict[str, Any], *, answers_only: bool) -> str:
    """The text of a record of any of the sets."""
    if "entries" in document:
        return "\n\n".join(f"## {entry['question']}\n\n{entry['answer']}" for entry in document["entries"])
    text = str(document["text"])
    for question in document["questions"] if answers_only else []:
        text = text.replace(question, " ")
    return text


def plain_bm25(texts: dict[str, str], questions: Iterable[dict[str, Any]]) -> dict[str, float]:
    """Hit rates of BM25 (k1 1.2, b 0.75) over lower-cased words of whole documents."""
    postings: dict[str, list[tuple[str, int]]] = defaultdict(list)
    lengths = {}
    for name, text in texts.items():
        counts = Counter(WORD.findall(text.lower()))
        lengths[name] = counts.total()
        for word, count in counts.items():
            postings[word].append((name, count))
    mean = sum(lengths.values()) / len(lengths)
    ranks = []
    for question in questions:
        scores: Counter[str] = Counter()
        for word in set(WORD.findall(question["question"].lower())) & postings.keys():
            found = postings[word]
            rarity = math.log(1 + (len(texts) - len(found) + 0.5) / (len(found) + 0.5))
            for name, count in found:
                scores[name] += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * lengths[name] / mean))  # type: ignore[assignment]
        best = [name for name, _ in scores.most_common(max(DEPTHS))]
        ranks.append(best.index(question["document_id"]) + 1 if question["document_id"] in best else max(DEPTHS) + 1)
    return {str(depth): round(sum(rank <= depth for rank in ranks) / len(ranks), 4) for depth in DEPTHS}


if __name__ == "__main__":
    main()
