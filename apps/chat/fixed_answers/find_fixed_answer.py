"""Finds the fixed answer to a message: the house's own ones first, unless another one is for a crisis, then those that
come with the service by triggers, then those to a crisis that a classifier recognises."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apps.chat.fixed_answers.crisis_classifier.classify_message import Crisis
from apps.chat.fixed_answers.fuzzy_trigger_word_index import WordIndex
from apps.chat.fixed_answers.match_trigger_words import ReadMessage
from apps.chat.fixed_answers.normalise_message_words import message_words
from apps.chat.fixed_answers.shipped_answers import MOST_WORDS, ShippedAnswer, find_matching_answers, shipped_answers
from apps.chat.fixed_answers.triggers import TriggerSet, parse_triggers
from apps.chat.models.fixed_answers import FixedAnswer
from apps.database.settings_cache import load_cached

FALLBACK_LANGUAGE = "en"
HELP_LINES = "help_lines"
LANGUAGE_IS_SURE = 0.9
LEAST_KNOWN, SURE_AMONG_KNOWN = 0.2, 0.7
"""Of the languages that have a wording: so probable together, and one among them. A short message in French may be in
twenty languages."""


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


def find_fixed_answer(
    text: str, language: str, rows: Sequence[FixedAnswer], crisis: Crisis | None = None
) -> FixedReply | None:
    """None when the message is to be searched for. `rows`: the house's own answers; `language`: the reader's; `crisis`:
    as what the message has been classified, for which no trigger is met.

    The answer is in the language of the trigger words or of the message, where it exists. Reads no database but through
    `load_cached`.
    """
    words = message_words(text, MOST_WORDS)
    if not words:
        return None
    own = next((own.row for own in own_triggers(rows) if own.row.is_on and own.is_met(words)), None)
    for shipped, met in find_matching_answers(text, language):
        # A word of the house stands in many a message of somebody in need: a calm card gives way to an urgent one.
        if not is_off(shipped.name, met, rows) and (own is None or (shipped.is_urgent and not own.is_urgent)):
            return find_reply_by_name(shipped.name, met, rows)
    if own is not None:
        return reply_of_row(own)
    return reply_to_crisis(crisis, language, rows) if crisis else None


def reply_to_crisis(crisis: Crisis, language: str, rows: Sequence[FixedAnswer]) -> FixedReply | None:
    """Answers somebody in need whose words no trigger foresees; a calm card where it may be no crisis."""
    told = crisis_language(crisis) or language
    name = crisis.kind if crisis.is_certain else HELP_LINES
    reply = (
        None if is_off(crisis.kind, told, rows) or is_off(name, told, rows) else find_reply_by_name(name, told, rows)
    )
    return replace(reply, is_beside_answer=not crisis.is_certain) if reply else None


def crisis_language(crisis: Crisis) -> str:
    """Returns the message's language where it is certain, be it among languages with a wording only; else empty."""
    told = crisis.languages
    if told and max(told.values()) >= LANGUAGE_IS_SURE:
        return max(told, key=told.__getitem__)
    known = {code: told[code] for one in shipped_answers() for code in one.wordings if code in told}
    together = sum(known.values())
    if together < LEAST_KNOWN or max(known.values()) < SURE_AMONG_KNOWN * together:
        return ""
    return max(known, key=known.__getitem__)


def own_triggers(rows: Sequence[FixedAnswer]) -> list[OwnTriggers]:
    return load_cached("fixed-answer-triggers", lambda: list(build_own_triggers(rows)))


def build_own_triggers(rows: Sequence[FixedAnswer]) -> Iterator[OwnTriggers]:
    for row in rows:
        triggers = TriggerSet(parse_triggers(row.triggers))
        if triggers.triggers:
            yield OwnTriggers(row, triggers, WordIndex(triggers.atoms(), german=row.language == "de"))


def is_off(name: str, language: str, rows: Sequence[FixedAnswer]) -> bool:
    return any(row.name == name and row.language == language and not row.is_on for row in rows)


def find_reply_by_name(name: str, language: str, rows: Sequence[FixedAnswer] = ()) -> FixedReply | None:
    """The answer of this name in this language, else in English or German; None when nobody knows the name."""
    own = {row.language: row for row in rows if row.name == name and row.is_on}
    shipped = next((one for one in shipped_answers() if one.name == name), None)
    for code in (language, FALLBACK_LANGUAGE, "de"):
        if is_off(name, code, rows):
            continue
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
