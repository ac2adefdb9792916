"""Builds prefix patterns that rule out texts without any of many words, before the exact pattern is tried."""

import re
from collections import defaultdict
from collections.abc import Iterable

LETTERS = 3
ALIKE = {"i": "ıİ", "k": "\u212a", "s": "ſ"}
"""Further characters that an expression that ignores case takes for a letter: dotless i, the Kelvin sign, long s."""


def prefix_pattern(words: Iterable[str], letters: int = LETTERS) -> str:
    """A pattern of the first letters of these words, in either case: "mai", "mrz" and "may" make m(?:a[iy]|rz).

    An expression that ignores case compares each place of a text with every word it may begin with. Put before it in
    (?=...), this is done after a letter or two. It does not ignore case but names both: only then does Python pass
    over a branch by its first character.
    """
    return f"(?-i:{prefix_alternation(words, letters)})"


def prefix_alternation(words: Iterable[str], letters: int) -> str:
    following: dict[str, set[str]] = defaultdict(set)
    for word in words:
        following[word[:1]].add(word[1:])
    if "" in following or not letters:
        return ""
    beginning_with: dict[str, list[str]] = defaultdict(list)
    for letter, rest in sorted(following.items()):
        beginning_with[prefix_alternation(rest, letters - 1)].append(letter)
    found = [case_insensitive_class(first) + rest for rest, first in beginning_with.items()]
    return found[0] if len(found) == 1 else f"(?:{'|'.join(found)})"


def case_insensitive_class(letters: Iterable[str]) -> str:
    """A set of these lower-case letters, their capitals and what an expression that ignores case takes for them."""
    signs = {sign for letter in letters for sign in (letter, *letter.upper(), *ALIKE.get(letter, ""))}
    return f"[{''.join(map(re.escape, sorted(signs)))}]"
