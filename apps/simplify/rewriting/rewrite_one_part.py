"""Rewrites one part of a text: asked for, aligned and checked sentence by sentence while the reply arrives."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncGenerator, Awaitable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from apps.llm.errors import ModelError, model_error
from apps.llm.types import Completion, Message, StandIn
from apps.simplify.checks.meaning.obeyed_injected_replacements import find_replacement_instructions
from apps.simplify.checks.rate_rewrite_safety import RewriteLevel
from apps.simplify.checks.unchangeable_letter_lines import is_salutation_or_closing, is_unchangeable_line
from apps.simplify.replies.reply_cleanup import begins_change_list
from apps.simplify.replies.stream_sentences import RULER, is_model_talk, reply_sentences
from apps.simplify.rewriting.check_and_repair_sentences import (
    RepairCandidate,
    accept_candidate,
    build_repair_candidate,
    flag_added_sentences,
    keep_original,
    longest_reply_length,
    protected_words_in_text,
    repair_candidate,
)
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
from apps.simplify.rewriting.rewrite_language_models import Writer
from apps.simplify.rewriting.rewrite_outcome import RewrittenSentence
from apps.simplify.text.align_rewritten_sentences import AlignedGroup, Aligner
from apps.simplify.text.rewrite_fidelity_violation import Violation
from apps.simplify.text.split_long_texts import pack_sentences, text_length
from apps.simplify.text.split_sentences import Sentence, join_sentences

logger = logging.getLogger(__name__)
TOO_OFTEN, LEAST_BLANKS = 3, 2
"""A sentence of three words or more that a reply repeats: short lines may stand in lists as often as they like."""


async def write_part(
    part: Sequence[Sentence], setup: RewriteSetup, *, draft: str = "", instruction: str = ""
) -> AsyncGenerator[RewrittenSentence, None]:
    """The sentences of the part, each checked, in order. Calls models, raises no ModelError.

    A model that fails hands over to the next one, which goes on where checked sentences end; last come built-in rules.
    """
    if all(is_unchangeable_line(sentence.text) for sentence in part):
        for line in part:
            yield unchanged_sentence(line)
        return
    for run, writers in runs_by_length(part, setup.writers):
        if setup.writers[0] not in writers:
            setup.failures.append(StandIn(setup.writers[0].name, "context_too_long"))
        async with aclosing(write_run(run, (*writers, setup.stand_in), setup, draft, instruction)) as sentences:
            async for sentence in sentences:
                yield sentence


def runs_by_length(
    part: Sequence[Sentence], writers: Sequence[Writer]
) -> Iterator[tuple[list[Sentence], Sequence[Writer]]]:
    """Neighbouring sentences with the models that can take each of them whole; a sentence is never cut."""
    takers = [tuple(writer for writer in writers if text_length([one]) <= writer.max_input_chars) for one in part]
    for able, run in groupby(zip(part, takers, strict=True), key=itemgetter(1)):
        yield [sentence for sentence, _able in run], able


async def write_run(
    run: Sequence[Sentence], writers: Sequence[Writer], setup: RewriteSetup, draft: str, instruction: str
) -> AsyncGenerator[RewrittenSentence, None]:
    """Each writer is tried in its order; one that says that it was given too much gets half of it once."""
    rest = list(run)
    tries = deque((writer, writer.max_input_chars) for writer in writers)
    while tries:
        writer, longest = tries.popleft()
        try:
            for piece in pack_sentences(rest, longest):
                written = PartWriter(piece, writer, setup, draft, instruction)
                async with aclosing(written.sentences()) as sentences:
                    async for sentence, used in sentences:
                        rest = rest[used:]
                        yield sentence
            return
        except ModelError as error:
            is_first_try = longest == writer.max_input_chars
            if error.code == "context_too_long" and is_first_try and len(rest) > 1:
                tries.appendleft((writer, min(longest, text_length(rest)) // 2))
                continue
            logger.warning("Model %s failed (%s), the next one goes on.", writer.name, error.code)
            setup.failures.append(StandIn(writer.name, error.code))
    for left in rest:
        yield keep_unwritten_original(left)


async def limit_stream_length(
    stream: AsyncGenerator[str | Completion, None], longest: int, name: str
) -> AsyncGenerator[str | Completion, None]:
    """The stream until it holds more than `longest` characters. Raises ModelError then, and what the stream raises."""
    length = 0
    async with aclosing(stream):
        async for item in stream:
            length += len(item) if isinstance(item, str) else 0
            if length > longest:
                raise model_error("garbage", name)
            yield item


def unchanged_sentence(sentence: Sentence) -> RewrittenSentence:
    return RewrittenSentence(sentence.text, sentence.text, sentence.separator, level=RewriteLevel.UNCHANGED)


def keep_unwritten_original(sentence: Sentence) -> RewrittenSentence:
    """Nobody has written it: the original stays, because no text may be lost."""
    return RewrittenSentence(sentence.text, sentence.text, sentence.separator, True, RewriteLevel.KEPT)


class PartWriter:
    """One call for one piece of text. Groups are settled as their sentences arrive; repairs run beside the stream."""

    def __init__(
        self, piece: Sequence[Sentence], writer: Writer, setup: RewriteSetup, draft: str = "", instruction: str = ""
    ) -> None:
        self.piece, self.writer, self.setup = list(piece), writer, setup
        self.draft, self.instruction = draft, instruction
        self._lines = [sentence.text for sentence in piece]
        self._own = set(self._lines)
        self._orders = find_replacement_instructions(self._lines)
        self._fixed = [is_unchangeable_line(sentence.text) for sentence in piece]
        self._aligner = Aligner(self._lines, self._fixed)
        self._after: list[Sentence] = []
        self._said: Counter[str] = Counter()
        self._own_words = Counter(" ".join(line.casefold().split()) for line in self._lines)
        self._over = False
        """The text has ended; what follows is about it."""
        self._doubtful: RepairCandidate | None = None
        """A group with violations: what it lacks may stand in the next one."""
        self._ready: deque[tuple[Awaitable[RewrittenSentence], int]] = deque()

    async def sentences(self) -> AsyncGenerator[tuple[RewrittenSentence, int], None]:
        """Each with the number of sentences of the original that it stands for. Raises ModelError, also in between."""
        stream = limit_stream_length(
            self.writer.model.stream(self._messages(), temperature=self.writer.temperature),
            longest_reply_length(sum(map(len, self._lines))),
            self.writer.name,
        )
        try:
            async with aclosing(stream), aclosing(reply_sentences(stream, self._lines)) as sentences:
                async for item in sentences:
                    if isinstance(item, Completion):
                        self._refuse_cut(item)
                        continue
                    self._refuse_loop(item.text)
                    if self._is_talk(item.text):
                        self._put(flag_added_sentences([item]), 0)
                        continue
                    if self._is_new_salutation(item.text):
                        self._put(flag_added_sentences([item], "salutation"), 0)
                        continue
                    self._after.append(item)
                    self._settle(self._aligner.add(item.text))
                    for done in await self._done():
                        yield done
            self._settle(self._aligner.finish())
            self._close()
            while self._ready:
                awaited, used = self._ready.popleft()
                yield await awaited, used
        finally:
            for awaited, _used in self._ready:
                if isinstance(awaited, asyncio.Task):
                    awaited.cancel()

    def _refuse_cut(self, reply: Completion) -> None:
        """Raises ModelError when the server ended the reply: its last sentence is torn, and more may be missing."""
        if reply.finish_reason == "length":
            raise model_error("interrupted", self.writer.name)

    def _refuse_loop(self, sentence: str) -> None:
        """Raises ModelError when the model says the same for the third time, and the text does not.

        The built-in rules run in no circles: they say a condition as often as they split it off a sentence.
        """
        if self.writer.name == self.setup.stand_in.name:
            return
        words = " ".join(sentence.casefold().split())
        self._said[words] += 1
        if self._said[words] >= max(TOO_OFTEN, self._own_words[words] + 1) and words.count(" ") >= LEAST_BLANKS:
            raise model_error("garbage", self.writer.name)

    def _is_talk(self, sentence: str) -> bool:
        """The model speaks of its work. A text that speaks so itself is left to the checks."""
        self._over = self._over or bool(self._after and begins_change_list(sentence, self._lines))
        if self._over or (RULER.match(sentence) and sentence not in self._own):
            return True
        return (
            sentence not in self._own and is_model_talk(sentence) and not any(is_model_talk(own) for own in self._own)
        )

    def _is_new_salutation(self, sentence: str) -> bool:
        """Whether the model wrote a salutation or closing of its own, although the letter already has one."""
        line = sentence.strip()
        if line in self._own or line.endswith((".", "?")) or not is_salutation_or_closing(line):
            return False
        return any(is_salutation_or_closing(own) for own in self._own)

    def _messages(self) -> list[Message]:
        text = join_sentences(self.piece).strip()
        return self.setup.prompt.messages(
            text=text,
            protected_words=protected_words_in_text(text, self.setup.protected),
            text_type=self.setup.guidance,
            draft=self.draft,
            instruction=self.instruction,
        )

    async def _done(self) -> list[tuple[RewrittenSentence, int]]:
        """What is ready at the front of the queue; a repair under way holds back what comes after it."""
        done = []
        while self._ready and is_ready(self._ready[0][0]):
            awaited, used = self._ready.popleft()
            done.append((await awaited, used))
        return done

    def _settle(self, groups: Sequence[AlignedGroup]) -> None:
        for group in groups:
            before = self.piece[group.before_from : group.before_to]
            after = self._after[group.after_from : group.after_to]
            if not before:
                self._put(flag_added_sentences(after), 0)
            elif self._fixed[group.before_from]:
                self._close()
                self._put(settle_unchangeable_line(before, after), len(before))
            else:
                setup = self.setup
                self._weigh(build_repair_candidate(before, after, setup.protected, setup.synonyms, self._orders))

    def _weigh(self, one: RepairCandidate) -> None:
        """Neighbours may have turned round: together they may be faithful where each by itself is not."""
        if self._doubtful is not None:
            together = self._joined(self._doubtful, one)
            if together is not None:
                self._doubtful = None
                self._put(accept_candidate(together), len(together.before))
                return
            self._close()
        if one.violations:
            self._doubtful = one
        else:
            self._put(accept_candidate(one), len(one.before))

    def _joined(self, first: RepairCandidate, second: RepairCandidate) -> RepairCandidate | None:
        after = [Sentence(first.after, first.separator), Sentence(second.after, second.separator)]
        before, setup = [*first.before, *second.before], self.setup
        both = build_repair_candidate(before, after, setup.protected, setup.synonyms, self._orders)
        if both.violations or not first.after or not second.after:
            return None
        return replace(both, tidied=first.tidied or second.tidied)

    def _close(self) -> None:
        """The doubtful group stays doubtful: it is repaired, beside the stream."""
        if self._doubtful is not None:
            one, self._doubtful = self._doubtful, None
            task = asyncio.ensure_future(repair_candidate(one, self.writer, self.setup))
            self._ready.append((task, len(one.before)))

    def _put(self, sentence: RewrittenSentence, used: int) -> None:
        self._ready.append((completed_future(sentence), used))


def settle_unchangeable_line(before: Sequence[Sentence], after: Sequence[Sentence]) -> RewrittenSentence:
    """A line that no rewrite may touch: the original stays, and whoever changed it is named."""
    text = join_sentences(before).rstrip()
    written = join_sentences(after).strip()
    if written.split() == text.split():
        return RewrittenSentence(text, text, before[-1].separator, level=RewriteLevel.UNCHANGED)
    violation = Violation("salutation", text, written or None)
    return keep_original(RepairCandidate(tuple(before), written, before[-1].separator, (violation,)))


def completed_future(sentence: RewrittenSentence) -> Awaitable[RewrittenSentence]:
    future: asyncio.Future[RewrittenSentence] = asyncio.get_running_loop().create_future()
    future.set_result(sentence)
    return future


def is_ready(awaited: Awaitable[RewrittenSentence]) -> bool:
    return isinstance(awaited, asyncio.Future) and awaited.done()
