"""The units of the sources that may be quoted, each with the words in and around it. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.llm.offline.answers.matching import Places
from apps.llm.offline.answers.separable_verbs import like_infinitive
from apps.llm.prompts.framing import Frame
from apps.text.quotable_units import Unit, units
from apps.text.words import stem, subjects

NEIGHBOURS = 2
MOST_FOLLOWING = 4
RUNNING_FOOT = re.compile(r"\bSeite \d+(?: von \d+)?$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that may be quoted; `position` counts the units of its source."""

    number: int
    position: int
    unit: Unit
    places: Places
    following: tuple[Unit, ...]


def candidates_of(frame: Frame) -> list[Candidate]:
    found = units(frame.text)
    own = [stems(unit.shown) for unit in found]
    title, page = stems(frame.title), frozenset[str]().union(*own)
    return [
        Candidate(
            frame.number,
            position,
            unit,
            Places(own[position], stems(unit.lead), around(own, position), page, title),
            tuple(found[position + 1 : position + MOST_FOLLOWING]),
        )
        for position, unit in enumerate(found)
        if not unit.is_question and not RUNNING_FOOT.search(unit.quote)
    ]


def stems(text: str) -> frozenset[str]:
    return frozenset(like_infinitive(stem(word)) for word in subjects(text))


def around(own: Sequence[frozenset[str]], position: int) -> frozenset[str]:
    return frozenset[str]().union(*own[max(0, position - NEIGHBOURS) : position + NEIGHBOURS + 1])
