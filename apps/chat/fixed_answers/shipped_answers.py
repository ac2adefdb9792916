"""The fixed answers that come with the service, each in a file of its own: triggers and words in several languages."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from apps.chat.fixed_answers.fuzzy_trigger_word_index import WordIndex
from apps.chat.fixed_answers.match_trigger_words import ReadMessage
from apps.chat.fixed_answers.normalise_message_words import fold_message_text, message_words, typed_words
from apps.chat.fixed_answers.triggers import TriggerSet, parse_triggers

FOLDER = Path(__file__).parent / "shipped"
MOST_WORDS = 600
QUESTION_MARK = re.compile(r"[?؟]")
ORDER = ("greeting", "thanks", "who", "suicide", "poison", "violence", "emergency", "help_lines")
"""The first one that is met answers; the first three are met by messages that say nothing else: they hide no crisis.
The last one is met by none: it is offered where a message may be a crisis."""


@dataclass(frozen=True, slots=True)
class Wording:
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class ShippedAnswer:
    """`triggers` and `wordings` by code of language; `is_for_questions`: whether it answers what holds a "?", too."""

    name: str
    is_urgent: bool
    is_for_questions: bool
    triggers: Mapping[str, TriggerSet]
    wordings: Mapping[str, Wording]
    telephones: Sequence[str]
    link: str

    def language_met(self, german: ReadMessage, other: ReadMessage, preferred: str) -> str:
        """The language whose triggers the message meets, the preferred one before others; empty when there is none.

        The message as it is read among German words, and among those of the other languages.
        """
        return self._language(german, other, preferred, TriggerSet.is_met)

    def language_nearly_met(self, german: ReadMessage, other: ReadMessage, preferred: str) -> str:
        """Returns the language in which one more word need be misspelled; empty for what is not urgent."""
        return self._language(german, other, preferred, TriggerSet.is_nearly_met) if self.is_urgent else ""

    def _language(
        self, german: ReadMessage, other: ReadMessage, preferred: str, is_met: Callable[[TriggerSet, ReadMessage], bool]
    ) -> str:
        languages = sorted(self.triggers, key=lambda code: code != preferred)
        met = (code for code in languages if is_met(self.triggers[code], german if code == "de" else other))
        return next(met, "")


def find_matching_answers(text: str, preferred: str) -> Iterator[tuple[ShippedAnswer, str]]:
    """Each answer that a message meets, in ORDER, and in which language.

    Those that it meets only with one more misspelled word come last. "Hilft das? Danke" says no thanks.
    """
    for shipped, language in find_answers_by_words(text, preferred):
        if shipped.is_for_questions or not QUESTION_MARK.search(text):
            yield shipped, language


def find_answers_by_words(text: str, preferred: str) -> Iterator[tuple[ShippedAnswer, str]]:
    words, as_typed = message_words(text, MOST_WORDS), typed_words(text, MOST_WORDS)
    if not words:
        return
    read = ReadMessage(words, trigger_word_index(german=True)), ReadMessage(words, trigger_word_index(german=False))
    yield from answers_with_language(ShippedAnswer.language_met, read, preferred)
    yield from answers_with_language(ShippedAnswer.language_nearly_met, read, preferred)
    if as_typed != words:
        typed = (
            ReadMessage(as_typed, trigger_word_index(german=True)),
            ReadMessage(as_typed, trigger_word_index(german=False)),
        )
        yield from answers_with_language(ShippedAnswer.language_nearly_met, typed, preferred)


def answers_with_language(
    language_of: Callable[[ShippedAnswer, ReadMessage, ReadMessage, str], str],
    read: tuple[ReadMessage, ReadMessage],
    preferred: str,
) -> Iterator[tuple[ShippedAnswer, str]]:
    for shipped in shipped_answers():
        if language := language_of(shipped, *read, preferred):
            yield shipped, language


@cache
def trigger_word_index(*, german: bool) -> WordIndex:
    """The words of all shipped triggers, the German ones or the others."""
    sets = [one for answer in shipped_answers() for code, one in answer.triggers.items() if (code == "de") is german]
    return WordIndex(frozenset().union(*(one.atoms() for one in sets)), german=german)


@cache
def shipped_answers() -> tuple[ShippedAnswer, ...]:
    """Read once from the files beside this one."""
    return tuple(read_answer(name) for name in ORDER)


def read_answer(name: str) -> ShippedAnswer:
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    fillers = fold_message_text(content.get("fillers", "")).split()
    names = content.get("words", {})
    return ShippedAnswer(
        name=name,
        is_urgent=content["urgent"],
        is_for_questions=content.get("questions", True),
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
