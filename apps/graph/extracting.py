"""extract: what a model finds in one piece of text, with rounds of asking for what it missed.

What is stored are the replies as they came; they are read anew by every build, so that reading may get better without
a call.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from apps.graph.asking import Question
from apps.graph.budget import Budget
from apps.graph.reading import Piece
from apps.graph.records import BEGINS, Records, read_records
from apps.graph.replies import key_of
from apps.graph.wording import Wording
from apps.llm.types import LanguageModel, Message

PURPOSE = "extract"
REPAIR = {
    "de": "Ihre Antwort lässt sich nicht lesen. Schreiben Sie nur Datensätze in der verlangten Form.",
    "en": "Your reply cannot be read. Write it once more, only as records in the form asked for.",
}
NOTHING_MISSING = re.compile(r"\W*(?:no|nein)\b", re.IGNORECASE)


def questions(
    pieces: Sequence[Piece], wording: Wording, model: LanguageModel, budget: Budget, gleanings: int
) -> Iterator[Question]:
    """One for each different text."""
    for piece in {each.text_hash: each for each in pieces}.values():
        documents = [piece.document_id]
        about = f"document {piece.document_id}, page {piece.page_number}"
        extraction = Extraction(piece.text, wording, model, budget, gleanings)
        yield Question(key(piece, wording, model, gleanings), PURPOSE, documents, extraction.ask, about)


def key(piece: Piece, wording: Wording, model: LanguageModel, gleanings: int) -> str:
    """All that decides what is found in a text."""
    prompts = [wording.extract.label, wording.glean.label if gleanings else ""]
    settings = [gleanings, list(wording.types), wording.with_claims, wording.language]
    return key_of(PURPOSE, model.name, prompts, settings, piece.text_hash)


class Extraction:
    """The calls about one text, in their order."""

    def __init__(self, text: str, wording: Wording, model: LanguageModel, budget: Budget, gleanings: int) -> None:
        self.wording, self.model, self.budget, self.gleanings = wording, model, budget, gleanings
        self.messages = wording.extract.messages(
            text=text, types=", ".join(wording.types), claims=wording.claims, language=wording.language_name
        )
        self.calls = 0

    async def ask(self) -> tuple[Any, int]:
        """The replies that hold records. Raises ModelError, BudgetSpent."""
        reply = await self.reply()
        if is_unreadable(reply):
            self.say(reply, REPAIR[self.wording.own])
            reply = await self.reply()
        replies = [reply]
        for _ in range(self.gleanings):
            self.say(reply, self.wording.glean.messages(language=self.wording.language_name)[-1].text)
            reply = await self.reply()
            if NOTHING_MISSING.match(reply) or not read_records(reply):
                break
            replies.append(reply)
        return replies, self.calls

    def say(self, reply: str, request: str) -> None:
        self.messages = [*self.messages, Message("assistant", reply), Message("user", request)]

    async def reply(self) -> str:
        reserved = self.budget.reserve(self.messages)
        completion = await self.model.complete(self.messages)
        self.budget.settle(reserved, completion.usage.input_tokens, completion.usage.output_tokens)
        self.calls += 1
        return completion.text


def is_unreadable(reply: str) -> bool:
    """It tried to write records and not one of them can be read. A text without anything in it is no fault."""
    return bool(BEGINS.search(reply)) and not read_records(reply)


def found_in(replies: Any) -> Records:
    """The records of all rounds; what is not as we stored it counts as nothing."""
    records = Records()
    for reply in replies if isinstance(replies, list) else []:
        later = read_records(str(reply))
        records.add(later)
        records.malformed += later.malformed
    return records
