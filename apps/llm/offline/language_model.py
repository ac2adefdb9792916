"""The built-in language model: extractive, it quotes, shortens and counts but never writes a sentence of its own."""

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from apps.llm.offline.compare_two_answers_by_words import compare_answers
from apps.llm.offline.graph_replies import (
    community_report_reply,
    entity_records_reply,
    joined_points_reply,
    local_way_reply,
    rate_or_collect,
)
from apps.llm.offline.judge_answer import judge_answer
from apps.llm.offline.question_generator import generate_questions
from apps.llm.offline.questions.rephrase_question import rephrase_follow_up
from apps.llm.offline.simplify_text import simplify_text
from apps.llm.offline.simulated_visitor import next_question
from apps.llm.offline.summarise_text import extract_tags, summarise_text
from apps.llm.prompts.delimit_quoted_text import parse_block, parse_questions, parse_source_blocks
from apps.llm.types import CallRecord, Completion, Message, Usage, messages_worded_for_model

if TYPE_CHECKING:
    from apps.llm.call_ledger import Ledger
    from apps.llm.offline.unit_selection.selected_unit import SelectedUnit

NAME = "offline-extractive"
CONTEXT_WINDOW = 131_072
QUOTE_WORDS = 30
GROUP = re.compile(r"\S+\s*(?:\S+\s*){0,4}")
LENGTHS = {
    "höchstens drei kurzen Sätzen": {"most_units": 2, "most_words": 45},
    "Antworten Sie ausführlich": {"most_units": 8, "most_words": 220},
}
"""Wishes that may follow the blocks of a prompt, and how much is quoted then."""
OF_QUESTIONS = frozenset({"answer", "rephrase", "map", "reduce"})
"""Purposes for which the process is asked that answers everybody: 50 ms of a question's work must not hold its loop."""
WAITS = frozenset({"answer"})
"""Purposes that may wait for the model of meaning."""
SHORT = 2_000
"""Characters of a prompt that is not worth another thread."""
NO_ANSWER = "KEINE_ANTWORT\nDie gefundenen Quellen beantworten diese Frage nicht."


class OfflineLanguageModel:
    """Behind the LanguageModel interface, for the purposes of REPLIES and for tags.

    It reads the blocks that delimit_quoted_text.py makes (quelle, frage, verlauf, text), whatever the wording
    around them. For any other purpose it returns a summary of the last message. `frequencies` (documents that contain a
    folded word) and `documents` (their number) make tags better.
    """

    name = NAME
    context_window = CONTEXT_WINDOW

    def __init__(
        self,
        purpose: str,
        *,
        ledger: "Ledger | None" = None,
        prompt_version: str = "",
        frequencies: Mapping[str, int] | None = None,
        documents: int = 0,
    ) -> None:
        self.purpose = purpose
        self._ledger = ledger
        self._prompt_version = prompt_version
        self._frequencies = frequencies
        self._documents = documents

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 0.0,
        schema: dict[str, object] | None = None,
        until: float | None = None,
    ) -> Completion:
        """Replies at once, no network. Only purposes of WRITES_JSON reply in JSON: `data` is None for every other."""
        started = time.monotonic()
        text = await self._answered(messages_worded_for_model(messages, NAME))
        self._record(time.monotonic() - started)
        data = json.loads(text) if self.purpose in WRITES_JSON else None
        return Completion(text=text, model=NAME, usage=Usage(), data=data if schema else None)

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 0.0,
        until: float | None = None,
        first_token_by: float | None = None,
    ) -> AsyncGenerator[str | Completion, None]:
        """Groups of five words, without delay, then the Completion."""
        completion = await self.complete(messages)
        for group in GROUP.findall(completion.text):
            yield group
        yield completion

    async def _answered(self, messages: Sequence[Message]) -> str:
        is_long = bool(messages) and len(messages[-1].text) > SHORT
        if self.purpose in WAITS and messages:
            return await asyncio.to_thread(answer_from_sources, messages[-1].text, embeds_question=True)
        if self.purpose in OF_QUESTIONS and is_long:
            return await asyncio.to_thread(self._reply, messages)
        return self._reply(messages)

    def reply(self, prompt: str) -> str:
        """Replies at once to one prompt, for purposes that need no other message."""
        return self._reply([Message("user", prompt)])

    def _reply(self, messages: Sequence[Message]) -> str:
        prompt = messages[-1].text if messages else ""
        if self.purpose == "tag":
            return self._tags(prompt)
        if self.purpose in TALKS:
            return TALKS[self.purpose](messages)
        return REPLIES.get(self.purpose, summarise_reply)(prompt)

    def _tags(self, prompt: str) -> str:
        found = extract_tags(parse_block("text", prompt) or prompt, self._frequencies, self._documents)
        return json.dumps({"tags": found}, ensure_ascii=False)

    def _record(self, seconds: float) -> None:
        if self._ledger is not None:
            self._ledger.add(
                CallRecord(self.purpose, NAME, "", outcome="ok", seconds=seconds, prompt_version=self._prompt_version)
            )


