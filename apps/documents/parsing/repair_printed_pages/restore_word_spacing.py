"""Restores word spacing that printing to PDF broke or lost, as the office file itself has it.

A narrow cell breaks a word in its middle ("Verkehr sordnun gswidri gkeiten"), letters that are set apart become words.
Only blanks are changed, and only where the letters of a paragraph stand on the page in the same order and case.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from operator import itemgetter

from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.types import ParsedPage

SOFT_HYPHEN = "\u00ad"
LEAST_IN_CELL, LEAST_IN_TEXT = 6, 24
"""Letters of a paragraph: shorter ones may stand by chance where other words meet ("an Teil", "Anteil")."""
MOST_ALIKE = 50
"""Paragraphs that begin with the same LEAST_IN_TEXT letters."""
BLOCK = re.compile(r"[^|\n](?:[^|\n]++|\n(?!\n))*+")
"""A cell, or lines without a blank one: no paragraph goes further."""
WORD = re.compile(r"[^\W_]++")
BLANK = re.compile(r"\s++")


@dataclass(frozen=True, slots=True)
class ParagraphLetters:
    """A paragraph's text, the places of its letters and digits, and these."""

    text: str
    places: Sequence[int]
    letters: str


@dataclass(frozen=True)
class OwnJoints:
    """Joints of these texts, looked for with the first paragraph whose blanks are printed in other places."""

    texts: Sequence[str]

    @cached_property
    def found(self) -> frozenset[str]:
        return frozenset(joint for text in self.texts for joint in words_and_pairs(text))


Known = Mapping[str, Sequence[ParagraphLetters]]
"""Paragraphs by their first letters, LEAST_IN_TEXT at most; the longest first."""


def restore_word_spacing(pages: Sequence[ParsedPage], own: Sequence[SourceParagraph]) -> list[ParsedPage]:
    """The bodies of the pages, with the blanks of paragraphs that stand on them; slides with those of the slide.

    In time linear to pages and paragraphs.
    """
    told = [each for each in own if not (each.notes or each.comment or each.picture)]
    texts = [(each.page, each.text.replace(SOFT_HYPHEN, "")) for each in told]
    written = OwnJoints([text for _, text in texts])
    by_page = {
        page: index_by_first_letters(text for _, text in each)
        for page, each in groupby(sorted(texts, key=itemgetter(0)), key=itemgetter(0))
    }
    everywhere = by_page.get(0, {})
    return [
        restore_page_spacing(page, [everywhere, by_page.get(number, {})], written)
        for number, page in enumerate(pages, 1)
    ]


def words_and_pairs(text: str) -> Iterator[str]:
    """Each of its words, and each two that follow one another, with what stands between them."""
    words = list(WORD.finditer(text))
    yield from (word[0] for word in words)
    for one, other in pairwise(words):
        yield f"{one[0]}{BLANK.sub(' ', text[one.end() : other.start()])}{other[0]}"


def index_by_first_letters(texts: Iterable[str]) -> Known:
    found: defaultdict[str, list[ParagraphLetters]] = defaultdict(list)
    for text in dict.fromkeys(texts):
        places = letter_positions(text)
        letters = "".join(text[index] for index in places)
        alike = found[letters[:LEAST_IN_TEXT]]
        if len(letters) >= LEAST_IN_CELL and len(alike) < MOST_ALIKE:
            alike.append(ParagraphLetters(text, places, letters))
    return {begins: sorted(alike, key=lambda each: -len(each.letters)) for begins, alike in found.items() if alike}


def restore_page_spacing(page: ParsedPage, own: Sequence[Known], written: OwnJoints) -> ParsedPage:
    start, end = page.body or (0, len(page.text))
    body = page.text[start:end]
    mended = restore_blanks(body, own, written)
    if mended == body:
        return page
    where = None if page.body is None else (start, start + len(mended))
    return replace(page, text=f"{page.text[:start]}{mended}{page.text[end:]}", body=where)


def restore_blanks(body: str, own: Sequence[Known], written: OwnJoints) -> str:
    """`written` are the joints of the file: what stands in it as it stands on the page is right."""
    parts, done = [], 0
    for on_page, paragraph in matching_paragraphs(body, own):
        if has_same_blanks(body, on_page, paragraph):
            continue
        changed = list(differing_blanks(body, on_page, paragraph))
        if changed and not written.found.issuperset(words_and_pairs(body[on_page[0] : on_page[-1] + 1])):
            for (start, end), gap in changed:
                parts += [body[done:start], gap]
                done = end
    return "".join([*parts, body[done:]])


def has_same_blanks(body: str, on_page: Sequence[int], paragraph: ParagraphLetters) -> bool:
    """Whether every blank stands where the paragraph has one, as mostly: then nobody has to look between letters."""
    printed = body[on_page[0] : on_page[-1] + 1]
    return printed.split() == paragraph.text[paragraph.places[0] : paragraph.places[-1] + 1].split()


def matching_paragraphs(body: str, own: Sequence[Known]) -> Iterator[tuple[Sequence[int], ParagraphLetters]]:
    """The paragraphs whose letters stand there, each after the one before, with the places of these letters."""
    for block in BLOCK.finditer(body):
        in_table = body.startswith("|", body.rfind("\n", 0, block.start()) + 1)
        signs = [block.start() + index for index in letter_positions(block[0])]
        letters, done = "".join(body[index] for index in signs), 0
        for first, place in enumerate(signs):
            if first < done or body[place - 1 : place].isalnum():
                continue
            for paragraph in paragraphs_starting_at(letters, first, own, LEAST_IN_CELL if in_table else LEAST_IN_TEXT):
                end = first + len(paragraph.letters)
                if not body[signs[end - 1] + 1 : signs[end - 1] + 2].isalnum():
                    yield signs[first:end], paragraph
                    done = end
                    break


def paragraphs_starting_at(letters: str, first: int, own: Sequence[Known], least: int) -> Iterator[ParagraphLetters]:
    """The paragraphs of so many letters that stand from there on; the longest first."""
    for length in range(LEAST_IN_TEXT, least - 1, -1):
        begins = letters[first : first + length]
        for each in own:
            for paragraph in each.get(begins, ()):
                if letters.startswith(paragraph.letters, first):
                    yield paragraph


def letter_positions(text: str) -> list[int]:
    """The places of its letters and digits."""
    return [index for index, sign in enumerate(text) if sign.isalnum()]


def differing_blanks(
    body: str, on_page: Sequence[int], paragraph: ParagraphLetters
) -> Iterator[tuple[tuple[int, int], str]]:
    """Between which letters of the page stands something else than the paragraph has there, in its blanks alone."""
    for (before, after), (own_before, own_after) in zip(pairwise(on_page), pairwise(paragraph.places), strict=True):
        printed, own = body[before + 1 : after], paragraph.text[own_before + 1 : own_after]
        if has_blank(printed) != has_blank(own) and "".join(printed.split()) == "".join(own.split()):
            yield (before + 1, after), own


def has_blank(text: str) -> bool:
    return any(map(str.isspace, text))
