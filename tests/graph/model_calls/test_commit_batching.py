import asyncio
import threading
from collections.abc import Sequence

from django.db import DatabaseError

from apps.graph.model_calls.commit_batching import CommitBatches


class SlowStore:
    """Begins its first commit at once and ends it when it is told to."""

    def __init__(self) -> None:
        self.stored: list[list[int]] = []
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, things: Sequence[int]) -> None:
        self.begun.set()
        self.may_end.wait(5)
        self.stored.append(list(things))

    async def is_at_work(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, 5)


def test_what_comes_in_the_same_moment_goes_together() -> None:
    stored: list[list[int]] = []

    async def keep_three() -> None:
        commits = CommitBatches[int](lambda things: stored.append(list(things)))
        await asyncio.gather(*(commits.keep(number) for number in (1, 2, 3)))

    asyncio.run(keep_three())
    assert stored == [[1, 2, 3]]


def test_what_comes_while_a_commit_is_under_way_goes_together_with_the_next_one() -> None:
    store = SlowStore()

    async def keep_three() -> list[Sequence[int]]:
        commits = CommitBatches(store)
        first = asyncio.ensure_future(commits.keep(1))
        await store.is_at_work()
        later = [asyncio.ensure_future(commits.keep(number)) for number in (2, 3)]
        await asyncio.sleep(0)
        store.may_end.set()
        return list(await asyncio.gather(first, *later))

    assert asyncio.run(keep_three()) == [[1], [2, 3], []]
    assert store.stored == [[1], [2, 3]]


def test_what_was_left_by_the_cancelled_can_be_stored_after_them() -> None:
    store = SlowStore()

    async def cancel_the_second() -> Sequence[int]:
        commits = CommitBatches(store)
        first = asyncio.ensure_future(commits.keep(1))
        await store.is_at_work()
        second = asyncio.ensure_future(commits.keep(2))
        await asyncio.sleep(0)
        second.cancel()
        store.may_end.set()
        await asyncio.gather(first, second, return_exceptions=True)
        return await commits.keep()

    assert asyncio.run(cancel_the_second()) == [2]
    assert store.stored == [[1], [2]]


def test_a_commit_that_fails_is_told_to_all_whose_things_were_in_it() -> None:
    def store(things: Sequence[int]) -> None:
        raise DatabaseError

    async def keep_two() -> list[Sequence[int] | BaseException]:
        commits = CommitBatches(store)
        return await asyncio.gather(*(commits.keep(number) for number in (1, 2)), return_exceptions=True)

    assert [type(each) for each in asyncio.run(keep_two())] == [DatabaseError, DatabaseError]
