"""Classifies a message as a crisis or as none. May ask the process of the built-in model of meaning; blocking."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.conf import settings

from apps.chat.fixed_answers.crisis_classifier.embedding_classifier import (
    CERTAIN_ODDS,
    POSSIBLE_ODDS,
    crisis_odds,
    crisis_scores,
)
from apps.chat.fixed_answers.crisis_classifier.ngram_filter import (
    CERTAIN_SUSPICION,
    LEAST_OF_A_PART,
    LEAST_SUSPICION,
    POSSIBLE_SUSPICION,
    suspicion_score,
)
from apps.llm.errors import ModelError
from apps.llm.semantic_embedding import semantic_embedder, verify_weights_package
from apps.llm.semantic_embedding.talk_to_model_process import ModelProcess
from apps.text.grammar.split_sentences import split_sentences
from apps.text.strip_unstorable_characters import strip_unstorable

MOST_WORDS, LONGEST_WHOLE = 600, 32
WINDOW, STEP = 16, 8
"""A message is read by its sentences, too, and one of more than LONGEST_WHOLE words by windows of so many words: a cry
for help in the middle of a story must not be averaged away."""
LONGEST_WORD, PIECE, LONGEST_PART = 40, 20, 340
"""Characters. Longer words, as where no blanks are written, are read in pieces; a part of so many Chinese characters
takes the model a sixth of a second."""
SHORTEST, SHORTEST_CERTAIN = 18, 30
"""Bytes of what is classified at all, and with certainty: of "Und heute?", as people go on asking, neither letters nor
meaning tell anything."""
MOST_PARTS = 3
MOST_CALLS = 4
"""Calls of the model's process that may wait. No flood of messages holds up whoever wants to search."""


@dataclass(frozen=True, slots=True)
class Crisis:
    """`kind` as the shipped answers name it; `languages`: probabilities of that of the message, by codes of two
    letters, none where nobody can tell."""

    kind: str
    is_certain: bool
    languages: Mapping[str, float] = field(default_factory=dict)


def classify_message(text: str, process: ModelProcess | None = None) -> Crisis | None:
    """None for all messages that are no crisis, nearly always by letters alone.

    Without the model, or while too many wait for it, some are recognised by letters, as an emergency.
    `process`: another one than that of the questions. No network, no database."""
    parts = suspicious_parts(text)
    if not parts:
        return None
    process = process or semantic_embedder.for_questions
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
    whole = " ".join(words_of(text))
    found = [MessagePart(suspicion_score(part), part) for part in message_parts(text) if len(part.encode()) >= SHORTEST]
    chosen = [one for one in found if one.suspicion >= (LEAST_SUSPICION if one.text == whole else LEAST_OF_A_PART)]
    return sorted(chosen, key=lambda one: -one.suspicion)[:MOST_PARTS]


def message_parts(text: str) -> Iterator[str]:
    """The whole of a short message, of a longer one overlapping parts; the short sentences of both."""
    words = words_of(text)
    whole = " ".join(words)
    if len(words) <= LONGEST_WHOLE and len(whole) <= LONGEST_PART:
        yield whole
    else:
        yield from (" ".join(words[at : at + WINDOW])[:LONGEST_PART] for at in range(0, len(words) - STEP, STEP))
    told = split_sentences(whole)
    yield from (one[:LONGEST_PART] for one in told if len(told) > 1 and len(one.split()) <= LONGEST_WHOLE)


def words_of(text: str) -> list[str]:
    """The first ones, long ones in pieces; what is no text is left out."""
    readable = strip_unstorable(text)
    return list(islice((piece for word in readable.split() for piece in pieces_of(word)), MOST_WORDS))


def pieces_of(word: str) -> Iterator[str]:
    if len(word) <= LONGEST_WORD:
        yield word
        return
    yield from (word[at : at + PIECE] for at in range(0, len(word), PIECE))


def crisis_by_meaning(parts: Sequence[MessagePart], process: ModelProcess) -> Crisis | None:
    """Judges by the part for which most speaks. Raises ModelError."""
    rows = process.vectors([part.text for part in parts], is_query=True)
    scores = [crisis_scores(array("f", row)) for row in rows]
    odds = [crisis_odds(each.values(), part.suspicion) for each, part in zip(scores, parts, strict=True)]
    best = max(range(len(parts)), key=odds.__getitem__)
    is_certain = odds[best] >= CERTAIN_ODDS and may_be_certain(parts[best], POSSIBLE_SUSPICION)
    if not is_certain:
        # It is searched for next.
        process.recent.put(parts[best].text, rows[best], is_query=True)
    if odds[best] < POSSIBLE_ODDS:
        return None
    kind = max(scores[best], key=scores[best].__getitem__)
    return Crisis(kind, is_certain, detect_languages(parts[best].text, process))


def crisis_by_letters(parts: Sequence[MessagePart]) -> Crisis | None:
    best = parts[0]
    return (
        Crisis("emergency", may_be_certain(best, CERTAIN_SUSPICION)) if best.suspicion >= POSSIBLE_SUSPICION else None
    )


def may_be_certain(part: MessagePart, least: float) -> bool:
    return part.suspicion >= least and len(part.text.encode()) >= SHORTEST_CERTAIN


def detect_languages(text: str, process: ModelProcess) -> Mapping[str, float]:
    try:
        return process.languages(text)
    except ModelError:
        # What the message means is known: it is answered in the reader's language.
        return {}
