"""Reference numbers: what a question names by its number, and whether a text names the same in another spelling."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.retrieval.keywords.exact_phrases import contains_phrase, fold_to_one_line
from apps.text.normalise_identifiers import DIGITS, normalised_identifiers

LONGEST_QUESTION = 2_000
"""Characters of a question that are looked at."""
# A section to its parts, such as "§ 77 abs. 2 satz 1 sgg", with the word after it, folded.
SECTION = re.compile(r"§{1,2} ?\d+[a-z]?(?: (?:abs(?:atz|\.)|satz|nr\.) ?\d+)*(?: [a-z]{2,12}\b)?")


@dataclass(frozen=True, slots=True)
class NamedReferences:
    """The reference numbers of a question.

    `names` are in the forms of apps/text/normalise_identifiers.py, `sections` as they were typed, so that texts with
    the same subsection come first.
    """

    names: frozenset[str]
    sections: tuple[str, ...]

    @classmethod
    def by(cls, question: str) -> "NamedReferences":
        folded = fold_to_one_line(question[:LONGEST_QUESTION])
        return cls(frozenset(filter(is_distinctive, normalised_identifiers(folded))), tuple(SECTION.findall(folded)))

    def __bool__(self) -> bool:
        return bool(self.names or self.sections)

    def share_in(self, text: str) -> float:
        """The share of all that is named that stands in the folded text."""
        known = normalised_identifiers(text) if any(may_stand_in(name, text) for name in self.names) else set()
        found = len(self.names & known) + sum(contains_phrase(section, text) for section in self.sections)
        return found / (len(self.names) + len(self.sections))


def is_distinctive(name: str) -> bool:
    """Whether it names one thing: a number of two groups of digits, a section with its law, a telephone, a mail box.

    Not a day, on which many things happened, nor "covid-19".
    """
    if name[0] == "#":
        return "@" in name or len(DIGITS.findall(name)) > 1
    return name[0] == "+" or (name[0] == "§" and " " in name)


def may_stand_in(name: str, text: str) -> bool:
    """A fast check: a text without all of these parts does not contain the reference."""
    return all(part in text for part in constant_parts(name))


@lru_cache(maxsize=64)
def constant_parts(name: str) -> Sequence[str]:
    """What all spellings of a reference have in common: the end of its last number, and the words beside it."""
    numbers = DIGITS.findall(name)
    if not numbers:
        return [name[1:]]
    # "19/12345" may be "19 / 12 345", and telephones are written in groups of two.
    end = numbers[-1][-2:] if name[0] == "+" else numbers[-1][-3:]
    return [*name.split()[1:], end]
