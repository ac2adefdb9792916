"""Many small requests for vectors made into few full ones: documents that are imported together share batches."""

import asyncio
from collections.abc import Sequence

from apps.llm.errors import ModelError
from apps.llm.types import Embedder

PATIENCE = 0.003
"""Seconds in which further requests may join; embedding takes a hundred times as long."""

Request = tuple[Sequence[str], "asyncio.Future[list[list[float]]]"]


class CoalescingEmbedder:
    """An Embedder around another one, for the tasks of one event loop. Each gets the vectors of its own texts."""

    def __init__(self, embedder: Embedder, *, batch_size: int) -> None:
        self._embedder = embedder
        self._batch_size = batch_size
        self._waiting: list[Request] = []
        self._timer: asyncio.TimerHandle | None = None
        # The loop keeps only weak references to tasks.
        self._running: set[asyncio.Task[list[list[float]]]] = set()

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if not texts:
            return []
        loop = asyncio.get_running_loop()
        result: asyncio.Future[list[list[float]]] = loop.create_future()
        self._waiting.append((texts, result))
        if sum(len(waiting) for waiting, _ in self._waiting) >= self._batch_size:
            self._send_waiting()
        elif self._timer is None:
            self._timer = loop.call_later(PATIENCE, self._send_waiting)
        return await result

    def _send_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        requests, self._waiting = self._waiting, []
        self._send(requests)

    def _send(self, requests: Sequence[Request]) -> None:
        together = self._embedder.embed([text for texts, _ in requests for text in texts])
        task = asyncio.ensure_future(together)
        self._running.add(task)
        task.add_done_callback(lambda done: self._settle(requests, done))

    def _settle(self, requests: Sequence[Request], task: "asyncio.Task[list[list[float]]]") -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, ModelError) and not error.temporary and len(requests) > 1:
            # A text that no server takes must not fail those that were only sent together with it.
            for request in requests:
                self._send([request])
            return
        vectors = None if error or task.cancelled() else task.result()
        start = 0
        for texts, result in requests:
            hand_over(result, vectors and vectors[start : start + len(texts)], error)
            start += len(texts)


def hand_over(
    result: "asyncio.Future[list[list[float]]]", vectors: list[list[float]] | None, error: BaseException | None
) -> None:
    """To whoever waits: vectors, the error, or that it was cancelled. Who has left gets nothing."""
    if result.done():
        return
    if error is not None:
        result.set_exception(error)
    elif vectors is not None:
        result.set_result(vectors)
    else:
        result.cancel()
