"""extract: what a model finds in one piece of text, with rounds of asking for what it missed.

What is stored are the replies as they came; they are read anew by every build, so that reading may get better without
a call.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from apps.graph.extraction.records import BEGINS, END, FIELD, Records, holds_records, read_records
from apps.graph.extraction.text_units import Piece
from apps.graph.model_calls.budget import Budget
from apps.graph.model_calls.cached_round import Question
from apps.graph.model_calls.prompts import Wording
from apps.graph.model_calls.reply_cache import key_of
from apps.llm.types import LanguageModel, Message

PURPOSE = "extract"
REPAIR = {
    "de": "Ihre Antwort lässt sich nicht lesen. Schreiben Sie nur Datensätze in der verlangten Form.",
    "en": "Your reply cannot be read. Write it once more, only as records in the form asked for.",
}
NOTHING_MISSING = re.compile(r"\W*(?:no|none|nothing|nein|keine?|nichts)\b", re.IGNORECASE)


def first_round(
    pieces: Sequence[Piece], wording: Wording, model: LanguageModel, budget: Budget
) -> Iterator[tuple[str, Question]]:
    """The hash of each different text with the question about it."""
    for text_hash, piece in distinct(pieces):
        extraction = Extraction(piece, [], wording, model, budget)
        first = key(piece, wording, model)
        yield text_hash, Question(first, PURPOSE, [piece.document_id], extraction.ask, about(piece))


def next_round(
    pieces: Sequence[Piece],
    said: Mapping[str, Sequence[str]],
    wording: Wording,
    model: LanguageModel,
    budget: Budget,
) -> Iterator[tuple[str, Question]]:
    """What was missed, of each text whose last reply brought something. `said` has the replies of each text so far."""
    for text_hash, piece in distinct(pieces):
        replies = said.get(text_hash, ())
        if not replies or not goes_on(replies):
            continue
        extraction = Extraction(piece, replies, wording, model, budget)
        later = later_key(key(piece, wording, model), wording, replies)
        yield text_hash, Question(later, PURPOSE, [piece.document_id], extraction.ask, about(piece))


def distinct(pieces: Sequence[Piece]) -> Iterable[tuple[str, Piece]]:
    """A text that stands in several places is asked about once, in the name of the last one."""
    return {piece.text_hash: piece for piece in pieces}.items()


def asked(piece: Piece, wording: Wording) -> list[Message]:
    return wording.extract.messages(
        text=piece.text, types=", ".join(wording.types), claims=wording.claims, language=wording.language_name
    )


def about(piece: Piece) -> str:
    return f"document {piece.document_id}, page {piece.page_number}"


def key(piece: Piece, wording: Wording, model: LanguageModel) -> str:
    """All that decides what is found in a text at first."""
    settings = [list(wording.types), wording.with_claims, wording.language]
    return key_of(PURPOSE, model.name, wording.extract.label, settings, piece.text_hash)


def later_key(first: str, wording: Wording, replies: Sequence[str]) -> str:
    """Each round is a finished call of its own."""
    return key_of(first, wording.glean.label, list(replies))


def goes_on(replies: Sequence[str]) -> bool:
    """The last round brought records; a first one without any may have missed all."""
    return len(replies) == 1 or not (NOTHING_MISSING.match(replies[-1]) or not holds_records(replies[-1]))


class Extraction:
    """One reply about one text after those of earlier rounds, asked for once more when it cannot be read.

    The prompt is filled when its turn comes: a build after a small change knows nearly all replies and asks little.
    """

    def __init__(
        self, piece: Piece, replies: Sequence[str], wording: Wording, model: LanguageModel, budget: Budget
    ) -> None:
        self.piece, self.replies = piece, tuple(replies)
        self.wording, self.model, self.budget = wording, model, budget

    async def ask(self) -> tuple[Any, int]:
        """The reply and the number of calls. Raises ModelError, BudgetSpent."""
        messages = self.messages()
        reply = await self.reply(messages)
        if not is_unreadable(reply):
            return reply, 1
        repair = [Message("assistant", reply), Message("user", REPAIR[self.wording.own])]
        return await self.reply([*messages, *repair]), 2

    def messages(self) -> list[Message]:
        messages = asked(self.piece, self.wording)
        for reply in self.replies:
            request = self.wording.glean.messages(language=self.wording.language_name)[-1]
            messages += [Message("assistant", reply), request]
        return messages

    async def reply(self, messages: Sequence[Message]) -> str:
        completion = await self.budget.complete(PURPOSE, self.model, messages)
        return completion.text


def is_unreadable(reply: str) -> bool:
    """It wrote something, but no records. A text without anything in it is no fault: then a model says no, or ends."""
    if not reply.strip() or holds_records(reply):
        return False
    is_attempt = bool(BEGINS.search(reply)) or FIELD in reply
    return is_attempt or not (NOTHING_MISSING.match(reply) or END in reply)


def found_in(replies: Sequence[str]) -> Records:
    """The records of all rounds."""
    records = Records()
    for reply in replies:
        later = read_records(reply)
        records.add(later)
        records.malformed += later.malformed
    return records
