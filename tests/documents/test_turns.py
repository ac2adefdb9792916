"""One batch computes at a time, the oldest first."""

import asyncio

import pytest

from apps.documents.turns import Turns


def test_the_oldest_of_those_that_wait_goes_first() -> None:
    order: list[int] = []

    async def compute(turns: Turns, age: int) -> None:
        async with turns.turn(age):
            order.append(age)
            await asyncio.sleep(0)

    async def run() -> None:
        turns = Turns()
        await asyncio.gather(*(compute(turns, age) for age in (5, 9, 1, 3)))

    asyncio.run(run())
    # The first one met nobody.
    assert order == [5, 1, 3, 9]


def test_who_asks_for_another_turn_at_once_goes_on_before_younger_ones() -> None:
    order: list[tuple[int, str]] = []

    async def compute(turns: Turns, age: int) -> None:
        for part in ("first", "second"):
            async with turns.turn(age):
                order.append((age, part))
                await asyncio.sleep(0)

    async def run() -> None:
        turns = Turns()
        await asyncio.gather(compute(turns, 1), compute(turns, 2))

    asyncio.run(run())
    assert order == [(1, "first"), (1, "second"), (2, "first"), (2, "second")]


def test_only_one_is_in_at_a_time() -> None:
    inside = most = 0

    async def compute(turns: Turns) -> None:
        nonlocal inside, most
        async with turns.turn(1):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    async def run() -> None:
        turns = Turns()
        await asyncio.gather(*(compute(turns) for _ in range(4)))

    asyncio.run(run())
    assert most == 1


@pytest.mark.parametrize("called_already", [False, True])
def test_who_gives_up_waiting_keeps_nobody_out(called_already: bool) -> None:
    async def enter(turns: Turns) -> str:
        async with turns.turn(1):
            return "in"

    async def run() -> str:
        turns = Turns()
        async with turns.turn(0):
            gives_up = asyncio.create_task(enter(turns))
            await asyncio.sleep(0)
            if not called_already:
                gives_up.cancel()
        gives_up.cancel()
        await asyncio.gather(gives_up, return_exceptions=True)
        return await asyncio.wait_for(enter(turns), 1)

    assert asyncio.run(run()) == "in"


def test_an_error_ends_the_turn() -> None:
    async def run() -> None:
        turns = Turns()
        with pytest.raises(ZeroDivisionError):
            async with turns.turn(1):
                raise ZeroDivisionError
        async with turns.turn(2):
            pass

    asyncio.run(asyncio.wait_for(run(), 1))
