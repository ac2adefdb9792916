"""Finds a quote on its page word for word; without a quote, a sentence of the page must say the same."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Literal

from apps.chat.contradictions.content_words import content_words
from apps.chat.proof.ocr_confusions import locate_resembling
from apps.chat.quantities.numbers_dates_and_sections import figures_without_source, stated_figures
from apps.chat.reply_parsing.split_answer_sentences import ITEM, narrowing_lead, rest_of_joined_list, split_sentences
from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.text.grammar.negation_words import is_negated
from apps.text.locate_quote import (
    BETWEEN_PARAGRAPHS,
    MARKUP_WITH_LETTERS,
    FoldedText,
    Span,
    ascii_letters_and_digits,
    fold_quote,
    fold_with_offsets,
    is_misleading_span,
)
from apps.text.quotable_units import is_struck
from apps.text.word_stems import content_words as words_of_subject

Reason = Literal["quote_not_found", "quote_too_short", "no_quote", "page_not_retrieved", "no_page", "not_looked_up"]

WHITE_SPACE = re.compile(r"\s+")
ELLIPSIS = re.compile(r"(?:[\[(]\s?)?(?:…|\.{3,})(?:\s?[\])])?")

# Less than that stands on nearly every page and proves nothing.
LEAST_WORDS, LEAST_CHARACTERS = 2, 6
# Between the two halves of a quote with words left out: more would join what does not belong together.
WIDEST_GAP = 200
MOST_WORDS_COMPARED = 100_000
ENDS_SENTENCE = re.compile(r"[^\W\d]{2}[.!?](?:\s|\Z)|\n\s*\n")
BEFORE_SENTENCE = re.compile(r"(?:[.!?:]|\n)[\s*•>#\"„“»-]*\Z")
FOOTNOTE_SIGN = re.compile(r"(?<=[.!?])(?:[¹²³⁰⁴-⁹]{1,3}|\[\^\w{1,4}\])(?=\s|\Z)")
LONGEST_QUOTE = 500
# Without a quote: seven of ten content words, and at least three, must stand in one sentence of the page.
LEAST_SHARE, LEAST_SHARED = 0.7, 3
# Characters on either side of a quote in which its sentence begins and ends, unless its paragraph does.
AROUND = 2_000


@dataclass(frozen=True)
class PageText:
    """The text of a page, folded only when a quote does not stand there letter by letter."""

    text: str
    is_recognised: bool = False
    """Read from an image: letters may have been taken for others that look alike."""
    sheet: SheetLayout | None = None
    """Which cells stand where, when it is a page of a sheet."""

    @cached_property
    def folded(self) -> FoldedText:
        return fold_with_offsets(self.text)

    @cached_property
    def letters(self) -> bytes | None:
        """None where markup may stand within a word, whose letters nobody quotes."""
        return None if any(sign in self.text for sign in MARKUP_WITH_LETTERS) else ascii_letters_and_digits(self.text)

    @cached_property
    def sentences(self) -> Sequence[str]:
        return [readable_quote(self.text[place.start : place.end]) for place in self.places]

    @cached_property
    def words_of_sentences(self) -> Sequence[frozenset[str]]:
        """By which each of the sentences is compared: several claims of an answer ask the same page."""
        return [content_words(sentence) for sentence in self.sentences]

    @cached_property
    def places(self) -> Sequence[Span]:
        """The places of the sentences that are not struck out."""
        told = (Span(sentence.start, sentence.end) for sentence in split_sentences(self.text))
        return [place for place in told if not is_struck(self.text[place.start : place.end])]

    def locate(self, quote: str) -> Span | None:
        """Finds the quote on the page: letter by letter, else folded, else, on a recognised page, by look-alikes."""
        return self._spaced(quote) or self._folded(quote) or self._resembling(quote)

    def cells(self, quote: str, span: Span | None = None) -> str:
        """The cells of the quote, such as B4; empty when the page is none of a sheet, or the quote is not on it."""
        if self.sheet is None:
            return ""
        span = span or self.locate(quote)
        return self.sheet.addresses(self.text, span.start, span.end) if span else ""

    @cached_property
    def _words_left(self) -> list[int]:
        """How many words may still be compared by `_spaced`, for all quotes of an answer together."""
        return [MOST_WORDS_COMPARED]

    @cached_property
    def _around(self) -> dict[Span, str]:
        """What `sentence_around` has found: the proof of a sentence asks half a dozen times."""
        return {}

    @cached_property
    def _touched(self) -> dict[Span, list[Span]]:
        """What `sentences_touched` has found, for the same reason."""
        return {}

    def sentence_around(self, span: Span) -> str:
        """The sentences of the page in which a quote stands, whole: what a quote leaves out may turn what it says.

        An item of a list follows the line that narrows the list, and a text such a heading.
        """
        if span not in self._around:
            self._around[span] = self._read_around(span)
        return self._around[span]

    def _read_around(self, span: Span) -> str:
        touched = self.sentences_touched(span)
        leads = [narrowing_lead(self.text, sentence.start) for sentence in touched]
        if not any(leads):
            return text_on_one_line(self.text[touched[0].start : touched[-1].end]) if touched else ""
        told = [ITEM.sub("", self.text[sentence.start : sentence.end], count=1) for sentence in touched]
        return " ".join(text_on_one_line(f"{lead} {one}") for lead, one in zip(leads, told, strict=True))

    def rest_of_list(self, span: Span) -> str:
        """The items that are joined to the one in which a quote ends; an empty text where there are none."""
        touched = self.sentences_touched(span)
        rest = rest_of_joined_list(self.text, touched[-1].end) if touched else []
        return text_on_one_line(self.text[rest[0].start : rest[-1].end]) if rest else ""

    def sentence_after(self, span: Span) -> str:
        """The sentence of the same paragraph that follows those in which a quote stands; empty where there is none."""
        place = self.place_after(span)
        return text_on_one_line(self.text[place.start : place.end]) if place else ""

    def place_after(self, span: Span) -> Span | None:
        touched = self.sentences_touched(span)
        end = touched[-1].end if touched else span.end
        start = next((i for i in range(end, min(end + AROUND, len(self.text))) if not self.text[i].isspace()), None)
        if start is None or BETWEEN_PARAGRAPHS in self.text[end:start]:
            return None
        return next(iter(self.sentences_touched(Span(start, start + 1))), None)

    def sentences_touched(self, span: Span) -> list[Span]:
        """Returns the sentences of the span's paragraphs, no farther than AROUND characters from it."""
        if span not in self._touched:
            self._touched[span] = self._find_touched(span)
        return self._touched[span]

    def _find_touched(self, span: Span) -> list[Span]:
        begin = max(0, span.start - AROUND)
        begin = max(begin, self.text.rfind(BETWEEN_PARAGRAPHS, begin, span.start) + 1)
        end = self.text.find(BETWEEN_PARAGRAPHS, span.end, span.end + AROUND)
        window = self.text[begin : end if end >= 0 else span.end + AROUND]
        found = (Span(begin + one.start, begin + one.end) for one in split_sentences(window))
        return [one for one in found if one.start < span.end and one.end > span.start]

    def _spaced(self, quote: str) -> Span | None:
        """Finds the same letters with any white space: by far the cheapest way, and enough for most quotes."""
        span, compared = find_words_across_spaces(self.text, quote.split(), self._words_left[0])
        self._words_left[0] -= compared
        return None if span is None or is_misleading_span(self.text, span) else span

    def _folded(self, quote: str) -> Span | None:
        """An answer looks for its sentences on each page it was given: those that have other letters are not folded."""
        is_elsewhere = self.letters is not None and ascii_letters_and_digits(fold_quote(quote)) not in self.letters
        return None if is_elsewhere else self.folded.locate(quote)

    def _resembling(self, quote: str) -> Span | None:
        return locate_resembling(self.folded, quote) if self.is_recognised else None


