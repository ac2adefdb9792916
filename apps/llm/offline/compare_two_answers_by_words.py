"""Compares two answers criterion by criterion without a language model, by counting words; order does not matter."""

import json
import re
from collections.abc import Callable, Mapping, Sequence

from apps.llm.offline.judge_answer import OFFLINE_JUDGE_LABEL
from apps.llm.prompts.delimit_quoted_text import parse_block
from apps.llm.types import Message
from apps.text.word_stems import content_stems

CRITERION = re.compile(r"^- ([a-z_]+):", re.MULTILINE)
CLEARLY = 1.15
"""How many times more one must have; less is a tie."""


def compare_answers(messages: Sequence[Message]) -> str:
    """Judges each criterion listed in the system message by 1, 2 or 0."""
    prompt = messages[-1].text
    asked = content_stems(parse_block("frage", prompt))
    texts = [parse_block("antwort_1", prompt), parse_block("antwort_2", prompt)]
    said = {
        name: {
            "reason": OFFLINE_JUDGE_LABEL,
            "winner": winner([measure_for_criterion(name)(text, asked) for text in texts]),
        }
        for name in CRITERION.findall(messages[0].text)
    }
    return json.dumps(said, ensure_ascii=False)


def winner(values: Sequence[float]) -> int:
    first, second = values
    if max(values) < CLEARLY * min(values) or first == second:
        return 0
    return 1 if first > second else 2


def distinct_word_count(text: str, asked: frozenset[str]) -> float:
    return float(len(content_stems(text)))


def number_count(text: str, asked: frozenset[str]) -> float:
    """Numbers and places named: what somebody can act on."""
    return float(len(re.findall(r"\d+", text)))


def share_of_asked_words(text: str, asked: frozenset[str]) -> float:
    words = content_stems(text)
    return len(words & asked) / len(words) if words else 0.0


MEASURES: Mapping[str, Callable[[str, frozenset[str]], float]] = {
    "empowerment": number_count,
    "directness": share_of_asked_words,
}


def measure_for_criterion(name: str) -> Callable[[str, frozenset[str]], float]:
    return MEASURES.get(name, distinct_word_count)
