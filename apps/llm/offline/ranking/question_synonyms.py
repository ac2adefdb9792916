"""Synonyms between the words of people and the words of offices.

Each line of the list is a group; a word may stand in several. Compared by stem.
"""

from pathlib import Path

from apps.text.word_stems import fold, stem


def groups() -> dict[str, frozenset[int]]:
    """The numbers of the groups in which a stem stands."""
    lines = (Path(__file__).parent / "synonyms.txt").read_text(encoding="utf-8").splitlines()
    found: dict[str, set[int]] = {}
    for number, line in enumerate(line for line in lines if not line.startswith("#")):
        for word in line.split():
            found.setdefault(stem(fold(word)), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


GROUPS = groups()
NONE: frozenset[int] = frozenset()


def means_the_same(one: str, other: str) -> bool:
    """Both are stems."""
    return not GROUPS.get(one, NONE).isdisjoint(GROUPS.get(other, NONE))
