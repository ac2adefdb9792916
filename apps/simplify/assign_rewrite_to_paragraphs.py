"""Assigns the sentences of a rewrite to the paragraphs of the original that they stand for."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations

from apps.simplify.rewriting.rewrite_outcome import RewrittenSentence
from apps.simplify.text.split_sentences import split_sentences
from apps.simplify.text.words_and_stems import content_stems

BLANKS = re.compile(r"\s+")
PARAGRAPH_END = "\n\n"
NUMBER = re.compile(r"\d+")
LIST_SIGN = re.compile(r"\A[-–•*·][ \t]+")


def rewrite_by_paragraph(paragraphs: Sequence[str], sentences: Sequence[RewrittenSentence]) -> list[str | None]:
    """The rewrite of each paragraph; None for one that stays as it is.

    `paragraphs` are those of the text that was rewritten, none empty. Where sentences of several paragraphs became one,
    nobody can tell which words belong to which of them: these paragraphs stay, as do those that were not rewritten yet.
    Raises ValueError for sentences of another text.
    """
    originals = [drop_blanks(paragraph) for paragraph in paragraphs]
    ends = list(accumulate(map(len, originals)))
    pieces = [piece for sentence in sentences for piece in split_at_paragraph_ends(sentence)]
    if not "".join(originals).startswith("".join(drop_blanks(before) for before, _after, _separator in pieces)):
        raise ValueError("The sentences are those of another text.")
    rewrites, staying, place, separator = [""] * len(ends), set[int](), 0, ""
    for before, after, next_separator in pieces:
        # What a model added stands in the paragraph before it, unless that one had ended.
        is_behind = not before and PARAGRAPH_END not in separator
        first = min((bisect_left if is_behind else bisect_right)(ends, place), len(ends) - 1)
        place, separator = place + len(drop_blanks(before)), next_separator
        last = max(first, bisect_left(ends, place))
        rewrites[first] += after + separator
        staying.update(range(first, last + 1) if last > first else ())
    staying.update(range(bisect_right(ends, place), len(ends)))
    return [
        None if number in staying else drop_added_list_sign(text.strip(), paragraph)
        for number, (text, paragraph) in enumerate(zip(rewrites, paragraphs, strict=True))
    ]


def split_at_paragraph_ends(sentence: RewrittenSentence) -> Iterator[tuple[str, str, str]]:
    """Yields original, rewrite and separator of each paragraph, where both sides have the same ones; else the whole."""
    before, after = sentence.before.split(PARAGRAPH_END), sentence.after.split(PARAGRAPH_END)
    if not are_in_same_order(before, after):
        before, after = [sentence.before], [sentence.after]
    separators = [PARAGRAPH_END] * (len(before) - 1) + [sentence.separator]
    yield from zip(before, after, separators, strict=True)


def are_in_same_order(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether there are as many, words show that no two changed places, and none holds a sentence of another.

    Two cells of a table may differ in an amount alone: exchanged, either would read well.
    """
    if len(before) != len(after):
        return False
    shared = [[count_shared_words(text, rewrite) for rewrite in after] for text in before]
    return (
        all(
            shared[one][one] + shared[other][other] > shared[one][other] + shared[other][one]
            for one, other in combinations(range(len(before)), 2)
        )
        and have_own_sentences(before, after)
        and have_own_sentences(after, before)
    )


def have_own_sentences(texts: Sequence[str], others: Sequence[str]) -> bool:
    """Whether no sentence shares more words with another text of the other side than with the one at its place."""
    for number, text in enumerate(texts):
        for sentence in split_sentences(text):
            shared = [count_shared_words(sentence.text, other) for other in others]
            if shared[number] < max(shared):
                return False
    return True


def count_shared_words(one: str, other: str) -> int:
    """Counts numbers, too."""
    return len(stems_and_numbers(one) & stems_and_numbers(other))


def stems_and_numbers(text: str) -> set[str]:
    return {*content_stems(text), *NUMBER.findall(text)}


def drop_added_list_sign(text: str, paragraph: str) -> str:
    """A model writes items that stand below each other with a sign: in the file their form has one already."""
    is_list = "\n" in text
    return text if is_list or LIST_SIGN.match(paragraph) else LIST_SIGN.sub("", text)


def drop_blanks(text: str) -> str:
    """Line ends move while a text is split and joined."""
    return BLANKS.sub("", text)
