"""Search in the handbook: headings and paragraphs, compared word by word when somebody asks. There is no index."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.text.word_stems import content_words, stem
from config.handbook.chapters import Chapter

SIGNS = re.compile(
    r"!\[[^\[\]]{0,500}+\]\([^)]{0,200}+\)|\[([^\[\]]{0,500}+)\]\([^)]{0,200}+\)|[*`|]+|^(?:- |\d+\. |> )", re.MULTILINE
)
MOST_RESULTS = 20
OF_TITLE, OF_HEADING = 4, 2
LONGEST_EXCERPT = 300
"""Characters of a paragraph that are shown."""
FARTHEST_HIT = 200
"""Of a word from the beginning of what is shown."""


@dataclass(frozen=True, slots=True)
class HandbookHit:
    """A paragraph, from the sentence on that has a word of the query, or a heading without one; and where it stands."""

    chapter: Chapter
    heading: str
    text: str
    score: int


def search_handbook(query: str, chapters: list[Chapter]) -> list[HandbookHit]:
    """Paragraphs that have every word of the query, in the title and heading above them or themselves; best first.

    A word also counts as found at the beginning of a longer one ("Prompt" in "Promptversion"). Without words that
    carry a subject nothing is found.
    """
    wanted = {stem(word) for word in content_words(query)}
    found = [result for each in chapters for result in search_chapter(wanted, each)] if wanted else []
    return sorted(found, key=lambda result: -result.score)[:MOST_RESULTS]


def search_chapter(wanted: set[str], chapter: Chapter) -> Iterator[HandbookHit]:
    of_title = matching_stems(wanted, chapter.title)
    for heading, text in paragraphs(chapter.body):
        of_heading, of_text = matching_stems(wanted, heading), matching_stems(wanted, text)
        # A paragraph must add something, or each of a chapter would be found by the chapter's title.
        if of_title | of_heading | of_text == wanted and (of_text or (of_heading and not text)):
            score = OF_TITLE * len(of_title) + OF_HEADING * len(of_heading) + len(of_text)
            yield HandbookHit(chapter, heading, excerpt(text, wanted), score)


def excerpt(text: str, wanted: set[str]) -> str:
    """Returns the beginning, or what begins with the sentence of the first wanted word, where that is far behind."""
    place = next((found.start() for found in re.finditer(r"\S+", text) if matching_stems(wanted, found[0])), 0)
    start = text.rfind(". ", 0, place) + len(". ") if place > FARTHEST_HIT else 0
    shown = f"… {text[start:]}" if start > len(". ") else text
    return shown if len(shown) <= LONGEST_EXCERPT else f"{shown[: LONGEST_EXCERPT - 1]}…"


def matching_stems(wanted: set[str], text: str) -> set[str]:
    words = [stem(word) for word in content_words(text)]
    return {one for one in wanted if any(word.startswith(one) for word in words)}


def paragraphs(markdown: str) -> Iterator[tuple[str, str]]:
    """(the heading above, the paragraph as plain text); a heading by itself comes with an empty text."""
    heading = ""
    for block in re.split(r"\n\s*\n", markdown):
        if block.startswith("#"):
            heading = block.lstrip("# ").strip()
            yield heading, ""
        elif text := strip_markdown(block):
            yield heading, text


def strip_markdown(block: str) -> str:
    """Strips the signs of Markdown; pictures go, of links the words stay."""
    return " ".join(SIGNS.sub(lambda found: f"{found[1] or ''} ", block).split())
