"""Syllables of German words, by the hyphenation patterns of pyphen."""

from functools import cache, lru_cache
from typing import Any


@lru_cache(maxsize=50_000)
def syllables(word: str) -> int:
    """At least one. Patterns never part a single letter at an end, so "Abend" counts as it breaks: one."""
    return len(dictionary().positions(word)) + 1


@cache
def dictionary() -> Any:
    """Loads the patterns once: a quarter of a second and 18 MB."""
    from pyphen import Pyphen

    return Pyphen(lang="de_DE")
