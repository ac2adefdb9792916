"""Assembles the context of an answer from passages: numbered, best first, never more than the token budget.

A summary gets a frame of its own without a page: it tells the model what a document is about, but cannot be cited.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from django.utils import translation
from django.utils.formats import date_format

from apps.llm.prompts.delimit_quoted_text import render_source_block
from apps.retrieval.query.types import Passage
from apps.text.estimate_tokens import estimate_tokens

BETWEEN = "\n\n"
TOKENS_BETWEEN = 2
SHORTEST_CUT = 200
"""Characters: less of a passage than that says nothing."""


@dataclass(frozen=True, slots=True)
class Context:
    """`used` is in the order of the frames: frame 1 is used[0]. `tokens` is an upper bound of what `text` takes."""

    text: str
    used: Sequence[Passage]
    tokens: int


Frame = Callable[[Sequence[Passage], Passage], str]
"""How a passage stands in the prompt after those that are used already; empty where it cannot stand there."""


def build_context(passages: Sequence[Passage], *, budget_tokens: int, frame: Frame | None = None) -> Context:
    """Frames for the passages in their order, as far as the budget reaches.

    A passage that no longer fits is left out, and shorter ones after it may still come in. Only when the very first
    does not fit, it is cut: a part of the best page is better than none. Text that stands in a frame of the same page
    already is not repeated. With a budget too small for anything the context is empty. `frame` takes the place of the
    ordinary frame of a page.
    """
    frame = frame or format_page_frame
    frames: list[str] = []
    used: list[Passage] = []
    left = budget_tokens
    for passage in passages:
        if is_repeated(passage, used):
            continue
        text = frame(used, passage)
        tokens = estimate_tokens(text) + TOKENS_BETWEEN
        if text and tokens <= left:
            frames.append(text)
            used.append(passage)
            left -= tokens
    if passages and not used:
        return fit_first_passage(passages[0], budget_tokens, frame)
    return Context(BETWEEN.join(frames), used, budget_tokens - left)


def is_repeated(passage: Passage, used: Sequence[Passage]) -> bool:
    return any(
        passage.text in other.text
        for other in used
        if (other.document_id, other.page, other.kind) == (passage.document_id, passage.page, passage.kind)
    )


def fit_first_passage(passage: Passage, budget_tokens: int, frame: Frame) -> Context:
    """Halves the passage until it fits; empty when hardly anything would be left."""
    while len(passage.text) >= SHORTEST_CUT:
        passage = replace(passage, text=passage.text[: len(passage.text) // 2])
        text = frame([], passage)
        tokens = estimate_tokens(text)
        if text and tokens <= budget_tokens:
            return Context(text, [passage], tokens)
    return Context("", [], 0)


def format_page_frame(used: Sequence[Passage], passage: Passage) -> str:
    return format_passage(len(used) + 1, passage)


def format_passage(number: int, passage: Passage, *, text: str = "", sentences: str = "") -> str:
    """The frame of a passage; `text` takes the place of its own, whose sentences have the numbers `sentences`."""
    title = passage.title or passage.external_id
    return render_source_block(
        number,
        text or passage.text,
        title=title,
        page=passage.page,
        date=format_german_date(passage.date),
        reference=passage.number,
        file_name="" if passage.file_name == title else passage.file_name,
        sentences=sentences,
    )


@lru_cache(maxsize=1_024)
def format_german_date(day: date | None) -> str:
    """Prompts and frames are German whatever language the reader's screen has."""
    if day is None:
        return ""
    with translation.override("de"):
        return date_format(day, "j. F Y")
