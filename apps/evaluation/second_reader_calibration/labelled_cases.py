"""Labelled cases: sentences with their quotes, the shipped ones and those that the operator adds as JSON Lines."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from apps.chat.second_reader.reading_language import reading_language
from apps.text.strip_unstorable_characters import strip_unstorable

SHIPPED = Path(__file__).with_name("labelled_cases.jsonl")
LABELS = {"true": True, "faithful": True, "lie": False, "damage": False}


class BadCases(ValueError):  # noqa: N818 - an answer to the person who wrote the file
    """A file that cannot be read or a line that is no case. The message names both."""


@dataclass(frozen=True, slots=True)
class LabelledCase:
    """`is_supported` is what people say: whether all that the claim says follows from the quotes."""

    claim: str
    quotes: tuple[str, ...]
    language: str
    is_supported: bool

    @property
    def key(self) -> str:
        """Hashes claim and quotes: the same for the same."""
        return hashlib.sha256(json.dumps([self.claim, self.quotes]).encode()).hexdigest()[:20]


def collect_labelled_cases(language: str) -> list[LabelledCase]:
    """The shipped cases and those of READER_CASES in the language, each once. Reads files. Raises BadCases."""
    paths = [SHIPPED, *map(Path, settings.READER_CASES)]
    found = {case.key: case for path in paths for case in read_labelled_cases(path)}
    return [case for case in found.values() if case.language == language]


def read_labelled_cases(path: Path) -> Iterator[LabelledCase]:
    """Raises BadCases."""
    try:
        # Not splitlines: inside JSON strings there may be separators that only it takes for the end of a line.
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadCases(f"Cannot read '{path}': {error}.") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield parse_labelled_case(line, f"Line {number} of '{path}'")


def parse_labelled_case(line: str, place: str) -> LabelledCase:
    """`sentence` and `quotes`, or `rewrite` and `before`, with `label`: true, faithful, lie or damage.

    A rewrite may be damaged by what it leaves out and yet say nothing that its original does not: then `supported` is
    true beside the label. Without `language` the words tell it. Raises BadCases.
    """
    try:
        row: Mapping[str, Any] = strip_unstorable(json.loads(line))
        claim = str(row["sentence"] if "sentence" in row else row["rewrite"])
        quotes = row["quotes"] if "quotes" in row else [row["before"]]
        label = LABELS[row["label"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        needed = "sentence and quotes, or rewrite and before, and label (true, faithful, lie or damage)"
        raise BadCases(f"{place} is no labelled case, use {needed}.") from error
    language = row.get("language") or reading_language(claim, list(map(str, quotes)))
    if not language:
        raise BadCases(f"{place} is neither clearly German nor clearly English; say which by `language`: de or en.")
    return LabelledCase(claim, tuple(map(str, quotes)), str(language), bool(row.get("supported", label)))
