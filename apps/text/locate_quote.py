"""Finds a quote in the text of a page: tolerant about typesetting, strict about wording."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from apps.text.quotable_units import is_torn_from_struck, struck_around

BETWEEN_PARAGRAPHS = "\n\n"
# Everything here is replaced by spaces of the same length, so that offsets stay those of the page's text.
MARKUP = re.compile(
    r"""
      ^[ \t]*(?:(?:\#{1,6}|[-*+•>])[ \t]+)+            # heading, list item, block quotation
    | ^(?=[ \t|:-]*-{3})[ \t|:-]+$                     # line under the head of a table, thematic break
    | \]\([^()\s]*(?:[ ]"[^"\n]*")?\)                 # target of a link, and its title
    | <br[ ]?/?>                                       # line break within a table cell
    | (?<=[^\W\d_])[-\u2010\u2011](?!\s*\d)            # hyphen after a letter: hyphenation, E-Mail, Kinder- und
    """,
    re.MULTILINE | re.VERBOSE,
)
BLANKS = frozenset("*_`#|~\\[]\"'„“”‟«»‹›‚‘’‛′″")
DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
# A quote may end in a comma where the page goes on and in a full stop where the model closed its sentence.
EDGES = ".,;:!?-()/ "
MOST_KEPT = 4_096
# Control characters, which are never left of a text.
UNSEEN, OTHER = "\0", "\1"
# Where a text is not taken as it is: numbers behind blanks, and what is not left as one character.
CUT = re.compile(rf"(?<![ {UNSEEN}])({UNSEEN}*+ [ {UNSEEN}]*+)(?:{OTHER}|(?=\d))|{OTHER}|\Z")
CUT_NUMBER_BEFORE = re.compile(r"\d[.,]\Z")
CUT_NUMBER_AFTER = re.compile(r"[.,]\d")
# What MARKUP takes away with letters in it.
MARKUP_WITH_LETTERS = ("](", "<br")
BEFORE_RAISED = "^"
"""Between a figure and a raised one, or one in a circle: "10²" is not 102, and "3⁴ Wochen", with a note, are not 34."""
NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())


@dataclass(frozen=True, slots=True)
class Span:
    """A quote's place: `text[start:end]` of the page's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text without what printers and Markdown add. `offsets[i]` is where character i of `folded` came from.

    Make one to look up several quotes on the same page; `find_quote_span` is for a single one.
    """

    text: str
    folded: str
    offsets: list[int]

    def locate(self, quote: str) -> Span | None:
        """The first place that says exactly this; None when there is none or the quote is empty."""
        wanted = fold_quote(quote)
        if not wanted:
            return None
        found = next((span for span in self._places(wanted) if not is_misleading_span(self.text, span)), None)
        return extend_over_struck_marks(self.text, found) if found else None

    def _places(self, wanted: str) -> Iterator[Span]:
        found = self.folded.find(wanted)
        while found >= 0:
            end = self.offsets[found + len(wanted) - 1] + 1
            while end < len(self.text) and unicodedata.combining(self.text[end]):
                end += 1
            yield Span(self.offsets[found], end)
            found = self.folded.find(wanted, found + 1)


@lru_cache(maxsize=64)
def fold_quote(quote: str) -> str:
    """A quote is looked for on each page that it may come from."""
    return fold_with_offsets(quote).folded.strip(EDGES)


def find_quote_span(text: str, quote: str) -> Span | None:
    """Finds the quote in the text; None when it is not there.

    Equal are: compatibility forms and ligatures (NFKC), capital and small letters, hyphenation, soft hyphens, white
    space, quotation marks, kinds of dashes, Markdown marks. Different are: other words, other numbers, a minus sign,
    part of a word or number, a raised figure put into the line ("10²" is not "102"), words left out.
    """
    return fold_with_offsets(text).locate(quote)


def ascii_letters_and_digits(text: str) -> bytes:
    """Its plain letters and digits alone: those of a quote or word stand in a row among those of the page that has it.

    Takes a twentieth of the time of `fold_with_offsets`.
    """
    plain = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    return plain.encode("ascii", "ignore").lower().translate(None, NO_LETTERS)


def fold_with_offsets(text: str) -> FoldedText:
    """Two thirds of a millisecond for 3,000 characters: those that stay one are taken in long pieces."""
    characters: list[str] = []
    offsets: list[int] = []
    taken = 0
    without_markup = MARKUP.sub(lambda match: " " * len(match[0]), text)
    plain = without_markup.translate(PLAIN)
    for cut in CUT.finditer(plain):
        piece = plain[taken : cut.start()]
        characters.extend(piece.replace(" ", "").replace(UNSEEN, ""))
        offsets.extend(compress(range(taken, cut.start()), map(" ".__lt__, piece)))
        taken = cut.end()
        other = fold_character(without_markup[taken - 1]) if cut[0].endswith(OTHER) else ""
        offset = taken - 1 if other else taken
        if characters and other and unicodedata.combining(other[0]):
            other = unicodedata.normalize("NFC", characters.pop() + other)
            offset = offsets.pop()
        elif (
            other and characters and characters[-1].isdigit() and is_superscript_digit(without_markup[taken - 1], other)
        ):
            characters.append(BEFORE_RAISED)
            offsets.append(offset)
        elif characters and cut[1] and characters[-1].isdigit() and (not other or other[0].isdigit()):
            # White space tells numbers apart and nothing else: "1 2" is not "12", but "B e s c h l u s s" is a word.
            characters.append(" ")
            offsets.append(offset)
        characters.extend(other)
        offsets.extend([offset] * len(other))
    return FoldedText(text, "".join(characters), offsets)


def fold_character(character: str) -> str:
    """What is left of it: itself in small and plain form, a space, or nothing for what is never seen."""
    if character in BLANKS or character.isspace():
        return " "
    if unicodedata.category(character) in {"Cc", "Cf"}:
        return ""
    # Not casefold: it makes "in Maßen" and "in Massen" the same.
    plain = unicodedata.normalize("NFKC", DASHES.get(character, character)).lower()
    return " " if plain.isspace() else plain


def is_superscript_digit(character: str, plain: str) -> bool:
    """Whether it becomes figures without being one in the line: "²", "½", "③"."""
    return plain[:1].isdecimal() and not character.isdecimal()


class PlainCharacters(dict[int, str]):
    """For `str.translate`: what is left of each character, as one character: UNSEEN for none, OTHER for more than one,
    for those that join the one before and for raised figures. Keeps no more than MOST_KEPT of them."""

    def __missing__(self, ordinal: int) -> str:
        plain = fold_character(chr(ordinal)) or UNSEEN
        # Of digits, only those that `re` calls so are looked for behind a blank.
        is_one = len(plain) == 1 and not unicodedata.combining(plain) and plain.isdigit() == plain.isdecimal()
        found = plain if is_one and not is_superscript_digit(chr(ordinal), plain) else OTHER
        if len(self) < MOST_KEPT:
            self[ordinal] = found
        return found


PLAIN = PlainCharacters()


def is_misleading_span(text: str, span: Span) -> bool:
    """True when the span says other than the page: parts of words, or what is struck without saying so."""
    return cuts_word(text, span) or is_torn_from_struck(text, span.start)


def extend_over_struck_marks(text: str, span: Span) -> Span:
    """Takes in the brackets around struck words, and signs before the closing one, that no quote needs to have."""
    first, last = struck_around(text, span.start), struck_around(text, span.end - 1)
    ends = last is not None and not any(map(str.isalnum, text[span.end : last[1]]))
    return Span(first[0] if first else span.start, last[1] if last and ends else span.end)


def cuts_word(text: str, span: Span) -> bool:
    """True when the span begins or ends within a word or a number: "3 Euro" is not on a page that says "13 Euro"."""
    before, after = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    first, last = text[span.start], text[span.end - 1]
    if (first.isalnum() and before[-1:].isalnum()) or (last.isalnum() and after[:1].isalnum()):
        return True
    cut_before = first.isdigit() and CUT_NUMBER_BEFORE.search(before)
    cut_after = last.isdigit() and CUT_NUMBER_AFTER.match(after)
    return bool(cut_before or cut_after)
