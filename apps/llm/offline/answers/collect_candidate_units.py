"""The candidate units: sentences and rows of the sources that may be quoted, with the words in and around them."""

from collections.abc import Sequence

from apps.llm.offline.answers.make_units_readable import ReadableUnit, open_list, readable_units
from apps.llm.offline.ranking.answer_type_cues import POINTS_BACK
from apps.llm.offline.ranking.candidate_unit import CandidateUnit, UnitStems
from apps.llm.offline.ranking.exclude_other_matters import day_asked
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.text.grammar.separable_verbs import like_infinitive
from apps.text.parse_date import days_in
from apps.text.quotable_units import units
from apps.text.word_stems import stem, subjects

NEIGHBOURS = 2
WORDS_OF_BEGINNING = 5
LEADS_OVER = 800
"""Characters at the end of a page that lead to what the next one begins with."""


def of_the_day(question: str, frames: Sequence[SourceBlock]) -> Sequence[SourceBlock]:
    """Where the question is about what happened on one day, the pages of documents that name it; else all of them."""
    day = day_asked(question)
    if day is None:
        return frames
    titles = {frame.title for frame in frames if day in days_in(f"{frame.title}\n{frame.text}")}
    return [frame for frame in frames if frame.title in titles]


def candidates_of_all(frames: Sequence[SourceBlock]) -> list[CandidateUnit]:
    """Of all sources, in their order."""
    pages = {(frame.title, frame.page): frame for frame in frames}
    return [
        candidate
        for frame in frames
        for candidate in candidates_of(frame, pages.get((frame.title, frame.page - 1)) if frame.page else None)
    ]


def candidates_of(frame: SourceBlock, previous: SourceBlock | None = None) -> list[CandidateUnit]:
    """`previous`: the page before, where that is a source, too."""
    opened = open_list(units(previous.text)) if previous else None
    found = readable_units(units(frame.text), opened)
    said = [stems(one.words) for one in found]
    own = [
        words | said[place - 1] if place and POINTS_BACK.match(found[place].words) else words
        for place, words in enumerate(said)
    ]
    # What stands on the page counts as being there, whether it can be quoted or not.
    # So does what the page before ends with: a table goes on without the words that led to it.
    title, page = stems(frame.title), stems(f"{previous.text[-LEADS_OVER:]} {frame.text}" if previous else frame.text)
    first = next((position for position, one in enumerate(found) if one.can_be_read), None) if frame.page == 1 else None
    return [
        CandidateUnit(
            frame.number,
            position,
            one.unit,
            UnitStems(own[position], stems(beginning(one)), stems(one.lead), around(own, position), page, title),
            one.is_list,
            previous.number if previous and opened and one.unit.lead_proof == opened.leading else 0,
            position == first,
        )
        for position, one in enumerate(found)
        if one.can_be_read
    ]


def stems(text: str) -> frozenset[str]:
    return frozenset(like_infinitive(stem(word)) for word in subjects(text))


def beginning(one: ReadableUnit) -> str:
    return " ".join(one.unit.shown.split(maxsplit=WORDS_OF_BEGINNING)[:WORDS_OF_BEGINNING])


def around(own: Sequence[frozenset[str]], position: int) -> frozenset[str]:
    return frozenset[str]().union(*own[max(0, position - NEIGHBOURS) : position + NEIGHBOURS + 1])
