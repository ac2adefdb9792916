"""Restores on printed pages what printing has lost: notes, words in disorder or cut off, right-to-left writing."""

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from apps.documents.parsing.drawings.alternative_texts import COMMENTS, PARAGRAPH_BREAK, PICTURES, prepend_heading
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.complete_cut_sentences_from_office_file import (
    complete_sentences_from_file,
)
from apps.documents.parsing.repair_printed_pages.drop_invisible_words import drop_unseen_words
from apps.documents.parsing.repair_printed_pages.find_paragraphs_on_pages import LettersOfPages
from apps.documents.parsing.repair_printed_pages.insert_endnotes_after_sentences import insert_endnotes
from apps.documents.parsing.repair_printed_pages.leave_out_text_beyond_read_pages import paragraphs_of_read_pages
from apps.documents.parsing.repair_printed_pages.restore_paragraphs import restore_paragraphs
from apps.documents.parsing.repair_printed_pages.restore_word_spacing import restore_word_spacing
from apps.documents.parsing.repair_printed_pages.strip_declared_headers_footers import (
    PageEdges,
    strip_headers_and_footers,
)
from apps.documents.parsing.types import ParsedPage
from apps.text.comparable_letters import comparable_letters
from apps.text.grammar.split_sentences import STRUCK_BEGINS
from apps.text.quotable_units import strip_struck_text

NO_EDGES = PageEdges()
NOTES = "Notizen zur Folie"
NOTE = re.compile(r"\((?:\d{1,3}|[*†‡]{1,3}): (?:[^()]|\([^()]{0,500}\))*+\)")
"""A footnote after its sentence, which parts a paragraph."""
LEAST_LETTERS = 6
"""Shorter paragraphs stand everywhere."""
LEAST_SHARE = 0.6
"""Of a paragraph's words that stand on the page on which it is printed, in whatever order."""
EDGE = 24
"""Letters at the beginning and at the end by which a paragraph is known that goes over two pages."""
AHEAD = 2
"""Pages further on that are looked at."""
SURELY_PRINTED, SURELY_IN_ORDER = 0.9, 0.5
"""Of a paragraph's words, and of its pairs of words, from which on it was printed somewhere around."""
FROM_THE_RIGHT = ("R", "AL")
FIRST_FROM_THE_RIGHT = "\u0590"
"""Hebrew begins the blocks of such writing."""


def complete_pages(
    pages: Sequence[ParsedPage], own: Sequence[SourceParagraph], edges: PageEdges = NO_EDGES, *, are_all: bool = True
) -> tuple[ParsedPage, ...]:
    """Text of the file that its page lacks stands at the end of the page; nothing that was printed is left out.

    `own` is what is shown: so a paragraph of which the page has hardly a word was cut off, as in a box or a row of
    a table that is too small, or belongs to a diagram that was not drawn.

    A paragraph in which words are struck stands there once more as it is in force, so that it can be quoted. Endnotes
    follow the sentence that names them, whatever page they are printed on. `edges` are left out of the bodies.

    Pages written from right to left are replaced by the paragraphs themselves: print keeps letters in the order of
    places, in which numbers and brackets change sides.

    Without `are_all` these are the first pages of a longer file: what stands behind them is left out, and pages written
    from right to left stay as they were printed, since nobody can tell where their text ends.
    """
    if not are_all:
        own = [] if is_mostly_right_to_left(own) else paragraphs_of_read_pages(pages, own)
    own = drop_unseen_words(pages, own)
    pages = strip_headers_and_footers(pages, own, edges)
    pages = complete_sentences_from_file(restore_paragraphs(restore_word_spacing(pages, own), own), own)
    texts = [comparable_letters(page.text) for page in pages]
    told = [replace(each, text=strip_struck_text(each.text)) for each in own if not each.notes]
    rebuilt = is_mostly_right_to_left(told)
    placed: defaultdict[int, list[str]] = defaultdict(list)
    beside: defaultdict[int, list[str]] = defaultdict(list)
    shown: defaultdict[int, list[str]] = defaultdict(list)
    for paragraph, index in find_missing_paragraphs(texts, told, [page.text for page in pages], everything=rebuilt):
        if not paragraph.picture:
            (beside if paragraph.comment else placed)[index].append(paragraph.text)
        elif comparable_letters(paragraph.text) not in texts[index] and paragraph.text not in shown[index]:
            shown[index].append(paragraph.text)
    spoken: defaultdict[int, list[str]] = defaultdict(list)
    for each in own:
        if each.notes and each.page <= len(pages):
            spoken[each.page - 1].append(each.text)
    made = [
        append_lost_text(
            page,
            placed[index],
            [
                *prepend_heading(PICTURES, shown[index]),
                *prepend_heading(COMMENTS, beside[index]),
                *prepend_heading(NOTES, spoken[index]),
            ],
            anew=rebuilt,
        )
        for index, page in enumerate(pages)
    ]
    return tuple(insert_endnotes(made, own))


