"""Prefilters texts: whether one of many words occurs at all, before an exact pattern is tried."""

from collections import defaultdict
from collections.abc import Iterable

LETTERS = 3


def prefix_pattern(words: Iterable[str], letters: int = LETTERS) -> str:
    """A pattern of the first letters of these words, letter by letter: "mai", "mrz" and "may" make m(?:a(?:i|y)|rz).

    An expression that ignores case compares each place of a text with every word it may begin with. Put before it in
    (?=...), this is done after a letter or two.
    """
    following: dict[str, set[str]] = defaultdict(set)
    for word in words:
        following[word[:1]].add(word[1:])
    if "" in following or not letters:
        return ""
    branches = [letter + prefix_pattern(rest, letters - 1) for letter, rest in sorted(following.items())]
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
