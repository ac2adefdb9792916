"""Official sentences from the sample data: by-laws, parliament's answers, plain-language pairs."""

import gzip
import json
import random
import re
from pathlib import Path

from apps.simplify.text.split_sentences import split_sentences

MARK = re.compile(r"\*\*|^#+\s*|^\s*[-*]\s+|\\|^\(\d+[a-z]?\)\s*|^\d+\.\s+|<[^>]+>", re.MULTILINE)
WORDS = range(8, 61)


def official_sentences(data: Path, number: int, seed: int = 7) -> list[str]:
    """The same sentences each time: half from by-laws, half from answers of the government."""
    found = sorted(by_laws(data / "de-municipal-md")), sorted(answers(data / "de-parliament-qa"))
    chosen: list[str] = []
    for sentences in found:
        chosen += random.Random(seed).sample(sentences, number // 2)  # noqa: S311 - a fixed sample
    return chosen


def by_laws(folder: Path) -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md")) if path.name != "SOURCES.md")
    return {sentence for text in texts for sentence in usable(MARK.sub("", text.split("---", 2)[-1]))}


def answers(folder: Path) -> set[str]:
    lines = gzip.decompress((folder / "documents.jsonl.gz").read_bytes()).decode().splitlines()[:800]
    return {sentence for line in lines for sentence in usable(json.loads(line)["text"])}


def usable(text: str) -> list[str]:
    """Whole sentences of a usual length."""
    return [
        " ".join(sentence.text.split())
        for sentence in split_sentences(text)
        if len(sentence.text.split()) in WORDS
        and sentence.text[0].isupper()
        and sentence.text.endswith(".")
        and "|" not in sentence.text
    ]


def human_pairs(data: Path) -> list[tuple[str, str]]:
    """Sentences of Wikipedia and what people made of them for easy reading."""
    rows = read(data / "plain-language" / "textcomplexityde_parallel.jsonl")
    return [(row["Original_Sentence"], row["Simplification"]) for row in rows]


def free_pairs(data: Path) -> list[tuple[str, str]]:
    """Pairs that were aligned by a program: many are free retellings."""
    rows = read(data / "plain-language" / "deplain_web_sentence_pairs.jsonl")
    return [(row["original"], row["simplification"]) for row in rows]


def law_terms(data: Path) -> list[str]:
    rows = read(data / "plain-language" / "protected_terms_laws.jsonl")
    return [value for row in rows for value in (row["abbr"], row["title"]) if value]


def read(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
