"""What a question asks for, and what a text must or should say to answer it: a time, a place, a person, a decision."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from apps.llm.offline.answers.answer_signs import (
    ADDRESS,
    BUDGET,
    CLOCK,
    CONDITION,
    DECIDES_CLEARLY,
    DECISION,
    DENIAL,
    DURATION,
    EXCEPTION,
    FORMALITY,
    LASTING,
    OPEN,
    PERSON,
    PLACE,
    TIME,
)

ASKS_FOR_BUDGET = re.compile(
    r"\b(?:eingenommen|einnahmen|ausgegeben|ausgaben|haushalt\w*|ertr[aä]g\w*|millionen|aufkommen|plan\w*|ergebnis\w*"
    r"|war|hat|verdien\w*)\b",
    re.IGNORECASE,
)
ASKS_FOR_FORMALITY = re.compile(r"kraft|ordnungswidrig|buße|bußgeld|strafe|verstoß|versto(?:ß|ss)|droht", re.IGNORECASE)
ASKS_WHICH = re.compile(r"\A\W*(?:was|welche[nmrs]?|what|which)\b", re.IGNORECASE)
SAME_STEM = 6
"""Letters of an exception that the question must share to speak of it."""


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """`asks` recognises the question; `needs` says whether a text answers it at all; `likes` what speaks for a text."""

    asks: re.Pattern[str]
    needs: Callable[[str], bool]
    likes: Callable[[str], float]


def anything(_text: str) -> bool:
    return True


def when(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


KINDS: Mapping[str, QuestionKind] = {
    "opening": QuestionKind(
        when(r"\b(?:wann|um wie viel|wie lange|when)\b.*"
             r"(?:geöffnet|öffnet|\boffen\b|\bauf\s*\?|\bzu\s*\?|schließt|\bopen)|öffnungszeit|sprechzeit"),
        lambda text: bool(CLOCK.search(text)),
        lambda text: 0.25 * bool(OPEN.search(text)),
    ),
    "when": QuestionKind(
        when(r"\b(?:wann|an welche[mn] tag\w*|um wie viel uhr|um welche uhrzeit|when)\b"),
        lambda text: bool(TIME.search(text) or CONDITION.search(text)),
        lambda text: 0.15 * bool(TIME.search(text)),
    ),
    "how long": QuestionKind(
        when(r"\b(?:wie lange?|how long)\b"),
        lambda text: bool(DURATION.search(text)),
        lambda text: 0.1 * bool(LASTING.search(text)),
    ),
    "where": QuestionKind(
        when(r"\A\W*(?:wo|wohin|woher|where)\b"),
        lambda text: bool(ADDRESS.search(text) or PLACE.search(text)),
        lambda text: 0.15 * bool(ADDRESS.search(text)),
    ),
    "who": QuestionKind(
        when(r"\A\W*(?:wer|wem|wen|who)\b"), anything, lambda text: 0.08 * bool(PERSON.search(text))
    ),
    "yes or no": QuestionKind(
        when(r"\A\W*(?:darf|dürfen|muss|müssen|kann|können|ist|sind|gibt es|gilt|gelten|hat|haben|habe|bekomme\w*|wird"
             r"|werden|soll\w*|zahl\w+|nehm\w+|reicht|braucht?|brauche|erhalte\w*|bezuschusst|verlängert|can|may|must|is"
             r"|are|do|does)\b"),
        anything,
        lambda text: 0.05 * bool(DECISION.search(text)) + 0.08 * bool(DECIDES_CLEARLY.search(text)),
    ),
}  # fmt: skip
"""The first that recognises a question counts. One more is an entry."""


def kind_of(question: str) -> QuestionKind | None:
    return next((kind for kind in KINDS.values() if kind.asks.search(question)), None)


def is_of_budget(question: str, text: str) -> bool:
    """Whether a text says what a town takes in or spends, when somebody asks what a person has to pay."""
    return bool(BUDGET.search(text)) and not ASKS_FOR_BUDGET.search(question)


def is_exception(question: str, text: str) -> bool:
    """Whether a text says what holds in a case of which the question does not speak."""
    asked = question.lower()
    return any(found[0].lower()[:SAME_STEM] not in asked for found in EXCEPTION.finditer(text))


def is_formality(question: str, text: str) -> bool:
    """Whether a text says from when a rule holds or what a breach of it costs, of which nobody has asked."""
    return bool(FORMALITY.search(text)) and not ASKS_FOR_FORMALITY.search(question)


def denies_what_is_asked(question: str, heading: str, text: str) -> bool:
    """Whether one of both says "not": what is taken along is no answer to what is not."""
    if not ASKS_WHICH.search(question):
        return False
    if DENIAL.search(question):
        return not DENIAL.search(f"{heading} {text}")
    return bool(DENIAL.search(heading))
