"""What the offline models find, answer and refuse, and how fast they make vectors.

    python benchmarks/offline.py --data ../shared/data [--json]

Natural questions to German paragraphs (de-xquad) are asked with the eight nearest paragraphs as sources, and then with
the nearest written answers of a parliament (de-parliament-qa) instead, where each answer is one too many. Whole
paragraphs are nearest by the offline vectors alone.
"""

import argparse
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("MODEL_HOSTS", "127.0.0.0/8")

SOURCES = 8
QUESTIONS = 200
CHUNK = 1_500


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def speed(texts: list[str]) -> float:
    """Chunks of 1,500 characters a second of CPU time."""
    from apps.text.ngram_vectors import ngram_vectors

    text = "\n".join(texts)
    chunks = [text[start : start + CHUNK] for start in range(0, min(len(text), 1_000 * CHUNK), CHUNK)]
    ngram_vectors(chunks[:20])
    started = time.process_time()
    ngram_vectors(chunks)
    return len(chunks) / (time.process_time() - started)


def finding(questions: list[dict[str, Any]], documents: list[dict[str, Any]]) -> dict[str, float]:
    """Hit rates of all questions and the lowest cosines of right paragraphs."""
    import numpy as np

    from apps.text.ngram_vectors import ngram_vectors

    places = {document["id"]: place for place, document in enumerate(documents)}
    cosines = ngram_vectors([q["question"] for q in questions]) @ ngram_vectors([d["text"] for d in documents]).T
    right = np.array([row[places[q["document_id"]]] for row, q in zip(cosines, questions, strict=True)])
    ranks = (cosines > right[:, None]).sum(axis=1) + 1
    found = {f"hit_rate_{at}": round(float((ranks <= at).mean()), 3) for at in (1, 3, 10)}
    return {**found, "cosine_p3": round(float(np.quantile(right, 0.03)), 3)}


def answering(questions: list[dict[str, Any]], documents: list[dict[str, Any]]) -> dict[str, float]:
    """Shares of the questions that are answered, and answered with the words that are right."""
    import numpy as np

    from apps.llm.offline.unit_selection.select_units import select_units
    from apps.llm.prompts.delimit_quoted_text import SourceBlock
    from apps.text.ngram_vectors import ngram_vectors

    stored = ngram_vectors([document["text"] for document in documents])
    answered = right = 0
    for question in questions:
        nearest = np.argsort(-(stored @ ngram_vectors([question["question"]])[0]))[:SOURCES]
        frames = [SourceBlock(number, "", 1, documents[place]["text"]) for number, place in enumerate(nearest, 1)]
        extracts = select_units(question["question"], frames)
        answered += bool(extracts)
        quoted = " ".join(extract.unit.quote for extract in extracts).lower()
        right += any(answer.lower() in quoted for answer in question["answers"])
    return {"answered": round(answered / len(questions), 3), "right": round(right / len(questions), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    import django

    django.setup()
    paragraphs = records(options.data / "de-xquad" / "documents.jsonl")
    natural = records(options.data / "de-xquad" / "questions.jsonl")
    parliament = records(options.data / "de-parliament-qa" / "documents_small.jsonl")
    asked = random.Random(1).sample(natural, QUESTIONS)  # noqa: S311 - the same sample each time
    result = {
        "chunks_per_second": round(speed([document["text"] for document in parliament])),
        "finding": finding(natural, paragraphs),
        "with_its_sources": answering(asked, paragraphs),
        "with_other_sources": answering(asked, parliament),
    }
    print(json.dumps(result) if options.json else json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
