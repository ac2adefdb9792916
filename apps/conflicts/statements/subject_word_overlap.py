"""How surely two statements speak of the same thing, by the words they share."""

import re
from collections.abc import Iterable
from itertools import combinations

from apps.conflicts.comparison.fact_keys import hashes
from apps.conflicts.comparison.responsible_offices import OFFICES
from apps.conflicts.statements.statement import ValueStatement
from apps.conflicts.statements.subject_words import shared
from apps.text.word_stems import content_words, fold, stem

NEARLY_ALL = 0.7
"""Of the words of a row: a table of fees has many like it."""
LEGAL_ACT = re.compile(
    r"[Ss]atzung\b|[Gg]esetz(?:buch)?\b|[Vv]erordnung\b|[Oo]rdnung\b|\bVertrag\b|[Rr]ichtlinien?\b|\b[Ee]rla(?:ss|ß)\b"
    r"|\bTarif\b|\bBekanntmachung\b|\b(?:Act|Regulations?|Bylaws?|Byelaws?|Rules|Ordinance|Directive)\b"
)
PARAGRAPH = re.compile(
    r"§ ?\d|\b(?:Art(?:ikel|\.)|Article|Section) ?\d|\bAbs(?:atz|\.) ?\d"
    r"|\b[A-Z](?=[A-Z]{0,20}[a-z])[A-Za-z]{0,40}(?:GB?|O)\b"
)
"""The number of a paragraph, or the short name of a statute: "GemO"."""
FOLDED_OFFICES = (*(fold(name) for name in OFFICES), "verwaltung")
PREFIX, MOST_OWN, MOST_OF_TITLE, MOST_OTHERS = 8, 6, 6, 6
"""Letters of a word that are compared: one that is as long names a thing by itself. And how many words are."""


def nearness(first: ValueStatement, second: ValueStatement) -> int:
    """The weight of the shared words, highest for those that both sentences have; 0 where there are none, or where
    other words show that two things are meant."""
    if not is_linked(first, second) or are_two_things(first, second):
        return 0
    if (first.is_row or second.is_row) and min(cover(first, second), cover(second, first)) < NEARLY_ALL:
        return 0
    found = len(shared(first.own, second.own))
    found += len(shared(first.own, second.wide)) + len(shared(second.own, first.wide))
    return found


def cover(first: ValueStatement, second: ValueStatement) -> float:
    return len(shared(first.own, second.own)) / max(1, len(first.own))


def is_linked(first: ValueStatement, second: ValueStatement) -> bool:
    """Something of the title of one stands on the other side."""
    return bool(shared(first.of_title, second.wide) or shared(second.of_title, first.wide))


def are_two_things(first: ValueStatement, second: ValueStatement) -> bool:
    return are_two_acts(first, second) or are_siblings(first, second) or are_two_offices(first, second)


def are_two_acts(first: ValueStatement, second: ValueStatement) -> bool:
    """Two statutes or rules: each has a matter of its own, so what differs between them is meant to."""
    return is_of_an_act(first) and is_of_an_act(second)


def is_of_an_act(statement: ValueStatement) -> bool:
    """By its title, which may be the name of a file, or a number of a paragraph in or above it."""
    title = re.sub(r"[_-]", " ", statement.title)
    said = f"{title}\n{statement.lead}\n{statement.before}\n{statement.text}"
    return bool(LEGAL_ACT.search(title) or PARAGRAPH.search(said))


def are_siblings(first: ValueStatement, second: ValueStatement) -> bool:
    """ "Bezirk Nord" and "Bezirk Süd": titles that begin alike and differ in one word that the other side lacks."""
    one, other = first.of_title, second.of_title
    differing = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    if len(one) != len(other) or len(differing) != 1 or differing[0] == (one[0], other[0]):
        return False
    [(a, b)] = differing
    return not shared([a], second.wide) and not shared([b], first.wide)


def are_two_offices(first: ValueStatement, second: ValueStatement) -> bool:
    """Each sentence names an office that the other side lacks."""
    one, other = offices_of(first.text), offices_of(second.text)
    return bool(one and other) and not shared(one, second.wide) and not shared(other, first.wide)


def offices_of(text: str) -> list[str]:
    """The stems of their names."""
    return [stem(word) for word in content_words(text) if word.endswith(FOLDED_OFFICES)]


def statement_keys(statement: ValueStatement, kind: str, scope: str) -> list[int]:
    """Signed numbers of 32 bits, one for each pair of its most telling words and one for each long word; those of
    another `kind` or `scope` are others.

    Even where the sentence itself adds one of the words, odd where all stand around it. Two statements are
    candidates when they share a key that is even for one of them: what only surrounds both, such as the title of a
    series, would make each document a candidate of all the others.
    """
    others = [word for word in statement.wide if word not in statement.own and word not in statement.of_title]
    own = beginnings(sorted(statement.own, key=len, reverse=True)[:MOST_OWN])
    title = beginnings(statement.of_title[:MOST_OF_TITLE])
    added = own - title
    around_it = own | title | beginnings(others[:MOST_OTHERS])
    pairs = [*combinations(sorted(around_it), 2), *((word, "") for word in around_it if len(word) == PREFIX)]
    of_sentence = hashes(f"{scope} {kind} {one} {other}" for one, other in pairs if added & {one, other})
    around = hashes(f"{scope} {kind} {one} {other}" for one, other in pairs if not added & {one, other})
    return sorted({key & ~1 for key in of_sentence} | {key | 1 for key in around})


def beginnings(words: Iterable[str]) -> set[str]:
    return {word[:PREFIX] for word in words}
