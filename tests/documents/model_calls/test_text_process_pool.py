"""What is nearly done gets a process first."""

import asyncio
from collections.abc import Sequence
from typing import Any

from apps.documents.model_calls.text_process_pool import TextProcesses
from apps.llm.transport.priority_semaphore import PrioritySlots, call_rank


class Slow:
    """In place of a pool: takes a turn of the loop for each batch and notes their order."""

    def __init__(self) -> None:
        self.order: list[str] = []

    async def made_of(self, texts: Sequence[str], operation: str, **facts: Any) -> bytes:
        self.order.append(operation)
        await asyncio.sleep(0)
        return b""


def test_what_is_nearly_done_goes_first() -> None:
    slow: Any = Slow()

    async def ask(processes: TextProcesses, operation: str, stages_left: int) -> None:
        call_rank.set(stages_left)
        await processes.made_of(["Text"], operation)

    async def run() -> None:
        processes = TextProcesses(slow, PrioritySlots(1))
        await asyncio.gather(
            *(ask(processes, *each) for each in (("reply", 4), ("again", 4), ("embed", 2), ("weigh", 1)))
        )

    asyncio.run(run())
    # The first one met nobody.
    assert slow.order == ["reply", "weigh", "embed", "again"]


def test_processes_that_were_started_beforehand_work() -> None:
    processes = TextProcesses.of_size(1)
    try:
        processes.start()
        server = processes.pool.launcher.server
        rows = asyncio.run(processes.weigh({1: "Die Gebühr für Hunde"}, None))
        assert len(rows) == 3
        assert processes.pool.launcher.server is server is not None
    finally:
        processes.close()
