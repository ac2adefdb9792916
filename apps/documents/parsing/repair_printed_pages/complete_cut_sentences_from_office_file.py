"""Completes sentences cut by the end of a page from the Office file: they stand whole on the page where they begin.

Half a sentence is found by nobody and proves nothing. The next page keeps the half that is printed on it.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.types import ParsedPage
from apps.text.comparable_letters import comparable_letters
from apps.text.numbers.calendar_names import GERMAN_MONTHS, title_case_pattern

MONTH = title_case_pattern(*GERMAN_MONTHS, "jänner")
SENTENCE_ENDS = re.compile(
    r"(?<=[^\W\d_][^\W\d_][^\W\d_])[.!?…:;][\"»”“’)\]]*(?=\s+[\"„“»(\[]?[A-ZÄÖÜ]|\s*\Z)"
    rf"|(?<=\d)[.!?][\"»”“’)\]]*(?!\s+(?:{MONTH})\b)(?=\s+[\"„“»(\[]?[A-ZÄÖÜ][a-zäöü]+\s[a-zäöü]|\s*\Z)"
)
"""Of a sentence: not after short words and figures, which a full stop shortens or counts, as that of a day."""
EDGE = 24
"""Letters on either side of the cut by which the paragraph is known."""
LONGEST_REST = 600


def complete_sentences_from_file(pages: Sequence[ParsedPage], own: Sequence[SourceParagraph]) -> list[ParsedPage]:
    """Completes sentences whose paragraph in the file goes on from a page's body to the next one's."""
    told = [each.text for each in own if not (each.page or each.notes or each.comment or each.picture)]
    keys = [comparable_letters(text) for text in told]
    whole, starts = "".join(keys), list(accumulate(map(len, keys), initial=0))
    joined = list(pages)
    for index in range(len(pages) - 1):
        before, after = (
            comparable_letters(pages[index].body_text)[-EDGE:],
            comparable_letters(pages[index + 1].body_text)[:EDGE],
        )
        found = whole.find(before + after) if min(len(before), len(after)) == EDGE else -1
        if found >= 0:
            cut = found + EDGE
            paragraph = bisect_right(starts, cut) - 1
            joined[index] = append_rest(pages[index], rest_of_sentence(told[paragraph], cut - starts[paragraph]))
    return joined


def rest_of_sentence(paragraph: str, letters: int) -> str:
    """What its sentence says after so many letters of the paragraph; empty where a sentence ends there.

    It begins without a blank where a word was cut.
    """
    if letters == 0:
        return ""
    cut = position_after_letters(paragraph, letters)
    ends = [found.end() for found in SENTENCE_ENDS.finditer(paragraph)]
    if any(end <= cut and not comparable_letters(paragraph[end:cut]) for end in ends):
        return ""
    rest = paragraph[cut : next((end for end in ends if end > cut), len(paragraph))]
    return rest if len(rest) <= LONGEST_REST else ""


def position_after_letters(text: str, letters: int) -> int:
    """The index after so many letters and the signs that follow them."""
    return positions_after_letters(text, [letters])[0]


def positions_after_letters(text: str, letters: Sequence[int]) -> list[int]:
    """Returns `position_after_letters` of each of these numbers, which rise, in one pass."""
    places: list[int] = []
    done = 0
    for index, sign in enumerate(text):
        own = len(comparable_letters(sign))
        while (own or sign.isspace()) and len(places) < len(letters) and letters[len(places)] <= done:
            places.append(index)
        if len(places) == len(letters):
            break
        done += own
    return places + [len(text)] * (len(letters) - len(places))


def append_rest(page: ParsedPage, rest: str) -> ParsedPage:
    if not rest.strip():
        return page
    body = page.body_text.rstrip()
    cuts_word = not rest[0].isspace()
    return replace_body_end(page, body, f"{body.rstrip('-') if cuts_word else f'{body} '}{rest.strip()}")


def replace_body_end(page: ParsedPage, ending: str, other: str) -> ParsedPage:
    """The page whose body ends otherwise; its foot follows after it."""
    start, end = page.body or (0, len(page.text))
    joined, foot = f"{page.text[start:end].rstrip().removesuffix(ending)}{other}", page.text[end:]
    foot = f"\n\n{foot.lstrip()}" if foot.strip() else ""
    where = None if page.body is None else (start, start + len(joined))
    return replace(page, text=f"{page.text[:start]}{joined}{foot}", body=where)
