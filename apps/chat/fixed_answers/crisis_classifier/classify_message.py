"""Classifies a message as a crisis or as none. May ask the process of the built-in model of meaning; blocking."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings

from apps.chat.fixed_answers.crisis_classifier.embedding_classifier import (
    CERTAIN_ODDS,
    POSSIBLE_ODDS,
    crisis_odds,
    crisis_scores,
)
from apps.chat.fixed_answers.crisis_classifier.ngram_filter import (
    CERTAIN_SUSPICION,
    LEAST_SUSPICION,
    POSSIBLE_SUSPICION,
    suspicion,
)
from apps.llm.errors import ModelError
from apps.llm.semantic_embedding import embedder, verify_weights_package
from apps.llm.semantic_embedding.model_process import ModelProcess
from apps.text.grammar.sentences import sentences

LANGUAGE_IS_SURE = 0.9
MOST_WORDS, LONGEST_WHOLE = 600, 32
WINDOW, STEP = 16, 8
"""A message of more than LONGEST_WHOLE words is read by its sentences and by windows of so many words: a cry for help
in the middle of a story must not be averaged away."""
MOST_PARTS = 3
MOST_CALLS = 4
"""Calls of the model's process that may wait. No flood of messages holds up whoever wants to search."""


@dataclass(frozen=True, slots=True)
class Crisis:
    """`kind` as the shipped answers name it; `language` of the message, empty when that is not certain."""

    kind: str
    is_certain: bool
    language: str = ""


def classify_message(text: str, process: ModelProcess | None = None) -> Crisis | None:
    """None for all messages that are no crisis, nearly always by letters alone.

    Without the model, or while too many wait for it, some are recognised by letters, as an emergency.
    `process`: another one than that of the questions. No network, no database.
    """
    parts = suspicious_parts(text)
    if not parts:
        return None
    process = process or embedder.for_questions
    if not may_be_asked(process):
        return crisis_by_letters(parts)
    try:
        return crisis_by_meaning(parts, process)
    except ModelError:
        return crisis_by_letters(parts)


def may_be_asked(process: ModelProcess) -> bool:
    return settings.MEANING and verify_weights_package.is_installed() and process.in_turn < MOST_CALLS


@dataclass(frozen=True, slots=True)
class MessagePart:
    """A part of the message, and how suspicious its letters are."""

    suspicion: float
    text: str


def suspicious_parts(text: str) -> list[MessagePart]:
    """The parts of the message that may be a crisis, the most suspicious one first, at most MOST_PARTS."""
    found = [MessagePart(suspicion(part), part) for part in parts_of(text)]
    chosen = [one for one in found if one.suspicion >= LEAST_SUSPICION]
    return sorted(chosen, key=lambda one: -one.suspicion)[:MOST_PARTS]


def parts_of(text: str) -> Iterator[str]:
    """The whole of a short message; of a longer one its short sentences and overlapping parts, as they are written."""
    words = text.replace("\0", " ").split()[:MOST_WORDS]
    if len(words) <= LONGEST_WHOLE:
        yield " ".join(words)
        return
    yield from (sentence for sentence in sentences(" ".join(words)) if len(sentence.split()) <= LONGEST_WHOLE)
    for start in range(0, len(words) - STEP, STEP):
        yield " ".join(words[start : start + WINDOW])


def crisis_by_meaning(parts: Sequence[MessagePart], process: ModelProcess) -> Crisis | None:
    """By the part for which most speaks. Raises ModelError."""
    rows = process.vectors([part.text for part in parts], is_query=True)
    scores = [crisis_scores(array("f", row)) for row in rows]
    odds = [crisis_odds(each.values(), part.suspicion) for each, part in zip(scores, parts, strict=True)]
    best = max(range(len(parts)), key=odds.__getitem__)
    if odds[best] < CERTAIN_ODDS:
        # It is searched for next.
        process.recent.put(parts[best].text, rows[best], is_query=True)
    if odds[best] < POSSIBLE_ODDS:
        return None
    kind = max(scores[best], key=scores[best].__getitem__)
    return Crisis(kind, odds[best] >= CERTAIN_ODDS, language_told(parts[best].text, process))


def crisis_by_letters(parts: Sequence[MessagePart]) -> Crisis | None:
    highest = parts[0].suspicion
    return Crisis("emergency", highest >= CERTAIN_SUSPICION) if highest >= POSSIBLE_SUSPICION else None


def language_told(text: str, process: ModelProcess) -> str:
    """Raises ModelError."""
    told = process.languages(text)
    return max(told, key=told.__getitem__) if told and max(told.values()) >= LANGUAGE_IS_SURE else ""
