"""Splits page text into chunks of a bounded number of tokens, cut where Markdown allows it. No network."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from apps.text.estimate_tokens import VOCABULARY, estimate_tokens

DEFAULT_TOKENS = 1_000
LONG_WORD = re.compile(r"\S{20000}")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """`text` is `page_text[start:end]`, in characters. `tokens` is an upper estimate, never over the limit."""

    text: str
    start: int
    end: int
    tokens: int


def split_page(text: str, max_tokens: int = DEFAULT_TOKENS, *, overlap: int = 0) -> list[TextPiece]:
    """Pieces of at most `max_tokens`; none for a text of spaces. Without overlap they joined are the text exactly.

    Cuts at headings, paragraphs, list items, sentences, words, in this order of preference. With `overlap` a piece
    may begin up to that many tokens before the end of the one before it.
    """
    if max_tokens < 1 or not 0 <= overlap < max_tokens:
        raise ValueError(f"max_tokens is {max_tokens}, overlap {overlap}; use 0 <= overlap < max_tokens.")
    if not text.strip():
        return []
    if surely_fits(text, max_tokens):
        return [single_piece(text, max_tokens)]
    parts = split_at_long_words(text)
    return list(pieces_and_offsets(parts, map(markdown_splitter(max_tokens, overlap).chunk_indices, parts), max_tokens))


def split_pages(texts: Sequence[str], max_tokens: int = DEFAULT_TOKENS, *, overlap: int = 0) -> list[list[TextPiece]]:
    """What `split_page` makes of each text, on all processors at once and without holding up other threads."""
    long = {
        number: split_at_long_words(text)
        for number, text in enumerate(texts)
        if text.strip() and not surely_fits(text, max_tokens)
    }
    parts = [part for found in long.values() for part in found]
    cut = iter(markdown_splitter(max_tokens, overlap).chunk_all_indices(parts) if parts else [])
    return [
        list(pieces_and_offsets(long[number], cut, max_tokens)) if number in long else split_page(text, max_tokens)
        for number, text in enumerate(texts)
    ]


def split_at_long_words(text: str) -> list[str]:
    """The text in parts none of which has a longer word: a word is cut in time that grows with the square of it."""
    ends = [0, *(found.end() for found in LONG_WORD.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(ends) if end > start]


def pieces_and_offsets(
    parts: Sequence[str], cut: Iterable[Iterable[tuple[int, str]]], max_tokens: int
) -> Iterator[TextPiece]:
    """The pieces of the parts of a text, with their places in it; takes as many cuts as there are parts."""
    begin = 0
    for part, found in zip(parts, cut, strict=False):
        yield from build_pieces(((begin + start, piece) for start, piece in found), max_tokens)
        begin += len(part)


def surely_fits(text: str, max_tokens: int) -> bool:
    """No token is shorter than a byte: short texts need no vocabulary."""
    return len(text.encode("utf-8", "replace")) <= max_tokens


def single_piece(text: str, max_tokens: int) -> TextPiece:
    return TextPiece(text, 0, len(text), min(estimate_tokens(text), max_tokens))


def build_pieces(cut: Iterable[tuple[int, str]], max_tokens: int) -> Iterator[TextPiece]:
    for start, part in cut:
        yield TextPiece(part, start, start + len(part), min(estimate_tokens(part), max_tokens))


@lru_cache(maxsize=8)
def markdown_splitter(max_tokens: int, overlap: int) -> Any:
    """Loading the vocabulary takes 0.1 s, so each splitter is made once."""
    from semantic_text_splitter import MarkdownSplitter

    return MarkdownSplitter.from_tiktoken_model(VOCABULARY, max_tokens, overlap=overlap, trim=False)
