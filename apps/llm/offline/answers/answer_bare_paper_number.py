"""Answers a paper number typed alone ("Drucksache 8/0437") with the title and first sentence of that paper."""

import re
from collections.abc import Sequence

from apps.llm.offline.ranking.candidate_unit import CandidateUnit
from apps.llm.prompts.delimit_quoted_text import SourceBlock
from apps.text.normalise_identifiers import DIGITS, normalised_identifiers
from apps.text.quotable_units import QuotableUnit
from apps.text.word_stems import content_words

OF_PAPERS = ("drucksache", "drucksachen", "drs", "vorlage", "antrag", "anfrage", "nr", "nummer", "aktenzeichen", "az")
ASKS_WHAT_IT_SAYS = re.compile(
    r"\b(?:was (?:steht|ist) (?:in|mit)|w?or[ua]m geht(?: es|s|'s|’s)?(?: (?:in|bei))?|inhalt|thema)\b", re.IGNORECASE
)
LEAST_GROUPS = 2
"""Of digits in a number that names one paper."""
HEAD_OF_PAPER = 200
"""Characters at the beginning of a first page, where a paper says its own number."""
NUMBER = re.compile(r"(?<!\S)[^\s\d]*+\d\S*+")
KINDS = rf"(?:{'|'.join(OF_PAPERS)})\b\.?"
OWN = re.compile(
    rf"(?:^[^\w\n]*+|\b{KINDS}\W*+)(?P<number>\d{{1,2}} ?/ ?\d{{1,2}} \d{{3}}\b|[^\s,;()\d]{{0,40}}+\d[^\s,;()]*+)",
    re.IGNORECASE | re.MULTILINE,
)
"""A number that begins a line or stands behind the kind of paper that it is of."""
OF_ANOTHER = re.compile(
    r"(?:\(|\b(?:zu[rm]?|auf|gemäß|laut|nach|über|aus|in|mit|von|vom|der|bezug|betreff|betrifft|ändert|ersetzt)\b[\s:]*+)"
    rf"(?:(?:d(?:er|ie|as|em|en|es)|(?:klein|groß|dringlich|schriftlich)en?|{KINDS})\s++){{0,4}}+\Z",
    re.IGNORECASE,
)
"""What leads from this paper to the one named behind it: "Änderungsantrag zur", "Antwort auf die Kleine"."""


def units_of_named_paper(
    question: str, frames: Sequence[SourceBlock], candidates: Sequence[CandidateUnit]
) -> list[tuple[int, QuotableUnit]]:
    """Units with the numbers of their sources, where the question names a paper and nothing else. Of a number that is
    none of a document's own there are none: sentences that mention it are found as other answers are. No network, no
    database."""
    numbers = paper_numbers(question)
    if not numbers or not names_only_paper(question, frames):
        return []
    own = [frame for frame in frames if numbers & own_paper_numbers(frame)]
    return opening_units(min(own, key=lambda frame: frame.page or 0), candidates) if own else []


def paper_numbers(text: str) -> set[str]:
    return {
        name for name in normalised_identifiers(text) if name[0] == "#" and len(DIGITS.findall(name)) >= LEAST_GROUPS
    }


def own_paper_numbers(frame: SourceBlock) -> set[str]:
    """Returns the numbers of the metadata, else those that its first page says of itself."""
    of_metadata = paper_numbers(frame.reference)
    return of_metadata or (self_named_paper_numbers(frame.text[:HEAD_OF_PAPER]) if frame.page == 1 else set())


def self_named_paper_numbers(head: str) -> set[str]:
    found = (one for one in OWN.finditer(head) if not OF_ANOTHER.search(head[: one.start()]))
    return set().union(*(paper_numbers("".join(one["number"].split())) for one in found))


def names_only_paper(question: str, frames: Sequence[SourceBlock]) -> bool:
    """Whether its other words are those of the number: "Amtsblatt Nr. 9/2024"."""
    others = content_words(NUMBER.sub(" ", ASKS_WHAT_IT_SAYS.sub(" ", question)))
    kinds = frozenset(OF_PAPERS).union(
        *(content_words(f"{frame.reference} {frame.text[:HEAD_OF_PAPER]}") for frame in frames)
    )
    return kinds.issuperset(others)


def opening_units(frame: SourceBlock, candidates: Sequence[CandidateUnit]) -> list[tuple[int, QuotableUnit]]:
    """The title as the page has it, and the first sentence that can be read and says more than the number."""
    title = " ".join(frame.title.split())
    stands_there = bool(title) and title in " ".join(frame.text.split())
    of_page = (one.unit for one in candidates if one.number == frame.number)
    known = own_paper_numbers(frame)
    first = next((unit for unit in of_page if unit.quote not in title and not known & paper_numbers(unit.quote)), None)
    units = [*([QuotableUnit(title, title)] if stands_there else []), *([first] if first else [])]
    return [(frame.number, unit) for unit in units]
