"""Events are changed side by side and come in their order; whoever leaves ends what is under way."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from apps.simplify.second_reading.emit_events_in_order import emit_in_order


async def numbers(until: int, closed: list[bool] | None = None) -> AsyncGenerator[int, None]:
    try:
        for number in range(until):
            yield number
    finally:
        if closed is not None:
            closed.append(True)


async def test_events_come_in_their_order_although_the_first_takes_longest() -> None:
    first_may_end = asyncio.Event()
    begun: list[int] = []

    async def change(number: int) -> int:
        begun.append(number)
        if number == 0:
            await first_may_end.wait()
        elif number == 4:
            first_may_end.set()
        return number * 10

    assert [one async for one in emit_in_order(numbers(5), change)] == [0, 10, 20, 30, 40]
    assert begun == [0, 1, 2, 3, 4]


async def test_an_error_of_the_source_comes_behind_what_it_said_before() -> None:
    async def broken() -> AsyncGenerator[int, None]:
        yield 1
        raise ValueError("broken")

    async def change(number: int) -> int:
        return number

    events = emit_in_order(broken(), change)
    assert await anext(events) == 1
    with pytest.raises(ValueError, match="broken"):
        await anext(events)


async def test_who_leaves_closes_the_source_and_ends_what_is_under_way() -> None:
    closed: list[bool] = []
    ended: list[int] = []

    async def change(number: int) -> int:
        try:
            await asyncio.sleep(0 if number == 0 else 3600)
        finally:
            ended.append(number)
        return number

    async with aclosing(emit_in_order(numbers(3, closed), change)) as events:
        assert await anext(events) == 0
    assert (closed, sorted(ended)) == ([True], [0, 1, 2])
