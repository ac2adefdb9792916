"""Finds the heading that tells a sentence of a page apart from another section, which says otherwise.

"The fee is 37 euros." below "Identity card" holds for identity cards only where "The fee is 70 euros." stands below
"Passport": an answer that does not say which of them it means is proved by neither. No list of words decides whether a
heading narrows what stands below it; the other section does.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.text.entailment import find_contradictions
from apps.text.grammar.negation_words import is_negated
from apps.text.locate_quote import Span
from apps.text.word_stems import content_stems

HEADING = re.compile(r"^(\#{1,6})[ \t]+(\S.*)$", re.MULTILINE)
FIGURE = re.compile(r"\d[\d.,]*")
SHORTEST_PART = 4
SHORTEST_ASKED = 3
"""Letters of a stem that begins or ends a compound, and of one that ends it in a question, which has few words: "Pass"
asks for the "Reisepass"; but "Ende 2012" does not name the "Studierende"."""
LONGEST_PAGE, LONGEST_SENTENCE = 40_000, 400
LEAST_SHARED, NEARLY_ALL = 0.5, 0.7
"""Share of the words of the shorter sentence that both must have, and of the longer one where neither figures nor a
denial tell them apart, before they are parsed: that takes some milliseconds."""
MOST_COMPARED = 2
PAGES_OF_AN_ANSWER = 32
"""Every sentence of an answer asks for the sections of its page, twice."""

OnPage = Iterable[tuple[Span, str]]


@dataclass(frozen=True, slots=True)
class PageSection:
    """`start` is the place of its heading; `path` are the headings above its text, the outermost first."""

    start: int
    path: tuple[str, ...]


def contrasting_heading(page: str, on_page: OnPage, place: int, sentence: str, said: Sequence[str]) -> str:
    """The heading above `place` which an answer leaves open although another section contradicts the sentence there.

    `on_page` are the sentences of the page, each with its span.
    `said` is the sentence of the answer, then the sentences before it, the latest first, and last the question. Empty
    where these name the heading, or no section contradicts. Pages of more than LONGEST_PAGE characters are not read.
    """
    found = split_page_sections(page) if len(page) <= LONGEST_PAGE else ()
    if len(found) < len(("before all headings", "own", "other")):
        return ""
    own = section_at(found, place)
    for other in contradicting_sections(on_page, sentence, own, found):
        if not is_section_named(
            said,
            distinguishing_heading_words(own.path, but=other.path),
            distinguishing_heading_words(other.path, but=own.path),
        ):
            return " / ".join(own.path or other.path)
    return ""


@lru_cache(maxsize=PAGES_OF_AN_ANSWER)
def split_page_sections(text: str) -> tuple[PageSection, ...]:
    """Splits a page at its headings, in their order; the first section is what stands before all of them."""
    found, path = [PageSection(0, ())], dict[int, str]()
    for heading in HEADING.finditer(text):
        depth = len(heading[1])
        path = {level: title for level, title in path.items() if level < depth} | {depth: heading[2].strip()}
        found.append(PageSection(heading.start(), tuple(path.values())))
    return tuple(found)


def section_at(found: Sequence[PageSection], place: int) -> PageSection:
    return found[bisect_right(found, place, key=lambda one: one.start) - 1]


def contradicting_sections(
    on_page: OnPage, sentence: str, own: PageSection, found: Sequence[PageSection]
) -> Iterator[PageSection]:
    """Yields sections under other headings with a sentence that contradicts this one; MOST_COMPARED are parsed."""
    elsewhere = [(section_at(found, span.start), said) for span, said in on_page]
    alike = [(word_overlap_score(sentence, said), other, said) for other, said in elsewhere if other.path != own.path]
    likely = sorted((one for one in alike if one[0]), key=lambda one: -one[0])
    for _, other, said in likely[:MOST_COMPARED]:
        if contradicts_sentence(sentence[:LONGEST_SENTENCE], said[:LONGEST_SENTENCE]):
            yield other


def word_overlap_score(sentence: str, other: str) -> float:
    """The share of the longer one's words that both have; 0 where they share few, or nothing can contradict.

    Two that contradict differ in figures, in a denial, or in hardly anything.
    """
    words, others = stems_of(sentence), stems_of(other)
    shorter, longer, shared = min(len(words), len(others)), max(len(words), len(others)), len(words & others)
    if not shorter or shared < LEAST_SHARED * shorter:
        return 0.0
    differ = set(FIGURE.findall(sentence)) != set(FIGURE.findall(other)) or is_negated(sentence) != is_negated(other)
    return shared / longer if differ or shared >= NEARLY_ALL * longer else 0.0


@lru_cache(maxsize=4_096)
def stems_of(text: str) -> frozenset[str]:
    """Each sentence of a page is asked for by every sentence of an answer."""
    return content_stems(text)


def contradicts_sentence(sentence: str, other: str) -> bool:
    """Whether it contradicts by the rules, or because nothing but figures differs."""
    if sentence == other:
        return False
    return FIGURE.sub("0", sentence) == FIGURE.sub("0", other) or find_contradictions(sentence, [other])[1]


def distinguishing_heading_words(path: Iterable[str], *, but: Iterable[str]) -> frozenset[str]:
    """What the headings of one path say and those of the other do not, not even in a compound."""
    others = content_stems(" ".join(but))
    return frozenset(
        word
        for word in content_stems(" ".join(path)) - others
        if not any(is_part(other, word) or is_part(word, other) for other in others)
    )


def is_section_named(said: Sequence[str], here: frozenset[str], there: frozenset[str]) -> bool:
    """Whether the latest text that names one of two sections names this one, and no other unless it is the first.

    Where none does, a section holds whose heading says nothing that the other's does not.
    """
    for place, text in enumerate(said):
        shortest = SHORTEST_ASKED if place == len(said) - 1 else SHORTEST_PART
        names_own, names_other = names_any_word(text, here, shortest), names_any_word(text, there, shortest)
        if names_own or names_other:
            return names_own and (place == 0 or not names_other)
    return not here


def names_any_word(text: str, words: Iterable[str], shortest: int) -> bool:
    """Whether a text has one of the words, or begins or ends a compound with a noun of the other.

    In a text with capital letters only words that have one are nouns: "erst" does not name the "Erstantrag".
    """
    said = content_stems(text)
    nouns = (
        content_stems(" ".join(word for word in text.split() if not word[:1].islower()))
        if text != text.lower()
        else said
    )
    return any(
        word in said or any(is_part(word, noun, shortest) or is_part(noun, word, shortest) for noun in nouns)
        for word in words
    )


def is_part(compound: str, word: str, shortest: int = SHORTEST_PART) -> bool:
    if len(word) >= SHORTEST_PART and compound.startswith(word):
        return True
    return len(word) >= shortest and compound.endswith(word)