def append_lost_text(page: ParsedPage, told: Sequence[str], apart: Sequence[str], *, anew: bool) -> ParsedPage:
    """`apart` is what does not stand in the text: comments, what the speaker says. All of it belongs to the body."""
    if not (told or apart):
        return page
    method = "text" if page.method == "none" else page.method
    start, end = page.body or (0, len(page.text))
    head, foot = page.text[:start], page.text[end:]
    if anew and told:
        return replace(page, text=PARAGRAPH_BREAK.join([*told, *apart]), body=None, method=method)
    body = PARAGRAPH_BREAK.join(filter(None, [page.text[start:end], *told, *apart]))
    foot = foot if foot.startswith("\n") or not foot else f"{PARAGRAPH_BREAK}{foot}"
    where = None if page.body is None else (start, start + len(body))
    return replace(page, text=f"{head}{body}{foot}", body=where, method=method)


def find_missing_paragraphs(
    texts: Sequence[str], own: Sequence[SourceParagraph], printed: Sequence[str], *, everything: bool
) -> Iterable[tuple[SourceParagraph, int]]:
    """The paragraphs that are to be added, with the index of their page; with `everything` those that stand there.

    `texts` are the letters of the pages, `printed` their text.
    """
    keys = [comparable_letters(paragraph.text) for paragraph in own]
    search = PageSearch(texts, printed, keys, everything=everything)
    for paragraph, key in zip(own, keys, strict=True):
        if (index := search.page_of(paragraph, key)) is not None:
            yield paragraph, index


class PageSearch:
    """Looks for paragraphs in their order: each most likely follows the one before, up to which `cursor` has come."""

    def __init__(self, texts: Sequence[str], printed: Sequence[str], keys: Sequence[str], *, everything: bool) -> None:
        """`keys` are the letters of the paragraphs that will be asked for."""
        self.texts, self.everything = texts, everything
        self.ends = list(accumulate(map(len, texts)))
        self.whole, self.cursor = LettersOfPages("".join(texts), keys), 0
        noted = any(map(NOTE.search, printed))
        without_notes = comparable_letters("".join(NOTE.sub("", text) for text in printed)) if noted else ""
        self.without_notes = LettersOfPages(without_notes, keys)
        self.without_struck = [
            (page, comparable_letters(strip_struck_text(text)))
            for page, text in enumerate(printed)
            if STRUCK_BEGINS in text
        ]

    def page_of(self, paragraph: SourceParagraph, key: str) -> int | None:
        """The index of the page to which it is to be added; with `everything` also of one where it stands."""
        if paragraph.comment or paragraph.picture:
            return self._last_at_most(paragraph.page - 1 if paragraph.page else bisect_right(self.ends, self.cursor))
        is_short = len(key) < LEAST_LETTERS
        if is_short and not self.everything:
            return None
        found = -1 if is_short else find_paragraph_position(key, self.whole, self.ends, self.cursor, paragraph.page)
        if found >= 0:
            self.cursor = found if paragraph.page == 0 else self.cursor
            return self._last_at_most(bisect_right(self.ends, found)) if self.everything else None
        if (among_struck := next((page for page, text in self.without_struck if key and key in text), -1)) >= 0:
            return among_struck
        return None if self._is_printed_apart(key, paragraph) else self._page_of_lost(paragraph)

    def _is_printed_apart(self, key: str, paragraph: SourceParagraph) -> bool:
        """Whether it is printed with a note within, or on two pages."""
        if self.everything or paragraph.page:
            return False
        return self.without_notes.find(key) >= 0 or spans_two_pages(key, self.texts, self.ends, self.cursor)

    def _page_of_lost(self, paragraph: SourceParagraph) -> int | None:
        """Returns its page, else one with many of its words, else the cursor's; None when most of it stands there."""
        if paragraph.page:
            return paragraph.page - 1 if paragraph.page <= len(self.texts) else None
        index = self._last_at_most(bisect_right(self.ends, self.cursor))
        if (near := nearest_page(paragraph.text, self.texts, index, everything=self.everything)) >= 0:
            self.cursor = max(self.cursor, self.ends[near] - len(self.texts[near]))
            return near
        return index if is_missing_text(paragraph.text, self.texts[max(0, index - 1) : index + AHEAD + 2]) else None

    def _last_at_most(self, index: int) -> int:
        return min(index, len(self.texts) - 1)