def find_words_across_spaces(text: str, words: Sequence[str], most_compared: int) -> tuple[Span | None, int]:
    """Finds where the words first stand in this order with only white space between them, and counts the words
    compared. An expression made for each quote would take a hundred times as long to compile as the text to read.

    A text that says the same word over and over is given up after `most_compared` words: no page of anybody does."""
    start, compared = text.find(words[0]) if words else -1, 0
    while start >= 0 and compared < most_compared:
        end, count = match_words_from(text, start, words)
        compared += count
        if end:
            return Span(start, end), compared
        start = text.find(words[0], start + 1)
    return None, compared


def match_words_from(text: str, start: int, words: Sequence[str]) -> tuple[int, int]:
    """The place after the last of the words that begin at `start`, 0 when other text stands between them; and how many
    words were compared."""
    position = start + len(words[0])
    for number, word in enumerate(words[1:], start=1):
        gap = WHITE_SPACE.match(text, position)
        if gap is None or not text.startswith(word, gap.end()):
            return 0, number
        position = gap.end() + len(word)
    return position, len(words)


@dataclass(frozen=True, slots=True)
class Proof:
    """`quote` is the page's own wording at `span`; empty when there is none, and then `reason` says why."""

    quote: str = ""
    span: Span | None = None
    reason: Reason | Literal[""] = ""

    def __bool__(self) -> bool:
        return bool(self.quote)


