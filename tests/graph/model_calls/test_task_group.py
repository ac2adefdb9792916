import asyncio

import pytest

from apps.graph.model_calls.task_group import run_concurrently


def test_when_one_fails_the_others_have_stored_what_they_hold_before_its_error_is_raised() -> None:
    stored: list[str] = []

    async def works_long() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            stored.append("what it holds")

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(asyncio.wait_for(run_concurrently(works_long(), fails()), 5))
    assert stored == ["what it holds"]


def test_nothing_to_do_is_done() -> None:
    asyncio.run(run_concurrently())
