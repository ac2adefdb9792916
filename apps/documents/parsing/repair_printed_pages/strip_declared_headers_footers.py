"""Strips headers and footers that the office file declares from the bodies of its printed pages.

Without that they run into the first paragraph and the last one where print leaves no blank between. They stay on their
page.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.complete_cut_sentences_from_office_file import EDGE
from apps.documents.parsing.types import ParsedPage
from apps.text.comparable_letters import comparable_letters

BETWEEN = "\n\n"
NEVER = ("|", "# ", "## ")
"""Tables, and what is printed so large that it may be the title itself, which many heads repeat."""
WORD = re.compile(r"\d+|[^\W\d_]+")
LEAST_LETTERS = 4
"""That are no digits: page numbers alone are told by how they run through the pages."""
MOST_PARAGRAPHS = 8
"""Of a head or a foot."""
LONGEST = 1_000
"""Characters at an end of a page that are looked at for one of them."""


@dataclass(frozen=True, slots=True)
class PageEdges:
    """Paragraphs of the heads and of the feet; any number in them may be that of a page."""

    heads: tuple[str, ...] = ()
    feet: tuple[str, ...] = ()


def strip_headers_and_footers(
    pages: Sequence[ParsedPage], own: Sequence[SourceParagraph], edges: PageEdges
) -> Sequence[ParsedPage]:
    """The pages with a `body` that has none of `edges`; where the file's text itself has the words, they stay.

    All pages stay as they are where nothing else stands on any of them.
    """
    heads = [re.compile(rf"[\W_]*{each}[^\w\s]*(?!\S)", re.IGNORECASE) for each in edge_patterns(edges.heads)]
    feet = [re.compile(rf"(?<!\S)[^\w\s]*{each}[\W_]*\Z", re.IGNORECASE) for each in edge_patterns(edges.feet)]
    if not (heads or feet):
        return pages
    text = "".join(comparable_letters(each.text) for each in own if not (each.comment or each.picture))
    found = [strip_footers(strip_headers(page, heads, text), feet, text) for page in pages]
    return found if any(page.body_text.strip() for page in found) else pages


def edge_patterns(paragraphs: Iterable[str]) -> list[str]:
    """The longest first, since one may begin as another does."""
    words = (WORD.findall(each) for each in sorted(set(paragraphs), key=len, reverse=True))
    long = (each for each in words if sum(len(word) for word in each if not word.isdigit()) >= LEAST_LETTERS)
    return [r"[\W_]*".join(r"\d{1,9}" if word.isdigit() else word for word in each) for each in long]


def strip_headers(page: ParsedPage, heads: Sequence[re.Pattern[str]], text: str) -> ParsedPage:
    for _ in range(MOST_PARAGRAPHS):
        start, end = page.body or (0, len(page.text))
        body = page.text[start:end][:LONGEST]
        found = next((match for head in heads if (match := head.match(body))), None)
        if found is None or body.lstrip().startswith(NEVER) or is_in_page_edge(found[0], page.text[:start]):
            break
        if comparable_letters(found[0]) + comparable_letters(body[found.end() :])[:EDGE] in text:
            break
        cut = start + found.end()
        page = rebuild_page(page, page.text[:cut].rstrip(), page.text[cut:end].strip(), page.text[end:].lstrip())
    return page


def strip_footers(page: ParsedPage, feet: Sequence[re.Pattern[str]], text: str) -> ParsedPage:
    for _ in range(MOST_PARAGRAPHS):
        start, end = page.body or (0, len(page.text))
        body = page.text[start:end][-LONGEST:]
        found = next((match for foot in feet if (match := foot.search(body))), None)
        last = body[: found.end() if found else 0].rpartition(BETWEEN)[2]
        if found is None or last.startswith(NEVER) or is_in_page_edge(found[0], page.text[end:]):
            break
        if comparable_letters(body[: found.start()])[-EDGE:] + comparable_letters(found[0]) in text:
            break
        cut = end - len(body) + found.start()
        page = rebuild_page(page, page.text[:start].rstrip(), page.text[start:cut].strip(), page.text[cut:].lstrip())
    return page


def is_in_page_edge(words: str, apart: str) -> bool:
    """Whether the edge of a page has them already: what follows is the text."""
    return comparable_letters(words) in comparable_letters(apart)


def rebuild_page(page: ParsedPage, head: str, body: str, foot: str) -> ParsedPage:
    begins, ends = f"{head}{BETWEEN}" if head else "", f"{BETWEEN}{foot}" if foot else ""
    return replace(page, text=f"{begins}{body}{ends}", body=(len(begins), len(begins) + len(body)))
