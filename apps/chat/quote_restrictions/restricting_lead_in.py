"""Finds what leads to a quote on its page and restricts it: a sentence, line or heading above, a speaker's words."""

import re
from collections.abc import Sequence

from apps.chat.contradictions.contrasting_section_headings import names_any_word, section_at, split_page_sections
from apps.text.grammar.split_sentences import sentence_spans
from apps.text.locate_quote import BETWEEN_PARAGRAPHS, Span
from apps.text.restrictions.non_restrictive_lead_ins import is_plain_lead_in
from apps.text.restrictions.past_events_and_reported_speech import belongs_to_story, introduces_example_or_joke
from apps.text.restrictions.restricting_sentences_before import (
    restricts_as_heading,
    restricts_as_label,
    restricts_following,
)
from apps.text.word_stems import content_stems

LONGEST_PAGE = 40_000
FARTHEST = 2_000
"""Characters above a quote that are read, and at most those of one sentence behind."""
SHORTEST_NAMED = 3
MOST_WORDS = 12
"""Of a line that stands like a heading above what follows."""
NUMBERED = re.compile(r"[ \t]*(?:\(?\d{1,3}[a-z]?\)|\d{1,3}\.|§)")
CLOSED_BY = {"„": '“”"', "«": "»", "»": "«", "“": "”", "‚": "‘", '"': '"'}
"""Quotation marks."""
STRUCK = "~~"
WORD = re.compile(r"\w")


def restricting_lead(text: str, quote: Span) -> str:
    """What restricts the quote before it, in its paragraph or as the paragraph above; or an empty text."""
    start = max(text.rfind(BETWEEN_PARAGRAPHS, 0, quote.start) + len(BETWEEN_PARAGRAPHS) - 1, 0)
    begin = max(start, quote.start - FARTHEST)
    before = sentences_until(text, begin, quote.start)
    above_start = text.rfind(BETWEEN_PARAGRAPHS, 0, max(0, start - 1)) + 1
    above = text[max(above_start, start - FARTHEST) : start].strip()
    # Behind "Jetzt gilt für alle:" nothing belongs to the story before it.
    is_led = is_plain_lead_in(text[max(text.rfind(". ", start, quote.start) + 1, start) : quote.start])
    return (
        restricting_sentence(before)
        or ("" if is_led else story_sentence_before(before, text[quote.start : quote.end]))
        or restricting_paragraph(above, text[start : quote.start].strip())
    )


def story_sentence_before(before: Sequence[str], quote: str) -> str:
    """The sentence directly before the quote, where it tells a story to which the quote belongs; or an empty text."""
    if before and (introduces_example_or_joke(before[-1]) or belongs_to_story(before[-1], stripped_single_line(quote))):
        return before[-1]
    return ""


def sentences_until(text: str, begin: int, end: int) -> list[str]:
    """The whole sentences between two places: one that goes on behind `end` is none of them."""
    spans = sentence_spans(text[begin : end + FARTHEST])
    return [stripped_single_line(text[begin + first : begin + last]) for first, last in spans if begin + last <= end]


def restricting_sentence(before: Sequence[str]) -> str:
    """The latest of the sentences of a paragraph that restricts what follows, or its first one; or an empty text."""
    if before and restricts_as_label(" ".join(before)):
        return before[0]
    for said in reversed(before):
        if restricts_following(said):
            return said
        if said.endswith("?"):
            return ""  # what follows a question answers it
    return ""


def restricting_paragraph(above: str, own: str) -> str:
    """The paragraph above, where its last sentence restricts what follows, or where it is a line like a heading.

    `own` begins the paragraph of the quote: one with a number of its own does not follow from the one above.
    """
    if not above or above.startswith(("#", "|")) or NUMBERED.match(own) or NUMBERED.match(above):
        return ""
    last = [stripped_single_line(above[first:end]) for first, end in sentence_spans(above)][-1:]
    if last and restricts_following(last[0]):
        return last[0]
    line = stripped_single_line(above)
    is_line = "\n" not in above and len(line.split()) <= MOST_WORDS and not line.endswith(".")
    return line if is_line and restricts_as_heading(line) else ""


def restricting_heading(text: str, place: int, said: Sequence[str] = ()) -> str:
    """The heading above `place` that restricts what stands below it, unless `said` names it; or an empty text.

    `said` is what the answer and the question say. Pages of more than LONGEST_PAGE characters are not read.
    """
    if len(text) > LONGEST_PAGE:
        return ""
    for title in section_at(split_page_sections(text), place).path:
        if restricts_as_heading(title) and not mentions_all_words(said, title):
            return title
    return ""


def mentions_all_words(said: Sequence[str], title: str) -> bool:
    told = " ".join(said)
    return all(names_any_word(told, [word], SHORTEST_NAMED) for word in content_stems(title))


def is_quoted_or_struck(text: str, quote: Span) -> bool:
    """Whether it is struck ("~~…~~"), in a block of quotation ("> …"), or behind an opening quotation mark of its
    paragraph that nothing has closed."""
    if text.startswith(">", text.rfind("\n", 0, quote.start) + 1):
        return True
    if text[: quote.start].endswith(STRUCK) and STRUCK in text[quote.end : quote.end + len(STRUCK) + 1]:
        return True
    start = max(text.rfind(BETWEEN_PARAGRAPHS, 0, quote.start) + 1, quote.start - FARTHEST)
    closing, opened = "", start
    for place in range(start, quote.start):
        sign = text[place]
        if closing:
            closing = "" if sign in closing else closing
        elif sign in CLOSED_BY and not text[place - 1 : place].isalnum():
            closing, opened = CLOSED_BY[sign], place
    return bool(closing) and WORD.search(text, opened, quote.start) is not None


def stripped_single_line(text: str) -> str:
    return " ".join(text.split()).strip("*_ ")
