"""Extraction requests: what a model finds in one text unit, with further rounds that ask for what it missed.

Replies are stored as they came and parsed again by every build, so that better parsing needs no call.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from apps.graph.extraction.parse_records import BEGINS, END, FIELD, Records, holds_records, read_records
from apps.graph.extraction.text_units import TextUnit
from apps.graph.model_calls.budget import Budget
from apps.graph.model_calls.build_prompts import BuildPrompts
from apps.graph.model_calls.concurrent_requests import ModelReply, ModelRequest, stand_in_of
from apps.graph.model_calls.reply_cache import cache_key
from apps.llm.errors import model_error
from apps.llm.types import Completion, LanguageModel, Message, followed_by

PURPOSE = "extract"
REPAIR = {
    "de": "Ihre Antwort lässt sich nicht lesen. Schreiben Sie nur Datensätze in der verlangten Form.",
    "en": "Your reply cannot be read. Write it once more, only as records in the form asked for.",
}
NOTHING_MISSING = re.compile(r"\W*(?:no|none|nothing|nein|keine?|nichts)\b", re.IGNORECASE)


def first_round(
    pieces: Sequence[TextUnit], wording: BuildPrompts, model: LanguageModel, budget: Budget
) -> Iterator[tuple[str, ModelRequest]]:
    """The hash of each different text with the question about it."""
    for text_hash, piece in distinct(pieces):
        extraction = ExtractionRequest(piece, [], wording, model, budget)
        first = first_key(piece, wording, model)
        yield text_hash, extraction_request(first, extraction)


def next_round(
    pieces: Sequence[TextUnit],
    said: Mapping[str, Sequence[str]],
    wording: BuildPrompts,
    model: LanguageModel,
    budget: Budget,
) -> Iterator[tuple[str, ModelRequest]]:
    """What was missed, of each text whose last reply brought something. `said` has the replies of each text so far."""
    for text_hash, piece in distinct(pieces):
        replies = said.get(text_hash, ())
        if not replies or not may_need_another_round(replies):
            continue
        extraction = ExtractionRequest(piece, replies, wording, model, budget)
        later = later_key(first_key(piece, wording, model), wording, model, replies)
        yield text_hash, extraction_request(later, extraction)


def extraction_request(key: str, extraction: "ExtractionRequest") -> ModelRequest:
    piece = extraction.piece
    return ModelRequest(key, PURPOSE, [piece.document_id], extraction.ask, unit_label(piece), is_readable)


def distinct(pieces: Sequence[TextUnit]) -> Iterable[tuple[str, TextUnit]]:
    """Each different text once; of equal texts the last unit."""
    return {piece.text_hash: piece for piece in pieces}.items()


def extraction_messages(piece: TextUnit, wording: BuildPrompts) -> list[Message]:
    return wording.extract.messages(
        text=piece.text, types=", ".join(wording.types), claims=wording.claims, language=wording.language_name
    )


def unit_label(piece: TextUnit) -> str:
    return f"document {piece.document_id}, page {piece.page_number}"


def first_key(piece: TextUnit, wording: BuildPrompts, model: LanguageModel) -> str:
    """All that decides what is found in a text at first."""
    settings = [list(wording.types), wording.with_claims, wording.language]
    return cache_key(PURPOSE, model.name, wording.extract.for_model(model.name).label, settings, piece.text_hash)


def later_key(first: str, wording: BuildPrompts, model: LanguageModel, replies: Sequence[str]) -> str:
    """Each round is a finished call of its own."""
    return cache_key(first, wording.glean.for_model(model.name).label, list(replies))


def may_need_another_round(replies: Sequence[str]) -> bool:
    """The last round brought records; a first one without any may have missed all."""
    return len(replies) == 1 or not (NOTHING_MISSING.match(replies[-1]) or not holds_records(replies[-1]))


class ExtractionRequest:
    """One reply about one text after those of earlier rounds, asked for once more when it cannot be read.

    The prompt is filled when its turn comes: a build after a small change knows nearly all replies and asks little.
    """

    def __init__(
        self, piece: TextUnit, replies: Sequence[str], wording: BuildPrompts, model: LanguageModel, budget: Budget
    ) -> None:
        self.piece, self.replies = piece, tuple(replies)
        self.wording, self.model, self.budget = wording, model, budget

    async def ask(self) -> ModelReply:
        """Raises ModelError, with `garbage` when the second reply cannot be read either, and BuildBudgetSpent."""
        messages = self.messages()
        first = await self.reply(messages)
        if is_readable(first.text):
            return ModelReply(first.text, 1, stand_in_of(first))
        repair = [Message("assistant", first.text), Message("user", REPAIR[self.wording.own])]
        second = await self.reply(followed_by(messages, repair))
        if not is_readable(second.text):
            raise model_error("garbage", second.model)
        return ModelReply(second.text, 2, stand_in_of(second))

    def messages(self) -> list[Message]:
        messages = extraction_messages(self.piece, self.wording)
        for reply in self.replies:
            glean = self.wording.glean.for_model(self.model.name)
            request = glean.messages(language=self.wording.language_name)[-1]
            messages = followed_by(messages, [Message("assistant", reply), request])
        return messages

    async def reply(self, messages: Sequence[Message]) -> Completion:
        return await self.budget.complete(PURPOSE, self.model, messages)


def is_readable(reply: str) -> bool:
    """Whether a reply holds records or says that there are none."""
    if not reply.strip() or holds_records(reply):
        return True
    is_attempt = bool(BEGINS.search(reply)) or FIELD in reply
    return not is_attempt and bool(NOTHING_MISSING.match(reply) or END in reply)


def records_in(replies: Sequence[str]) -> Records:
    """The records of all rounds."""
    records = Records()
    for reply in replies:
        later = read_records(reply)
        records.add(later)
        records.malformed += later.malformed
    return records
