"""Exact names, questions with several sources, and follow-ups: what `hybrid` finds.

    python benchmarks/finding.py [--data DIR] [--json]

`identifiers`: 200 questions for a file number, a paragraph or a rare compound that stands in one of 2,271 written
answers of a parliament and in no other. `multihop`: English questions whose evidence stands in two to four articles,
with the measures of that set's paper: the share of a question's evidence among the first 4 and 10 (Hits), mean average
precision and mean reciprocal rank at 10. `follow_ups`: two-turn conversations made of two questions on the same German
paragraph: the second one loses every telling word that the first one has, as people leave it out when they go on. It
is searched as typed, made to stand alone as the chat does it, and whole. Works in a database of its own, which it makes
and drops.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.words import empty_tables, lines  # noqa: E402

DATABASE = "auskunft_benchmark_finding"
DATA = ROOT.parent / "shared" / "data"
SEED = 4
IDENTIFIERS = 200
IDENTIFIER = re.compile(
    r"\b\d{2}/\d{3,5}\b|§\s?\d+[a-z]?(?:\sAbs(?:atz|\.)\s\d+)?\s(?!Satz|Abs|Nummer|Buchstabe|in\b)[A-Z][A-Za-zÄÖÜäöü]{2,9}\b"
)
COMPOUND = re.compile(r"\b[A-ZÄÖÜ][a-zäöüß]{15,}\b")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with own_database(DATABASE):
        result = {
            "identifiers": identifiers(options.data / "de-parliament-qa"),
            "multihop": multihop(options.data / "multihop-rag"),
            "follow_ups": follow_ups(options.data / "de-xquad"),
        }
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def load(documents: Sequence[dict[str, Any]], name: str, language: str = "de") -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    empty_tables()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.jsonl"
        file.write_text("\n".join(json.dumps(document) for document in documents), encoding="utf-8")
        assert import_paths([file], name, language=language).as_json()["ready"] == len(documents)


def found(questions: Iterable[str], limit: int) -> list[list[str]]:
    """The external ids of the first `limit` documents for each question."""
    from asgiref.sync import async_to_sync

    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    async def run() -> list[list[str]]:
        results = [
            await search(text, SearchRequest(algorithm="hybrid", limit=limit), ledger=Ledger()) for text in questions
        ]
        return [[document.external_id for document in result.documents] for result in results]

    return async_to_sync(run)()


def identifiers(folder: Path) -> dict[str, Any]:
    documents = lines(folder / "documents.jsonl.gz")
    load([{"id": each["id"], "title": each["title"], "text": each["text"]} for each in documents], "answers")
    asked = [*only_once(documents, IDENTIFIER, IDENTIFIERS // 2), *only_once(documents, COMPOUND, IDENTIFIERS // 2)]
    results = found((f"Was steht in den Antworten zu {name}?" for name, _ in asked), 5)
    missing = [name for (name, expected), ids in zip(asked, results, strict=True) if expected not in ids]
    return {"questions": len(asked), "top_5": round(1 - len(missing) / len(asked), 4), "missing": missing}


def only_once(documents: Sequence[dict[str, Any]], pattern: re.Pattern[str], count: int) -> list[tuple[str, str]]:
    """Names that stand in one document and in no other, not even as a part of a longer one, with that document's id."""
    owners: dict[str, set[str]] = defaultdict(set)
    for document in documents:
        for name in pattern.findall(document["text"]):
            owners[" ".join(name.split())].add(document["id"])
    rng = random.Random(SEED)  # noqa: S311 - the same questions each time
    alone = sorted(name for name, ids in owners.items() if len(ids) == 1)
    rng.shuffle(alone)
    chosen: list[tuple[str, str]] = []
    for name in alone:
        if len(chosen) == count:
            break
        if sum(name in document["text"] for document in documents) == 1:
            chosen.append((name, next(iter(owners[name]))))
    return chosen


def multihop(folder: Path) -> dict[str, Any]:
    documents = lines(folder / "evidence_documents.jsonl")
    load(
        [{"id": each["doc_id"], "title": each["title"], "text": "\n".join(each["facts"])} for each in documents],
        "articles",
        "en",
    )
    asked = [query for query in lines(folder / "queries.jsonl") if query["evidence"]]
    results = found((query["question"] for query in asked), 10)
    wanted = [{evidence["doc_id"] for evidence in query["evidence"]} for query in asked]
    pairs = list(zip(wanted, results, strict=True))
    return {
        "questions": len(asked),
        "hits_at_4": mean(len(right & set(ids[:4])) / len(right) for right, ids in pairs),
        "hits_at_10": mean(len(right & set(ids)) / len(right) for right, ids in pairs),
        "map_at_10": mean(average_precision(right, ids) for right, ids in pairs),
        "mrr_at_10": mean(
            max((1 / rank for rank, each in enumerate(ids, 1) if each in right), default=0) for right, ids in pairs
        ),
    }


def average_precision(right: set[str], ids: Sequence[str]) -> float:
    hits, total = 0, 0.0
    for rank, each in enumerate(ids, 1):
        if each in right:
            hits += 1
            total += hits / rank
    return total / min(len(right), len(ids) or 1)


def mean(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 4)


def follow_ups(folder: Path) -> dict[str, Any]:
    from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
    from apps.evaluation.planning.question_files import RankedQuestion
    from apps.retrieval.algorithms import get_algorithm

    documents = lines(folder / "documents.jsonl")
    load([{"id": each["id"], "title": each.get("title", ""), "text": each["text"]} for each in documents], "paragraphs")
    made = list(conversations(lines(folder / "questions.jsonl")))
    forms = {
        "as_typed": [RankedQuestion(short, (document,)) for _, short, _, document in made],
        "made_to_stand_alone": [
            RankedQuestion(short, (document,), previous=(first,)) for first, short, _, document in made
        ],
        "whole": [RankedQuestion(whole, (document,)) for _, _, whole, document in made],
    }
    rates = {
        name: measure_hit_rates(asked, algorithms=[get_algorithm("hybrid")]).algorithms["hybrid"]["hit_rate"]
        for name, asked in forms.items()
    }
    return {"conversations": len(made), "hit_rate": rates}


def conversations(questions: Sequence[dict[str, Any]]) -> Iterable[tuple[str, str, str, str]]:
    """(first question, follow-up, the whole second question, document) of neighbours that share a telling word."""
    from apps.text.word_stems import content_words, stem

    for before, after in pairwise(questions):
        if before["document_id"] != after["document_id"]:
            continue
        known = {stem(word) for word in content_words(before["question"])}
        words = after["question"].split()
        kept = [word for word in words if not known & {stem(each) for each in content_words(word)}]
        if 2 <= len(kept) < len(words):
            short = "Und " + " ".join(kept)
            yield before["question"], short, after["question"], after["document_id"]


if __name__ == "__main__":
    main()
