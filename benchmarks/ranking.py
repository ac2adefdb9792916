"""nDCG@10 on a file of questions and paragraphs in SQuAD's form, such as LegalQuAD.json or xquad.de.json.

    python benchmarks/ranking.py FILE.json [--algorithms keyword,hybrid] [--spelling] [--json]

The measure, its depth and the rule are those of MTEB's retrieval tasks: each different paragraph is a document, the one
a question was written for is the only right one, and a question counts 1 / log2(1 + its rank), 0 below the tenth. MTEB
itself is not run: it would need the product behind its interface of embedding models, which rank no words. `hybrid`
needs the vectors of every paragraph, some minutes for each 100,000 characters; with `--spelling` none of them.
"""

import argparse
import json
import math
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DEPTH = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--algorithms", default="keyword,hybrid")
    parser.add_argument("--spelling", action="store_true", help="without the model of meaning")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    os.environ["MEANING"] = str(not options.spelling)
    documents, asked = read_squad(json.loads(options.file.read_text(encoding="utf-8")))
    with own_database("auskunft_benchmark_ranking"):
        load(documents)
        figures = measured(asked, options.algorithms.split(","))
    result = {"documents": len(documents), "questions": len(asked), **figures}
    print(json.dumps(result, indent=None if options.json else 2))


def read_squad(data: dict[str, Any]) -> tuple[list[dict[str, str]], list[tuple[str, str]]]:
    """The paragraphs as documents, each once, and each question with the id of its document."""
    ids: dict[str, str] = {}
    asked = []
    for context, question in pairs(data):
        document = ids.setdefault(context, f"paragraph-{len(ids)}")
        if question:
            asked.append((question, document))
    return [{"id": number, "title": number, "text": text} for text, number in ids.items()], asked


def pairs(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each paragraph with each of its questions; with none when it has none."""
    for article in data["data"]:
        for paragraph in article["paragraphs"]:
            for one in paragraph.get("qas") or [{"question": ""}]:
                yield paragraph["context"], str(one["question"]).strip()


def load(documents: Sequence[dict[str, str]]) -> None:
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.vectors.fill_missing import fill_vectors_to_the_end

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "paragraphs.jsonl"
        path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in documents), encoding="utf-8")
        import_paths([path], "paragraphs")
    fill_vectors_to_the_end()


def measured(asked: Sequence[tuple[str, str]], algorithms: Sequence[str]) -> dict[str, Any]:
    from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
    from apps.evaluation.planning.question_files import RankedQuestion
    from apps.retrieval.algorithms import get_algorithm

    found = measure_hit_rates(
        [RankedQuestion(question, (document,)) for question, document in asked],
        algorithms=[get_algorithm(name) for name in algorithms],
        at=(1, DEPTH),
    )
    return {"embedding_model": found.embedding_model} | {
        name: {"ndcg_at_10": ndcg(ranks), "hit_rate": found.algorithms[name]["hit_rate"]}
        for name, ranks in found.ranks.items()
    }


def ndcg(ranks: Sequence[int | None]) -> float:
    """The mean over questions with one right document each, whose rank counts from 1; None where it was not found."""
    gains = [1 / math.log2(1 + rank) if rank is not None and rank <= DEPTH else 0.0 for rank in ranks]
    return round(sum(gains) / len(gains), 4)


if __name__ == "__main__":
    main()
