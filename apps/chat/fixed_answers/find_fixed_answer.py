"""Finds the fixed answer to a message: the house's own ones first, then those that come with the service by triggers,
then those to a crisis that a classifier recognises."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.chat.fixed_answers.crisis_classifier.classify_message import classify_message
from apps.chat.fixed_answers.message_words import message_words
from apps.chat.fixed_answers.read_message import ReadMessage
from apps.chat.fixed_answers.shipped_answers import MOST_WORDS, ShippedAnswer, answers_met, shipped_answers
from apps.chat.fixed_answers.triggers import TriggerSet, parse_triggers
from apps.chat.fixed_answers.word_index import WordIndex
from apps.chat.models.fixed_answers import FixedAnswer
from apps.database.settings_cache import remembered

OTHERWISE = "en"


@dataclass(frozen=True, slots=True)
class FixedReply:
    """A card for people. `telephones` as they are written; `language` that of the words.

    `is_beside_answer` when the message may be no crisis: the card is offered, and the message is searched for.
    """

    name: str
    language: str
    is_urgent: bool
    heading: str
    text: str
    telephones: Sequence[str] = ()
    link: str = ""
    is_beside_answer: bool = False

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "urgent": self.is_urgent,
            "heading": self.heading,
            "text": self.text,
            "telephones": list(self.telephones),
            "link": self.link,
        }


@dataclass(frozen=True, slots=True)
class OwnTriggers:
    """The trigger words of a row, ready to be compared."""

    row: FixedAnswer
    triggers: TriggerSet
    index: WordIndex

    def is_met(self, words: Sequence[str]) -> bool:
        return self.triggers.is_met(ReadMessage(words, self.index))


def find_fixed_answer(text: str, language: str, rows: Sequence[FixedAnswer]) -> FixedReply | None:
    """None when the message is to be searched for. `rows`: the house's own answers; `language`: the reader's.

    The answer is in the language of the trigger words or of the message, where it exists. Blocking: reads the database
    through `remembered`, and asks the built-in model of meaning about the few messages that look like a crisis.
    """
    words = message_words(text, MOST_WORDS)
    if not words:
        return None
    for own in own_triggers(rows):
        if own.row.is_on and own.is_met(words):
            return reply_of_row(own.row)
    for shipped, met in answers_met(text, language):
        if not is_off(shipped.name, met, rows):
            return reply_named(shipped.name, met, rows)
    return reply_to_crisis(text, language, rows)


def reply_to_crisis(text: str, language: str, rows: Sequence[FixedAnswer]) -> FixedReply | None:
    """To what somebody in need says in words that no trigger foresees."""
    crisis = classify_message(text)
    if crisis is None:
        return None
    told = crisis.language or language
    reply = None if is_off(crisis.kind, told, rows) else reply_named(crisis.kind, told, rows)
    return replace(reply, is_beside_answer=not crisis.is_certain) if reply else None


def own_triggers(rows: Sequence[FixedAnswer]) -> list[OwnTriggers]:
    return remembered("fixed-answer-triggers", lambda: list(prepared(rows)))


def prepared(rows: Sequence[FixedAnswer]) -> Iterator[OwnTriggers]:
    for row in rows:
        triggers = TriggerSet(parse_triggers(row.triggers))
        if triggers.triggers:
            yield OwnTriggers(row, triggers, WordIndex(triggers.atoms(), german=row.language == "de"))


def is_off(name: str, language: str, rows: Sequence[FixedAnswer]) -> bool:
    return any(row.name == name and row.language == language and not row.is_on for row in rows)


def reply_named(name: str, language: str, rows: Sequence[FixedAnswer] = ()) -> FixedReply | None:
    """The answer of this name in this language, else in English or German; None when nobody knows the name."""
    own = {row.language: row for row in rows if row.name == name}
    shipped = next((one for one in shipped_answers() if one.name == name), None)
    for code in (language, OTHERWISE, "de"):
        if code in own:
            return reply_of_row(own[code])
        if shipped is not None and code in shipped.wordings:
            return reply_of_shipped(shipped, code)
    return reply_of_row(next(iter(own.values()))) if own else None


def reply_of_shipped(shipped: ShippedAnswer, language: str) -> FixedReply:
    words = shipped.wordings[language]
    return FixedReply(
        shipped.name, language, shipped.is_urgent, words.heading, words.text, shipped.telephones, shipped.link
    )


def reply_of_row(row: FixedAnswer) -> FixedReply:
    numbers = tuple(line.strip() for line in row.telephones.splitlines() if line.strip())
    return FixedReply(row.name, row.language, row.is_urgent, row.heading, row.text, numbers, row.link)