def answer_from_sources(prompt: str, *, embeds_question: bool = False) -> str:
    """Sentences of the sources with their numbers, then BELEGE with the quotes; KEINE_ANTWORT when nothing fits.

    With `embeds_question` it may wait for the built-in model of meaning: call it in a thread.
    """
    # Its patterns take a twentieth of a second: for processes in which this model answers.
    from apps.llm.offline.unit_selection.select_units import select_units

    after_blocks = prompt.rpartition("\n</")[2]
    wish = next((limits for words, limits in LENGTHS.items() if words in after_blocks), {})
    question, sources = parse_block("frage", prompt), parse_source_blocks(prompt)
    extracts = select_units(question, sources, embeds_question=embeds_question, **wish)
    if not extracts:
        return NO_ANSWER
    sentences: list[str] = []
    for extract in extracts:
        sentences += (
            [append_source_numbers(extract)]
            if not extract.goes_on
            else [f"{sentences.pop()} {append_source_numbers(extract)}"]
        )
    proofs = [f'[{number}] "{quoted}"' for extract in extracts for number, quoted in numbered_quotes(extract)]
    return "\n".join([format_answer_body(sentences), "", "BELEGE", *proofs])


def append_source_numbers(extract: "SelectedUnit") -> str:
    """The number stands before the full stop, as in "Die Gebühr beträgt drei Euro [1].", and once for each quote."""
    shown = extract.unit.shown.rstrip()
    ending = shown[-1] if shown[-1:] in ".!" else ""
    numbers = "".join(f"[{number}]" for number, _ in numbered_quotes(extract))
    return f"{shown[: len(shown) - len(ending)]} {numbers}{ending or '.'}"


def format_answer_body(sentences: Sequence[str]) -> str:
    """One sentence is a paragraph, several are a list: they come from different places."""
    return sentences[0] if len(sentences) == 1 else "\n".join(f"- {sentence}" for sentence in sentences)


def numbered_quotes(extract: "SelectedUnit") -> list[tuple[int, str]]:
    """The beginning of a sentence is enough to find it; what was put together has to be proved to its end.

    Two of an item far from the line that leads to it, which may stand on the page before.
    """
    unit = extract.unit
    if unit.proof or unit.shown != unit.quote:
        lead = [(extract.lead_number or extract.number, unit.lead_proof)] if unit.lead_proof else []
        return [*lead, (extract.number, unit.proof or unit.quote)]
    return [(extract.number, " ".join(unit.quote.split()[:QUOTE_WORDS]))]


def rephrase_reply(prompt: str) -> str:
    return rephrase_follow_up(parse_block("frage", prompt), parse_questions(parse_block("verlauf", prompt)))


def summarise_reply(prompt: str) -> str:
    return summarise_text(parse_block("text", prompt) or prompt)


REPLIES: Mapping[str, Callable[[str], str]] = {
    "answer": answer_from_sources, "rephrase": rephrase_reply, "simplify": simplify_text,
    "extract": entity_records_reply, "report": community_report_reply, "map": rate_or_collect,
    "reduce": joined_points_reply, "route": local_way_reply,
}  # fmt: skip
"""Purpose -> what it replies to the text of the last message. One more is a file beside this one and a line."""

TALKS: Mapping[str, Callable[[Sequence[Message]], str]] = {
    "persona": next_question, "judge": judge_answer, "compare": compare_answers, "generate": generate_questions,
}  # fmt: skip
"""The same for purposes that need all messages."""

WRITES_JSON = frozenset({"judge", "compare", "generate", "tag", "report", "map", "route"})
