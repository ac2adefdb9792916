"""Extraction requests: what a model finds in one text unit, with further rounds that ask for what it missed.

Replies are stored as they came and parsed again by every build, so that better parsing needs no call.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from apps.graph.extraction.load_text_units import TextUnit
from apps.graph.extraction.parse_records import (
    END,
    FIELD,
    RECORD_START,
    ExtractedRecords,
    contains_records,
    parse_records,
)
from apps.graph.model_calls.budgeted_model import BudgetedModel
from apps.graph.model_calls.concurrent_requests import ModelReply, ModelRequest, stand_in_model_name
from apps.graph.model_calls.prompts_of_a_build import BuildPrompts
from apps.graph.model_calls.reply_cache import cache_key
from apps.llm.errors import model_error
from apps.llm.types import Completion, Message, append_messages

PURPOSE = "extract"
REPAIR = {
    "de": "Ihre Antwort lässt sich nicht lesen. Schreiben Sie nur Datensätze in der verlangten Form.",
    "en": "Your reply cannot be read. Write it once more, only as records in the form asked for.",
}
NOTHING_MISSING = re.compile(r"\W*(?:no|none|nothing|nein|keine?|nichts)\b", re.IGNORECASE)


def first_round(pieces: Sequence[TextUnit], model: BudgetedModel) -> Iterator[tuple[str, ModelRequest]]:
    """The hash of each different text with the request about it."""
    for text_hash, piece in units_by_text_hash(pieces):
        yield text_hash, extraction_request(first_reply_key(piece, model.prompts, model.name), piece, (), model)


def next_round(
    pieces: Sequence[TextUnit], replies_by_text: Mapping[str, Sequence[str]], model: BudgetedModel
) -> Iterator[tuple[str, ModelRequest]]:
    """Requests for what was missed, about each text whose last reply brought something.

    `replies_by_text` leads from the hash of a text to its replies so far.
    """
    for text_hash, piece in units_by_text_hash(pieces):
        replies = replies_by_text.get(text_hash, ())
        if replies and may_need_another_round(replies):
            first = first_reply_key(piece, model.prompts, model.name)
            key = later_reply_key(first, model.prompts, model.name, replies)
            yield text_hash, extraction_request(key, piece, replies, model)


def extraction_request(key: str, piece: TextUnit, replies: Sequence[str], model: BudgetedModel) -> ModelRequest:
    conversation = ExtractionConversation(piece, replies, model)
    return ModelRequest(key, PURPOSE, [piece.document_id], conversation.ask, unit_label(piece), is_readable_reply)


def units_by_text_hash(pieces: Sequence[TextUnit]) -> Iterable[tuple[str, TextUnit]]:
    """Each different text once; of equal texts the last unit."""
    return {piece.text_hash: piece for piece in pieces}.items()


def extraction_messages(piece: TextUnit, prompts: BuildPrompts) -> list[Message]:
    return prompts.extract.messages(
        text=piece.text, types=", ".join(prompts.types), claims=prompts.claims, language=prompts.language_name
    )


def unit_label(piece: TextUnit) -> str:
    return f"document {piece.document_id}, page {piece.page_number}"


def first_reply_key(piece: TextUnit, prompts: BuildPrompts, model: str) -> str:
    """The key of the first reply: everything that decides what is found in a text. `model` is a name."""
    settings = [list(prompts.types), prompts.with_claims, prompts.language]
    return cache_key(PURPOSE, model, prompts.extract.for_model(model).label, settings, piece.text_hash)


def later_reply_key(first: str, prompts: BuildPrompts, model: str, replies: Sequence[str]) -> str:
    """The key of the reply after `replies`: each round is a finished call of its own."""
    return cache_key(first, prompts.glean.for_model(model).label, list(replies))


def may_need_another_round(replies: Sequence[str]) -> bool:
    """The last round brought records; a first one without any may have missed all."""
    return len(replies) == 1 or not (NOTHING_MISSING.match(replies[-1]) or not contains_records(replies[-1]))


class ExtractionConversation:
    """Asks for one reply about one text after those of earlier rounds, once more when it cannot be read.

    The prompt is filled when its turn comes: a build after a small change knows nearly all replies and asks little.
    """

    def __init__(self, piece: TextUnit, replies: Sequence[str], model: BudgetedModel) -> None:
        self.piece, self.replies, self.model = piece, tuple(replies), model

    async def ask(self) -> ModelReply:
        """Raises ModelError, with `garbage` when the second reply cannot be read either, and BuildBudgetSpent."""
        messages = self.messages()
        first = await self.reply(messages)
        if is_readable_reply(first.text):
            return ModelReply(first.text, 1, stand_in_model_name(first))
        repair = [Message("assistant", first.text), Message("user", REPAIR[self.model.prompts.written_in])]
        second = await self.reply(append_messages(messages, repair))
        if not is_readable_reply(second.text):
            raise model_error("garbage", second.model)
        return ModelReply(second.text, 2, stand_in_model_name(second))

    def messages(self) -> list[Message]:
        """The prompt, then each earlier reply with the request for what it missed."""
        prompts = self.model.prompts
        messages = extraction_messages(self.piece, prompts)
        for reply in self.replies:
            request = prompts.glean.for_model(self.model.name).messages(language=prompts.language_name)[-1]
            messages = append_messages(messages, [Message("assistant", reply), request])
        return messages

    async def reply(self, messages: Sequence[Message]) -> Completion:
        return await self.model.complete(PURPOSE, messages)


def is_readable_reply(reply: str) -> bool:
    """Whether a reply holds records or says that there are none."""
    if not reply.strip() or contains_records(reply):
        return True
    is_attempt = bool(RECORD_START.search(reply)) or FIELD in reply
    return not is_attempt and bool(NOTHING_MISSING.match(reply) or END in reply)


def parse_all_records(replies: Sequence[str]) -> ExtractedRecords:
    """The records of all rounds."""
    records = ExtractedRecords()
    for reply in replies:
        later = parse_records(reply)
        records.add(later)
        records.malformed += later.malformed
    return records
