"""Hostile texts as long as a question may be, asked over the socket and the interface, first and as a follow-up.

Pages of the same kinds lie in the collection, so that the search finds them and the proof works on them.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.attack_parts.visitors import Pings
from benchmarks.sockets import Clients
from tests.attacks.hostile_texts import hostile_texts

PAGE = 3_000
"""Characters of a page; a question is as long as it may be."""
LIMIT = 100.0
"""Milliseconds."""
TRIES = 3
SECONDS = 120.0
"""Within which a question must be answered."""
Ask = Callable[[str], Awaitable[str]]
"""Gives what was wrong with the answer; empty when nothing was."""


def hostile_pages() -> list[str]:
    return list(hostile_texts(PAGE).values())


async def hostile_questions(client: Clients) -> dict[str, Any]:
    """A stall counts when it comes back: what took too long is asked twice more, and the shortest counts.

    Then the text is turned by a few characters, so that nothing of it is remembered. `worst_once_ms` is the longest
    of all, also of those that the machine alone was to blame for.
    """
    from apps.chat.admission.asked_question import LONGEST_QUESTION

    pings = Pings(pause=0.01)
    trial = QuestionTrial(client, pings)
    pinging = asyncio.create_task(pings.send(client))
    try:
        for way, ask in trial.ways().items():
            for kind, text in hostile_texts(LONGEST_QUESTION).items():
                await trial.hold(f"{way}: {kind}", ask, text)
    finally:
        pinging.cancel()
    return trial.figures()


@dataclass(slots=True)
class QuestionTrial:
    client: Clients
    pings: Pings
    stalls: dict[str, float] = field(default_factory=dict)
    worst_once: float = 0.0
    failed: list[str] = field(default_factory=list)

    def ways(self) -> dict[str, Ask]:
        return {"socket": self.on_socket, "follow-up": self.as_follow_up, "interface": self.by_interface}

    async def hold(self, name: str, ask: Ask, text: str) -> None:
        stalls = []
        for turned in range(TRIES):
            first = len(self.pings.milliseconds)
            if wrong := await ask(text[turned * 7 :] + text[: turned * 7]):
                self.failed.append(f"{name}: {wrong}")
            await asyncio.sleep(0.05)
            stalls.append(max(self.pings.milliseconds[first:], default=0.0))
            if stalls[-1] <= LIMIT:
                break
        self.worst_once = max(self.worst_once, *stalls)
        self.stalls[name] = min(stalls)
        if min(stalls) > LIMIT:
            self.failed.append(f"{name}: the loop stood still for {min(stalls):.0f} ms")

    async def on_socket(self, text: str) -> str:
        async with self.client.connected() as connection:
            return problem_of(await answer(connection, text))

    async def as_follow_up(self, text: str) -> str:
        """After an honest question, and before another one, which is then read with it."""
        async with self.client.connected() as connection:
            first = await answer(connection, self.client.asked[0])
            second = await answer(connection, text, first.get("conversation"))
            return problem_of(second) or problem_of(
                await answer(connection, "Und wie zahle ich sie?", first.get("conversation"))
            )

    async def by_interface(self, text: str) -> str:
        import httpx2

        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self.client.port}", timeout=SECONDS) as http:
            said = await http.post("/api/v1/ask", json={"question": text})
        return "" if said.status_code < 500 and said.json() else f"{said.status_code} {said.text[:80]}"

    def figures(self) -> dict[str, Any]:
        slowest = sorted(self.stalls, key=self.stalls.__getitem__, reverse=True)[:5]
        return {
            "tried": len(self.stalls),
            "held": len(self.stalls) - len({one.partition(": ")[2] for one in self.failed}),
            "worst_stall_ms": round(max(self.stalls.values())),
            "worst_once_ms": round(self.worst_once),
            "slowest": {name: round(self.stalls[name]) for name in slowest},
            "failed": self.failed,
        }


async def answer(connection: Any, text: str, conversation: str | None = None) -> dict[str, Any]:
    """The last frame of the answer. Raises TimeoutError."""
    question = {"type": "ask", "id": f"q-{time.monotonic_ns()}", "text": text, "conversation": conversation}
    await connection.send(json.dumps(question))
    async with asyncio.timeout(SECONDS):
        async for message in connection:
            frame: dict[str, Any] = json.loads(message)
            if frame["type"] in {"done", "error"}:
                return frame
    return {"type": "closed"}


def problem_of(frame: dict[str, Any]) -> str:
    is_answered = frame["type"] == "done" or (frame["type"] == "error" and frame["code"] != "internal")
    return "" if is_answered else str(frame)[:80]
