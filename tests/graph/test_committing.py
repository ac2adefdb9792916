import asyncio
import threading
from collections.abc import Sequence

import pytest

from apps.graph.committing import Commits


def test_what_comes_while_a_commit_is_under_way_goes_together_with_the_next_one() -> None:
    stored: list[list[int]] = []
    first_may_end = threading.Event()

    def store(things: Sequence[int]) -> None:
        if not stored:
            first_may_end.wait(5)
        stored.append(list(things))

    async def keep_three() -> list[Sequence[int]]:
        commits = Commits(store)
        tasks = [asyncio.ensure_future(commits.keep(number)) for number in (1, 2, 3)]
        await asyncio.sleep(0.02)
        first_may_end.set()
        return list(await asyncio.gather(*tasks))

    assert asyncio.run(keep_three()) == [[1], [2, 3], []]
    assert stored == [[1], [2, 3]]


def test_what_was_left_by_the_cancelled_can_be_stored_after_them() -> None:
    stored: list[int] = []
    may_end = threading.Event()

    def store(things: Sequence[int]) -> None:
        may_end.wait(5)
        stored.extend(things)

    async def cancel_the_second() -> Sequence[int]:
        commits = Commits(store)
        first, second = (asyncio.ensure_future(commits.keep(number)) for number in (1, 2))
        await asyncio.sleep(0.02)
        second.cancel()
        may_end.set()
        await asyncio.gather(first, second, return_exceptions=True)
        return await commits.keep()

    assert asyncio.run(cancel_the_second()) == [2]
    assert stored == [1, 2]


def test_a_commit_that_fails_is_told_to_who_waits_for_it() -> None:
    def store(things: Sequence[int]) -> None:
        raise OSError

    with pytest.raises(OSError):
        asyncio.run(Commits(store).keep(1))
