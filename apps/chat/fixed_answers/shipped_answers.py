"""The fixed answers that come with the service, each in a file of its own: triggers and words in several languages."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from apps.chat.fixed_answers.message_words import fold
from apps.chat.fixed_answers.triggers import TriggerSet, parse_triggers
from apps.chat.fixed_answers.word_index import WordIndex

FOLDER = Path(__file__).parent / "shipped"
ORDER = ("greeting", "thanks", "who", "suicide", "poison", "violence", "emergency")
"""The first one that is met answers; the first three are met by messages that say nothing else: they hide no crisis."""


@dataclass(frozen=True, slots=True)
class Wording:
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class ShippedAnswer:
    """`triggers` and `wordings` by code of language."""

    name: str
    is_urgent: bool
    triggers: Mapping[str, TriggerSet]
    wordings: Mapping[str, Wording]
    telephones: Sequence[str]
    link: str

    def language_met(self, words: Sequence[str], preferred: str) -> str:
        """The language whose triggers the words meet, the preferred one before others; empty when there is none."""
        languages = sorted(self.triggers, key=lambda code: code != preferred)
        return next((code for code in languages if self.triggers[code].is_met(words, index(code == "de"))), "")


@cache
def index(german: bool) -> WordIndex:
    """The words of all shipped triggers, the German ones or the others."""
    sets = [one for answer in shipped_answers() for code, one in answer.triggers.items() if (code == "de") is german]
    return WordIndex(frozenset().union(*(one.atoms() for one in sets)), german=german)


@cache
def shipped_answers() -> tuple[ShippedAnswer, ...]:
    """Read once from the files beside this one."""
    return tuple(read_answer(name) for name in ORDER)


def read_answer(name: str) -> ShippedAnswer:
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    fillers = fold(content.get("fillers", "")).split()
    names = content.get("words", {})
    return ShippedAnswer(
        name=name,
        is_urgent=content["urgent"],
        triggers={
            code: TriggerSet(parse_triggers(lines, names), fillers) for code, lines in content["triggers"].items()
        },
        wordings={
            code: Wording(words["heading"], words["text"])
            for code, words in content.items()
            if isinstance(words, dict) and "heading" in words
        },
        telephones=tuple(content["contact"]["telephones"]),
        link=content["contact"]["link"],
    )
