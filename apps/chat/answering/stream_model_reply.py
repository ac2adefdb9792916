"""Streams the model's reply as it comes: filtered, numbered, and cut where it runs away."""

import time
from collections.abc import AsyncGenerator, AsyncIterator

from apps.chat.reply_parsing.number_citations import NumberedText
from apps.chat.reply_stream.detect_runaway_reply import RunawayReplyDetector
from apps.chat.reply_stream.strip_quotes_and_markdown import ReplyFilter
from apps.chat.turn_state.fallback_notices import cut_off_completion
from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.llm.types import Completion, Message


async def stream_reply(draft: TurnDraft, messages: list[Message], stop: StopSignal) -> AsyncGenerator[str, None]:
    """What may be shown of the reply, as it comes. The model's own stream is closed whatever happens."""
    since = time.perf_counter()
    shown, numbered, watch = ReplyFilter(), NumberedText(draft.numbering()), RunawayReplyDetector()
    numbered_for = draft.used
    pieces = draft.snapshot.model.stream(messages)
    try:
        while True:
            with stop:
                piece = await anext(pieces, None)
            if piece is None:
                break
            if isinstance(piece, Completion):
                draft.completion = piece
                continue
            if not draft.pieces:
                draft.record_time("first_token", draft.started)
            if draft.used is not numbered_for:
                # The prompt had to be shortened before the first word came.
                numbered, numbered_for = NumberedText(draft.numbering()), draft.used
            draft.pieces.append(piece)
            if watch.feed(piece):
                # What was written before it is proved like any answer; nobody reads the rest, and nobody pays for it.
                await close_model_stream(pieces)
                draft.completion = cut_off_completion(draft, watch.kept)
                return
            text = numbered.feed(shown.feed(piece))
            if text:
                yield text
        rest = numbered.feed(shown.finish()) + numbered.finish()
        if rest:
            yield rest
    finally:
        draft.record_time("answer", since)
        await close_model_stream(pieces)


async def close_model_stream(pieces: AsyncIterator[str | Completion]) -> None:
    """Ends the call to the model, which then stands in the ledger."""
    if isinstance(pieces, AsyncGenerator):
        await pieces.aclose()
