"""Synonyms that connect everyday words in questions with the official terms in documents.

Each line of the list is a group; a word may stand in several. Compared by stem.
"""

from pathlib import Path

from apps.text.word_stems import fold, stem


def read_synonyms() -> list[list[str]]:
    """The words of each group as they are written."""
    lines = (Path(__file__).parent / "synonyms.txt").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def synonym_group_numbers() -> dict[str, frozenset[int]]:
    """The numbers of the groups in which a stem stands."""
    found: dict[str, set[int]] = {}
    for number, words in enumerate(SYNONYMS):
        for word in words:
            found.setdefault(stem(fold(word)), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


SYNONYMS = read_synonyms()
GROUPS = synonym_group_numbers()
NONE: frozenset[int] = frozenset()
STEMS = [frozenset(stem(fold(word)) for word in words) for words in SYNONYMS]
"""Of each group, by its number."""


def are_synonyms(one: str, other: str) -> bool:
    """Both are stems."""
    return not GROUPS.get(one, NONE).isdisjoint(GROUPS.get(other, NONE))


def synonym_stems(one: str) -> frozenset[str]:
    """All stems that mean the same as this stem, itself among them; none where it stands in no group."""
    return frozenset[str]().union(*(STEMS[number] for number in GROUPS.get(one, NONE)))


def written_synonyms(word: str) -> list[str]:
    """The words of its groups that have another stem, as they are written; none where it stands in no group."""
    own = stem(fold(word))
    others = (other for number in sorted(GROUPS.get(own, NONE)) for other in SYNONYMS[number])
    return list(dict.fromkeys(other for other in others if stem(fold(other)) != own))
