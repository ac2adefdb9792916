"""Searches two wordings of one question and interleaves what they find."""

import asyncio
from collections.abc import Sequence
from itertools import chain, zip_longest

from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import Found, Passage
from apps.retrieval.search.search import find


async def find_both(first: str, second: str, setup: SearchSetup) -> Found:
    """As `find`, at most as many passages as the first search found and never fewer than the longer list allows."""
    return interleaved(*await asyncio.gather(find(first, setup), find(second, setup)))


def interleaved(one: Found, other: Found) -> Found:
    """What two searches found, as many passages as the longer list has."""
    most = max(len(one.passages), len(other.passages))
    passages = interleave(one.passages, other.passages)[:most]
    return Found(passages, [*one.steps, *other.steps], one.notes or other.notes)


def interleave(first: Sequence[Passage], second: Sequence[Passage]) -> list[Passage]:
    """The best of the first, the best of the second, …; each piece of text once."""
    found = {
        passage.chunk_id: passage for passage in chain.from_iterable(zip_longest(first, second)) if passage is not None
    }
    return list(found.values())
