"""A stop reaches whatever is waited for, and nothing else."""

import asyncio

import pytest

from apps.chat.turn_state.stop_signal import Stopped, StopSignal


async def test_it_ends_a_wait() -> None:
    signal = StopSignal()
    asyncio.get_running_loop().call_soon(signal.set)
    with pytest.raises(Stopped), signal:
        await asyncio.sleep(60)
    await asyncio.sleep(0)  # the task itself is not cancelled
    assert signal.reason == "reader"


async def test_it_ends_the_next_wait_when_it_came_between_two() -> None:
    signal = StopSignal()
    with signal:
        await asyncio.sleep(0)
    signal.set("deadline")
    await asyncio.sleep(0)
    with pytest.raises(Stopped), signal:
        pytest.fail("nothing is begun after a stop")


async def test_only_the_first_reason_counts() -> None:
    signal = StopSignal()
    signal.set("deadline")
    signal.set("reader")
    assert signal.reason == "deadline"


async def test_a_cancelled_task_stays_cancelled() -> None:
    signal = StopSignal()

    async def wait() -> None:
        with signal:
            await asyncio.sleep(60)

    task = asyncio.create_task(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_other_errors_pass() -> None:
    with pytest.raises(KeyError), StopSignal():
        raise KeyError("x")