def look_up_quote(page: PageText, quote: str) -> Proof:
    """The page's wording of a quote. Dots at its ends are ignored; dots within it may stand for a few words."""
    parts = quote_parts(quote)
    if not parts:
        return Proof(reason="quote_too_short")
    spans = [page.locate(part) for part in parts]
    found = [span for span in spans if span is not None]
    if len(found) < len(parts) or not all(may_be_left_out(page.text, *pair) for pair in pairwise(found)):
        return Proof(reason="quote_not_found")
    # Without the closing mark: the same words with and without a full stop are one citation.
    span = Span(found[0].start, found[-1].end)
    return Proof(readable_quote(page.text[span.start : span.end]).rstrip(" .,;:"), span)


@lru_cache(maxsize=64)
def quote_parts(quote: str) -> Sequence[str]:
    """What stands between the dots of a quote, none where that is too short. It is looked up on several pages."""
    parts = [part.strip() for part in ELLIPSIS.split(quote) if part.strip(" .,;:\"'„“”«»")]
    return parts if is_quote_long_enough(parts) else []


def is_quote_long_enough(parts: Sequence[str]) -> bool:
    text = " ".join(parts)
    words = re.findall(r"\w+", text)
    return len(words) >= LEAST_WORDS and sum(map(len, words)) >= LEAST_CHARACTERS and bool(words_of_subject(text))


def may_be_left_out(text: str, earlier: Span, later: Span) -> bool:
    """A few words without a "nicht", or up to where another sentence begins: half of one is not joined to half of the
    next."""
    gap = text[earlier.end : later.start]
    if later.start < earlier.end or len(gap) > WIDEST_GAP:
        return False
    if ENDS_SENTENCE.search(gap):
        return BEFORE_SENTENCE.search(gap) is not None
    return not is_negated(gap)


def readable_quote(text: str) -> str:
    """The words as people are shown them, at most LONGEST_QUOTE characters."""
    words = text_on_one_line(text)
    return words if len(words) <= LONGEST_QUOTE else words[:LONGEST_QUOTE].rsplit(" ", 1)[0]


def text_on_one_line(text: str) -> str:
    """The words as on the page, on one line: hyphenation closed, marks of Markdown left out."""
    text = re.sub(r"(?<=[^\W\d_])[-\u00ad]\s*\n\s*(?=[a-zäöüß])", "", text.replace("\u00ad", "-\n"))
    text = re.sub(r"(?m)^[ \t]*(?:(?:\#{1,6}|[-*+•>])[ \t]+)+|^(?=[ \t|:-]*-{3})[ \t|:-]+$|[*`|~\\]", " ", text)
    return " ".join(FOOTNOTE_SIGN.sub("", text).split())


def find_supporting_sentence(page: PageText, claim: str) -> Proof:
    """The sentence of the page that says what is claimed: nearly all its words, all its numbers, the same negation."""
    words = content_words(claim)
    if not may_share_enough(page, words):
        return Proof(reason="no_quote")
    best, best_share, negated = None, 0.0, is_negated(claim)
    for place, sentence, said in zip(page.places, page.sentences, page.words_of_sentences, strict=True):
        share = shared_word_ratio(words, said)
        if share <= best_share or negated != is_negated(sentence):
            continue
        if not figures_without_source(claim, stated_figures(sentence)):
            best, best_share = place, share
    if best is None or best_share < LEAST_SHARE:
        return Proof(reason="no_quote")
    return Proof(readable_quote(page.text[best.start : best.end]).rstrip(" .,;:"), best)


def may_share_enough(page: PageText, words: frozenset[str]) -> bool:
    """Whether so many of the words stand anywhere on the page: most are not split into their sentences for a claim."""
    if page.letters is None:
        return True
    there = page.letters
    return ratio_if_enough_shared(sum(ascii_letters_and_digits(word) in there for word in words), words) >= LEAST_SHARE


def shared_word_ratio(wanted: frozenset[str], offered: frozenset[str]) -> float:
    return ratio_if_enough_shared(len(wanted & offered), wanted)


def ratio_if_enough_shared(common: int, wanted: frozenset[str]) -> float:
    return common / len(wanted) if common >= LEAST_SHARED else 0.0