def find_paragraph_position(key: str, whole: LettersOfPages, ends: Sequence[int], cursor: int, page: int) -> int:
    """Finds it from the cursor on, else anywhere; on its slide, where it has one. -1 when it is missing."""
    if page:
        start = ends[page - 2] if 2 <= page <= len(ends) else 0
        return whole.letters.find(key, start, ends[min(page, len(ends)) - 1])
    found = whole.find(key, cursor)
    return found if found >= 0 else whole.find(key)


def spans_two_pages(key: str, texts: Sequence[str], ends: Sequence[int], cursor: int) -> bool:
    """Whether it begins on a page and ends there or on the next one, with a foot and a head between its halves."""
    begins, ending = key[: min(len(key) // 2, EDGE)], key[-min(len(key) // 2, EDGE) :]
    first = min(bisect_right(ends, cursor), len(texts) - 1)
    for index in range(first, min(first + AHEAD + 1, len(texts))):
        if begins in texts[index]:
            return any(ending in text for text in texts[index : index + 2])
    return False


def nearest_page(text: str, texts: Sequence[str], index: int, *, everything: bool) -> int:
    """The page at `index` or one of the next that has most of its words; -1 when none has enough of them."""
    words = [comparable_letters(word) for word in text.split()]
    words = [word for word in words if len(word) > 1]
    if not words:
        return index if everything else -1
    shares = {
        number: sum(word in texts[number] for word in words) / len(words)
        for number in range(index, min(index + AHEAD + 1, len(texts)))
    }
    best = max(shares, key=lambda number: (shares[number], -number))
    if everything:
        return best if shares[best] > shares[index] else index
    return best if shares[best] >= LEAST_SHARE else -1


def is_missing_text(text: str, around: Sequence[str]) -> bool:
    """Whether these pages have neither nearly all of its words nor many of them side by side."""
    words = [word for word in map(comparable_letters, text.split()) if word]
    pairs = [f"{one}{other}" for one, other in pairwise(words)]
    letters = "".join(around)
    return bool(words) and not (
        share_found(words, letters) >= SURELY_PRINTED or (pairs and share_found(pairs, letters) >= SURELY_IN_ORDER)
    )


def share_found(parts: Sequence[str], letters: str) -> float:
    return sum(part in letters for part in parts) / len(parts)


def is_mostly_right_to_left(own: Iterable[SourceParagraph]) -> bool:
    """Whether most letters of the text, without notes and comments, belong to such writing."""
    beginnings = [each.text[:2_000] for each in own if not (each.notes or each.comment or each.picture)]
    if all(text.isascii() or max(text) < FIRST_FROM_THE_RIGHT for text in beginnings):
        return False
    letters = [character for text in beginnings for character in text if character.isalpha()]
    from_right = sum(unicodedata.bidirectional(character) in FROM_THE_RIGHT for character in letters)
    return from_right * 2 > len(letters)
