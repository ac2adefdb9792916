"""Slots are given out by rank, never more than there are, and none is lost."""

import asyncio

from apps.llm.current_turn import CURRENT_TURN, CurrentTurn
from apps.llm.transport.priority_semaphore import PrioritySlots, call_rank


async def work(slots: PrioritySlots, name: str, its_rank: int, log: list[str]) -> None:
    call_rank.set(its_rank)
    async with slots:
        log.append(name)
        await asyncio.sleep(0)


async def test_whoever_can_wait_least_goes_first_and_equals_in_their_order() -> None:
    slots, log = PrioritySlots(1), list[str]()
    async with slots:
        asked = [("bulk one", 5), ("bulk two", 5), ("urgent", 1), ("nearly done", 3)]
        tasks = [asyncio.create_task(work(slots, name, number, log)) for name, number in asked]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert log == ["urgent", "nearly done", "bulk one", "bulk two"]


async def test_never_more_at_once_than_there_are_places() -> None:
    slots, now, most = PrioritySlots(3), 0, 0

    async def busy() -> None:
        nonlocal now, most
        async with slots:
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.001)
            now -= 1

    await asyncio.gather(*(busy() for _ in range(20)))
    assert most == 3


async def test_who_leaves_while_waiting_takes_no_place_along() -> None:
    slots, log = PrioritySlots(1), list[str]()
    async with slots:
        gone = asyncio.create_task(work(slots, "gone", 1, log))
        stays = asyncio.create_task(work(slots, "stays", 2, log))
        await asyncio.sleep(0)
        gone.cancel()
    await asyncio.wait_for(stays, 1)
    assert log == ["stays"]


async def test_who_is_cancelled_in_the_moment_of_being_called_passes_the_place_on() -> None:
    slots, log = PrioritySlots(1), list[str]()
    await slots.__aenter__()
    called = asyncio.create_task(work(slots, "called", 1, log))
    stays = asyncio.create_task(work(slots, "stays", 2, log))
    await asyncio.sleep(0)
    await slots.__aexit__()
    called.cancel()
    await asyncio.wait_for(stays, 1)
    assert log == ["stays"]


async def test_at_the_end_nobody_is_let_in_and_those_inside_may_finish() -> None:
    slots, log = PrioritySlots(2), list[str]()

    async def busy(name: str) -> None:
        async with slots:
            log.append(name)
            await asyncio.sleep(0.01)
            log.append(f"{name} done")

    tasks = [asyncio.create_task(busy(name)) for name in ("one", "two", "three")]
    await asyncio.sleep(0)
    await slots.finish()
    assert log == ["one", "two", "one done", "two done"]
    tasks.append(asyncio.create_task(busy("four")))
    await asyncio.sleep(0.03)
    assert len(log) == 4
    for task in tasks:
        task.cancel()


async def test_an_empty_house_has_finished_at_once() -> None:
    async with asyncio.timeout(1):
        await PrioritySlots(2).finish()


async def test_a_server_that_is_too_slow_gets_fewer_calls_and_more_again_one_by_one() -> None:
    slots = PrioritySlots(16)
    for _ in range(3):
        slots.overloaded()
    assert slots.limit == 2
    for _ in range(8):
        slots.served()
    assert slots.limit == 3
    for _ in range(5):
        slots.overloaded()
    assert slots.limit == 1


async def test_another_number_set_meanwhile_lets_those_in_who_wait() -> None:
    slots, log = PrioritySlots(1), list[str]()
    async with slots:
        tasks = [asyncio.create_task(work(slots, name, 1, log)) for name in ("one", "two")]
        await asyncio.sleep(0)
        slots.resize(3)
        await asyncio.gather(*tasks)
    assert log == ["one", "two"]


async def test_a_crowd_of_one_asker_keeps_nobody_from_a_first_place() -> None:
    slots, log = PrioritySlots(1), list[str]()

    async def ask(who: str, number: int) -> None:
        CURRENT_TURN.set(CurrentTurn(asker=who))
        await work(slots, f"{who} {number}", 0, log)

    async with slots:
        tasks = [asyncio.create_task(ask("crowd", number)) for number in range(5)]
        await asyncio.sleep(0)
        tasks += [asyncio.create_task(ask("alone", number)) for number in range(2)]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert log[:4] == ["crowd 0", "alone 0", "crowd 1", "alone 1"]
    assert log[4:] == ["crowd 2", "crowd 3", "crowd 4"]


async def test_a_higher_rank_waits_however_few_calls_it_has() -> None:
    slots, log = PrioritySlots(1), list[str]()
    async with slots:
        tasks = [
            asyncio.create_task(work(slots, name, number, log)) for name, number in [("bulk", 5), ("a", 0), ("b", 0)]
        ]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert log == ["a", "b", "bulk"]
