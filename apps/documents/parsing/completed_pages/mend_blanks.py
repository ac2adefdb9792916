"""Mends words that print has broken or run together: the file itself knows where their blanks stand.

A narrow cell breaks a word in its middle ("Verkehr sordnun gswidri gkeiten"), letters that are set apart become words.
Only blanks are changed, and only where the letters of a paragraph stand on the page in the same order and case.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from apps.documents.parsing.office_source_text.own_paragraph import OwnParagraph
from apps.documents.parsing.types import ParsedPage

SOFT_HYPHEN = "\u00ad"
LEAST_IN_CELL, LEAST_IN_TEXT = 6, 24
"""Letters of a paragraph: shorter ones may stand by chance where other words meet ("an Teil", "Anteil")."""
MOST_PLACES = 200


def with_own_blanks(pages: Sequence[ParsedPage], own: Sequence[OwnParagraph]) -> list[ParsedPage]:
    """The bodies of the pages, with the blanks of paragraphs that stand on them; slides with those of the slide."""
    told = [each for each in own if not (each.notes or each.comment or each.picture)]
    written = "\n".join(dict.fromkeys(each.text for each in told))
    return [with_blanks_of(page, number, told, written) for number, page in enumerate(pages, 1)]


def with_blanks_of(page: ParsedPage, number: int, own: Sequence[OwnParagraph], written: str) -> ParsedPage:
    start, end = page.body or (0, len(page.text))
    body = page.text[start:end]
    here = (each.text.replace(SOFT_HYPHEN, "") for each in own if each.page in (0, number))
    texts = dict.fromkeys(text for text in here if text not in body)
    if not texts:
        return page
    mended = mend(body, list(texts), written)
    if mended == body:
        return page
    where = None if page.body is None else (start, start + len(mended))
    return replace(page, text=f"{page.text[:start]}{mended}{page.text[end:]}", body=where)


def mend(body: str, paragraphs: Sequence[str], written: str) -> str:
    """`written` is all text of the file: what stands in it as it stands on the page is right."""
    signs = letters_of(body)
    letters = "".join(body[index] for index in signs)
    changed: dict[tuple[int, int], str] = {}
    for paragraph in paragraphs:
        places = letters_of(paragraph)
        key = "".join(paragraph[index] for index in places)
        for found in occurrences(key, letters):
            on_page = signs[found : found + len(key)]
            if is_paragraph(body, on_page) and " ".join(body[on_page[0] : on_page[-1] + 1].split()) not in written:
                changed |= blanks(body, on_page, paragraph, places)
    for (start, end), gap in sorted(changed.items(), reverse=True):
        body = f"{body[:start]}{gap}{body[end:]}"
    return body


def letters_of(text: str) -> list[int]:
    """The places of its letters and digits."""
    return [index for index, sign in enumerate(text) if sign.isalnum()]


def occurrences(key: str, letters: str) -> Iterator[int]:
    found = letters.find(key) if len(key) >= LEAST_IN_CELL else -1
    for _ in range(MOST_PLACES):
        if found < 0:
            return
        yield found
        found = letters.find(key, found + len(key))


def is_paragraph(body: str, places: Sequence[int]) -> bool:
    """Whether these letters are a whole of words in one line: long enough, or short in a cell of a table."""
    start, end = places[0], places[-1] + 1
    in_words = not (body[start - 1 : start].isalnum() or body[end : end + 1].isalnum())
    in_table = body[body.rfind("\n", 0, start) + 1 : start + 1].startswith("|")
    inner = body[start:end]
    if not in_words or "\n\n" in inner or "|" in inner:
        return False
    return len(places) >= (LEAST_IN_CELL if in_table else LEAST_IN_TEXT)


def blanks(
    body: str, on_page: Sequence[int], paragraph: str, places: Sequence[int]
) -> Iterator[tuple[tuple[int, int], str]]:
    """Between which letters of the page stands something else than the paragraph has there, in its blanks alone."""
    for (before, after), (own_before, own_after) in zip(pairwise(on_page), pairwise(places), strict=True):
        printed, own = body[before + 1 : after], paragraph[own_before + 1 : own_after]
        if has_blank(printed) != has_blank(own) and "".join(printed.split()) == "".join(own.split()):
            yield (before + 1, after), own


def has_blank(text: str) -> bool:
    return any(map(str.isspace, text))
