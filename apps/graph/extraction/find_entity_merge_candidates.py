"""Finds merge candidates: pairs of entities with similar names, for people to decide whether they are one."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from apps.graph.extraction.entity_keys import SEPARATOR, name_in_key

SHORTEST_SPELLING = 6
"""Shortest name, in letters, in which one different letter counts as a typing error."""
MOST_SHARING_A_WORD = 40
"""A word that occurs in more names than this does not tell them apart: half of a city's offices share one."""


@dataclass(frozen=True, slots=True)
class NamedEntity:
    key: str
    name: str
    mentions: int


@dataclass(frozen=True, slots=True)
class MergeCandidate:
    """`other` may be another name of `kept`, which is mentioned more."""

    kept: NamedEntity
    other: NamedEntity
    reason: str


def merge_candidates(entities: Iterable[NamedEntity]) -> list[MergeCandidate]:
    """Pairs worth asking about, each once, the most mentioned first."""
    named = sorted(entities, key=lambda each: each.key)
    found: dict[tuple[str, str], MergeCandidate] = {}
    for reason, left, right in similar_name_pairs(named):
        kept, other = sorted((left, right), key=lambda each: (-each.mentions, -len(each.name), each.key))
        found.setdefault((kept.key, other.key), MergeCandidate(kept, other, reason))
    return sorted(found.values(), key=lambda each: (-each.kept.mentions - each.other.mentions, each.kept.key))


def similar_name_pairs(named: list[NamedEntity]) -> Iterator[tuple[str, NamedEntity, NamedEntity]]:
    by_name: defaultdict[str, list[NamedEntity]] = defaultdict(list)
    by_word: defaultdict[str, list[NamedEntity]] = defaultdict(list)
    by_initials: defaultdict[str, list[NamedEntity]] = defaultdict(list)
    by_gap: defaultdict[str, list[NamedEntity]] = defaultdict(list)
    for each in named:
        name, kind = each.key.rsplit(SEPARATOR, 1)
        words = name.split()
        by_name[name].append(each)
        for word in set(words):
            by_word[word + SEPARATOR + kind].append(each)
        if len(words) > 1:
            by_initials["".join(word[0] for word in words)].append(each)
        for gap in one_letter_deletions(name):
            by_gap[gap + SEPARATOR + kind].append(each)
    for group in by_name.values():
        yield from (("other_type", left, right) for left, right in entity_pairs(group))
    for group in by_word.values():
        if len(group) <= MOST_SHARING_A_WORD:
            yield from (
                ("part_of_name", left, right)
                for left, right in entity_pairs(group)
                if is_name_within_other(left, right)
            )
    for initials, group in by_initials.items():
        short = by_name.get(initials, [])
        yield from (("abbreviation", left, right) for left in group for right in short if len(initials) > 1)
    for group in by_gap.values():
        yield from (
            ("spelling", left, right) for left, right in entity_pairs(group) if differ_by_one_letter(left, right)
        )


def entity_pairs(group: list[NamedEntity]) -> Iterator[tuple[NamedEntity, NamedEntity]]:
    if len(group) <= MOST_SHARING_A_WORD:
        yield from ((left, right) for i, left in enumerate(group) for right in group[i + 1 :] if left.key != right.key)


def is_name_within_other(left: NamedEntity, right: NamedEntity) -> bool:
    """Whole words: Scrooge and Ebenezer Scrooge. Numbers tell things apart: § 7 is not § 77."""
    first, second = (set(name_in_key(each.key).split()) for each in (left, right))
    return (first < second or second < first) and not any(word.isdigit() for word in first ^ second)


def one_letter_deletions(name: str) -> list[str]:
    """The name with each letter left out in turn, and whole: names that differ by one letter share one of them."""
    if len(name) < SHORTEST_SPELLING or any(sign.isdigit() for sign in name):
        return []
    return [name, *(name[:i] + name[i + 1 :] for i in range(len(name)))]


def differ_by_one_letter(left: NamedEntity, right: NamedEntity) -> bool:
    first, second = (name_in_key(each.key) for each in (left, right))
    if abs(len(first) - len(second)) > 1 or first == second:
        return False
    short, long = sorted((first, second), key=len)
    if len(short) == len(long):
        return sum(a != b for a, b in zip(short, long, strict=True)) == 1
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
