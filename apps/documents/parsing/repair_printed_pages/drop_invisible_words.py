"""Takes words that no page shows out of the paragraphs of a file, such as white ones on white paper.

They are lost in print on purpose of whoever wrote them, and are not to be restored.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from apps.documents.parsing.normalise_text import normalise_text
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.types import ParsedPage
from apps.text.comparable_letters import comparable_letters

BLANKS = re.compile(r"\s+")
LEAST_LETTERS = 12
"""Of an unseen run that is known by its letters alone, whatever blanks print has put between them."""
LEAST_CUT = 3
"""Words of an unseen run that is cut out of a paragraph: fewer may be other words of it, such as a day of a date."""


def drop_unseen_words(pages: Sequence[ParsedPage], own: Sequence[SourceParagraph]) -> list[SourceParagraph]:
    """Removes unseen words. A paragraph that is printed as it stands keeps words that are unseen elsewhere; one that is
    not, and has few of them somewhere, stays as it is printed."""
    unseen = {normalise_text(words) for page in pages for words in page.unseen}
    if not unseen:
        return list(own)
    printed = "".join(comparable_letters(page.text) for page in pages)
    many = [words for words in unseen if len(words.split()) >= LEAST_CUT]
    long, broken = unseen_words_pattern(many), unseen_letters_pattern(many)
    short = unseen_words_pattern(words for words in unseen if len(words.split()) < LEAST_CUT)
    found = (each if comparable_letters(each.text) in printed else remove_unseen(each, long, broken) for each in own)
    return [each for each in found if comparable_letters(each.text) in printed or not short.search(each.text)]


def unseen_words_pattern(unseen: Iterable[str]) -> re.Pattern[str]:
    """Any of them as whole words, longest first; without one, what no text has."""
    one = "|".join(re.escape(words) for words in sorted(unseen, key=len, reverse=True) if words)
    return re.compile(rf"(?<!\w)(?:{one})(?!\w)" if one else r"(?!)")


def unseen_letters_pattern(unseen: Iterable[str]) -> re.Pattern[str]:
    """Any of them without blanks, longest first: minute letters lie so near that print breaks and joins their words."""
    squeezed = sorted((BLANKS.sub("", words) for words in unseen), key=len, reverse=True)
    return re.compile("|".join(re.escape(words) for words in squeezed if len(words) >= LEAST_LETTERS) or r"(?!)")


def remove_unseen(paragraph: SourceParagraph, unseen: re.Pattern[str], broken: re.Pattern[str]) -> SourceParagraph:
    text = remove_broken_words(unseen.sub(" ", " ".join(paragraph.text.split())), broken)
    return replace(paragraph, text=" ".join(text.split()))


def remove_broken_words(text: str, broken: re.Pattern[str]) -> str:
    """Removes whole words that have the letters of an unseen run."""
    places = [place for place, sign in enumerate(text) if not sign.isspace()]
    kept, start = "", 0
    for found in broken.finditer(BLANKS.sub("", text)):
        begin, end = places[found.start()], places[found.end() - 1] + 1
        if not (text[max(begin - 1, 0) : begin].isalnum() or text[end : end + 1].isalnum()):
            kept, start = f"{kept}{text[start:begin]} ", end
    return kept + text[start:]
