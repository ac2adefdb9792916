"""The candidate units: sentences and rows of the sources that may be quoted, with the words in and around them."""

from collections.abc import Sequence

from apps.llm.offline.answers.make_units_readable import ReadableUnit, readable_units, trailing_open_list
from apps.llm.offline.ranking.answer_type_cues import POINTS_BACK
from apps.llm.offline.ranking.candidate_unit import CandidateUnit, UnitStems
from apps.llm.offline.ranking.exclude_other_matters import asked_day
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.text.grammar.join_separable_verbs import infinitive_stem
from apps.text.numbers.parse_date import dates_in_text
from apps.text.quotable_units import quotable_units
from apps.text.word_stems import stem, subject_words

NEIGHBOURS = 2
WORDS_OF_BEGINNING = 5
LEADS_OVER = 800
"""Characters at the end of a page that lead to what the next one begins with."""


def sources_of_asked_day(question: str, frames: Sequence[SourceBlock]) -> Sequence[SourceBlock]:
    """Keeps the pages of documents that name the day on which the question turns; all without such a day."""
    day = asked_day(question)
    if day is None:
        return frames
    titles = {frame.title for frame in frames if day in dates_in_text(f"{frame.title}\n{frame.text}")}
    return [frame for frame in frames if frame.title in titles]


def collect_candidate_units(frames: Sequence[SourceBlock]) -> list[CandidateUnit]:
    """Collects the units of all sources, in their order."""
    pages = {(frame.title, frame.page): frame for frame in frames}
    return [
        candidate
        for frame in frames
        for candidate in candidate_units_of_source(
            frame, pages.get((frame.title, frame.page - 1)) if frame.page else None
        )
    ]


def candidate_units_of_source(frame: SourceBlock, previous: SourceBlock | None = None) -> list[CandidateUnit]:
    """`previous`: the page before, where that is a source, too."""
    opened = trailing_open_list(quotable_units(previous.text)) if previous else None
    found = readable_units(quotable_units(frame.text), opened)
    said = [subject_stems(one.words) for one in found]
    own = [
        words | said[place - 1] if place and POINTS_BACK.match(found[place].words) else words
        for place, words in enumerate(said)
    ]
    # What stands on the page counts as being there, whether it can be quoted or not.
    # So does what the page before ends with: a table goes on without the words that led to it.
    title, page = (
        subject_stems(frame.title),
        subject_stems(f"{previous.text[-LEADS_OVER:]} {frame.text}" if previous else frame.text),
    )
    first = next((position for position, one in enumerate(found) if one.can_be_read), None) if frame.page == 1 else None
    return [
        CandidateUnit(
            frame.number,
            position,
            one.unit,
            UnitStems(
                own[position],
                subject_stems(first_words(one)),
                subject_stems(one.lead),
                neighbouring_stems(own, position),
                page,
                title,
            ),
            one.is_list,
            previous.number if previous and opened and one.unit.lead_proof == opened.leading else 0,
            position == first,
        )
        for position, one in enumerate(found)
        if one.can_be_read
    ]


def subject_stems(text: str) -> frozenset[str]:
    return frozenset(infinitive_stem(stem(word)) for word in subject_words(text))


def first_words(one: ReadableUnit) -> str:
    return " ".join(one.unit.shown.split(maxsplit=WORDS_OF_BEGINNING)[:WORDS_OF_BEGINNING])


def neighbouring_stems(own: Sequence[frozenset[str]], position: int) -> frozenset[str]:
    return frozenset[str]().union(*own[max(0, position - NEIGHBOURS) : position + NEIGHBOURS + 1])
