"""Numbers the sentences of passages, counted through all of them, so that a number names its page, too.

A model that copies words copies some of them wrongly, and a quote with a wrong word proves nothing. A number can be
wrong as well, but then it leads to a sentence that stands on its page, and is held against the answer like any quote.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.chat.proof.find_quote import is_quote_long_enough
from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER
from apps.chat.reply_parsing.split_answer_sentences import sentences_of_block, split_blocks
from apps.retrieval.query.types import Passage
from apps.retrieval.search.assemble_context import format_passage
from apps.text.locate_quote import Span

NUMBERED_ANSWER_PROMPT = "answer-numbers"
"""The prompt that tells a model to name sentences."""
HIGHEST_NUMBER = 999
"""What markers can name; passages beyond it are not shown."""
BRACKETS = str.maketrans("[]【】［］", "()()()")


@dataclass(frozen=True, slots=True)
class NumberedSentence:
    """`place` is where it stands in the text of the passage."""

    number: int
    passage: Passage
    place: Span


def numbered_sentences(used: Sequence[Passage]) -> list[NumberedSentence]:
    """All sentences of the passages in their order. What has no page cannot be cited and gets no numbers."""
    found = [
        (passage, place)
        for passage in used
        if passage.page is not None
        for place in sentence_spans_in_passage(passage.text)
    ]
    return [NumberedSentence(number, passage, place) for number, (passage, place) in enumerate(found, start=1)]


def frame_with_numbers(used: Sequence[Passage], passage: Passage) -> str:
    """The passage after those that are used, one sentence on a line; empty when the numbers do not reach."""
    if passage.page is None:
        return format_passage(0, passage)
    places = sentence_spans_in_passage(passage.text)
    first = 1 + sum(len(sentence_spans_in_passage(one.text)) for one in used if one.page is not None)
    last = first + len(places) - 1
    if not places or last > HIGHEST_NUMBER:
        return ""
    lines = [format_numbered_line(number, passage.text, place) for number, place in enumerate(places, start=first)]
    return format_passage(first, passage, text="\n".join(lines), sentences=f"{first}–{last}")


def format_numbered_line(number: int, text: str, place: Span) -> str:
    """What looks like a number of ours in a document is written in other brackets: only ours name a sentence."""
    words = " ".join(text[place.start : place.end].split())
    return f"[{number}] {MARKER.sub(lambda found: found[0].translate(BRACKETS), words)}"


@lru_cache(maxsize=512)
def sentence_spans_in_passage(text: str) -> tuple[Span, ...]:
    """Sentences, items of lists, headings and rows of tables. What is too short to be a quote joins what follows it,
    and at the end what is before it."""
    places: list[Span] = []
    start: int | None = None
    end = 0
    for begin, end in pieces_of(text):
        start = begin if start is None else start
        if is_quote_long_enough([text[start:end]]):
            places.append(Span(start, end))
            start = None
    if start is not None:
        places = [*places[:-1], Span(places[-1].start if places else start, end)]
    return tuple(places)


def pieces_of(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each, marks of lists and headings included; rules of tables are none."""
    for begin, end in split_blocks(text):
        block = text[begin:end]
        start = begin + len(block) - len(block.lstrip())
        if block.lstrip().startswith("|"):
            if any(sign.isalnum() for sign in block):
                yield start, begin + len(block.rstrip())
            continue
        for sentence in sentences_of_block(text, begin, end):
            yield min(start, sentence.start), sentence.end
            start = end
