"""Honest visitors beside attackers: how long they wait for the first word, and how soon the loop answers a ping."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks.sockets import Clients


async def first_words(client: Clients, count: int) -> list[float]:
    """Milliseconds from the question to the first word of its answer."""
    found = []
    for number in range(count):
        times = await client.answered(number)
        found.append((times["first"] - times["asked"]) * 1000)
        await asyncio.sleep(0.1)
    return found


@dataclass(slots=True)
class Pings:
    """With so many seconds between two of them."""

    pause: float = 0.02
    milliseconds: list[float] = field(default_factory=list)

    async def send(self, client: Clients) -> None:
        """The server's loop answers them itself, on an open socket."""
        async with client.connected() as connection:
            while True:
                begin = time.perf_counter()
                await (await connection.ping())
                self.milliseconds.append((time.perf_counter() - begin) * 1000)
                await asyncio.sleep(self.pause)


def compared(alone: Sequence[float], beside: Sequence[float]) -> dict[str, float]:
    return {
        "questions": len(beside),
        "first_word_p95_ms": percentile(alone, 0.95),
        "first_word_p95_ms_attacked": percentile(beside, 0.95),
        "ratio": round(percentile(beside, 0.95) / max(1.0, percentile(alone, 0.95)), 2),
    }


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)
