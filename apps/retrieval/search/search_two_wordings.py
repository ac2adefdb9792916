"""Searches two wordings of one question and interleaves what they find."""

import asyncio
from collections.abc import Sequence
from itertools import chain, zip_longest

from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import Passage, RetrievalResult
from apps.retrieval.search.search import search_with_setup


async def search_both_wordings(first: str, second: str, setup: SearchSetup) -> RetrievalResult:
    """Searches both at the same time; returns as many passages as the longer of the two lists has."""
    return interleave_results(*await asyncio.gather(search_with_setup(first, setup), search_with_setup(second, setup)))


def interleave_results(one: RetrievalResult, other: RetrievalResult) -> RetrievalResult:
    """What two searches found, as many passages as the longer list has."""
    most = max(len(one.passages), len(other.passages))
    passages = interleave_passages(one.passages, other.passages)[:most]
    return RetrievalResult(passages, [*one.steps, *other.steps], one.notes or other.notes)


def interleave_passages(first: Sequence[Passage], second: Sequence[Passage]) -> list[Passage]:
    """The best of the first, the best of the second, …; each piece of text once."""
    found = {
        passage.chunk_id: passage for passage in chain.from_iterable(zip_longest(first, second)) if passage is not None
    }
    return list(found.values())
