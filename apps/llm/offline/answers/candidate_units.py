"""The units of the sources that may be quoted, each with the words in and around it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.llm.offline.answers.separable_verbs import like_infinitive
from apps.llm.offline.answers.term_coverage import UnitStems
from apps.llm.prompts.prompt_blocks import SourceBlock
from apps.text.quotable_units import QuotableUnit, units
from apps.text.word_stems import stem, subjects

NEIGHBOURS = 2
MOST_FOLLOWING = 4
RUNNING_FOOT = re.compile(r"\bSeite \d+(?: von \d+)?$")


@dataclass(frozen=True, slots=True)
class CandidateUnit:
    """A unit that may be quoted; `position` counts the units of its source."""

    number: int
    position: int
    unit: QuotableUnit
    stems: UnitStems
    following: tuple[QuotableUnit, ...]


def candidates_of(frame: SourceBlock) -> list[CandidateUnit]:
    found = units(frame.text)
    own = [stems(unit.shown) for unit in found]
    title, page = stems(frame.title), frozenset[str]().union(*own)
    return [
        CandidateUnit(
            frame.number,
            position,
            unit,
            UnitStems(own[position], stems(unit.lead), around(own, position), page, title),
            tuple(found[position + 1 : position + MOST_FOLLOWING]),
        )
        for position, unit in enumerate(found)
        if not unit.is_question and not RUNNING_FOOT.search(unit.quote)
    ]


def stems(text: str) -> frozenset[str]:
    return frozenset(like_infinitive(stem(word)) for word in subjects(text))


def around(own: Sequence[frozenset[str]], position: int) -> frozenset[str]:
    return frozenset[str]().union(*own[max(0, position - NEIGHBOURS) : position + NEIGHBOURS + 1])
