"""Batches the requests that many documents make at the same moment.

A call to the embedder with three texts costs nearly as much as one with 60, so a call that is not full gives way to
all others, and whoever asks meanwhile is sent along. Splitting uses all processors when it gets many texts at once.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass

from apps.documents.model_calls.cost_attribution import StepAttempt, current_attempt
from apps.documents.model_calls.document_priority import URGENT_RANK
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.errors import ModelError
from apps.llm.offline import OfflineEmbedder
from apps.llm.providers.gateway_embedder import GatewayEmbedder
from apps.llm.transport.priority_semaphore import PrioritySlots, call_rank
from apps.llm.types import Embedder
from apps.text.split_into_chunks import TextPiece, split_pages

Vectors = Sequence[Sequence[float]]


@dataclass(slots=True)
class EmbeddingRequest:
    """The texts of one document and who waits for their vectors."""

    texts: Sequence[str]
    attempt: StepAttempt
    rank: int
    vectors: asyncio.Future[Vectors]


class BatchingEmbedder:
    """Collects what is asked for until the server has a place for it; sends it together, `batch_size` texts to a call.

    An error of a shared call that would come again is not spread: each document then asks for itself.
    """

    def __init__(self, embedder: Embedder, *, batch_size: int, shared: StepAttempt) -> None:
        self._embedder = embedder
        self._batch_size = batch_size
        self._shared = shared
        self._waiting: list[EmbeddingRequest] = []
        self._looks = False
        """Whether what waits will be looked at in this turn of the loop."""
        self._rest: asyncio.Task[None] | None = None
        """Waits for a place, for what does not fill a call."""
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def is_free(self) -> bool:
        """Whether a call may be made again without anybody paying for it."""
        return isinstance(self._embedder, OfflineEmbedder)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors in the order of the texts. Raises ModelError."""
        loop = asyncio.get_running_loop()
        request = EmbeddingRequest(texts, current_attempt.get(), call_rank.get(), loop.create_future())
        self._waiting.append(request)
        if not self._looks:
            self._looks = True
            # After everybody else who is ready in this turn of the loop.
            loop.call_soon(self._look)
        return await request.vectors

    def _look(self) -> None:
        """Sends full calls, and whatever somebody waits for; the rest stays until there is a place for it."""
        self._looks = False
        if not self._waiting:
            return
        *full, rest = split_into_batches(self._waiting, self._batch_size)
        if is_full_batch(rest, self._batch_size) or any(request.rank <= URGENT_RANK for request in rest):
            full, rest = [*full, rest], []
        self._waiting = rest
        for requests in full:
            self._start(self._send(requests))
        if rest and self._rest is None:
            self._rest = self._start(self._send_rest())

    def _start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return task

    async def _send_rest(self) -> None:
        """What waits by the time the server has nothing else to do."""
        try:
            if isinstance(self._embedder, GatewayEmbedder):
                call_rank.set(LAST_RANK)
                await self._embedder.gateway.wait_for_slot()
        finally:
            self._rest = None
            waiting, self._waiting = self._waiting, []
        if waiting:
            await self._send(waiting)

    async def _send(self, requests: Sequence[EmbeddingRequest]) -> None:
        """Ends with every request answered, by vectors or by the error."""
        call_rank.set(min(request.rank for request in requests))
        attempt = requests[0].attempt if len(requests) == 1 else StepAttempt()
        current_attempt.set(attempt)
        try:
            vectors = await self._in_calls([text for request in requests for text in request.texts])
        except asyncio.CancelledError:
            for request in requests:
                request.vectors.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - those who wait must hear of it, whatever it is
            if len(requests) > 1 and isinstance(error, ModelError) and not error.temporary:
                await asyncio.gather(*(self._send([request]) for request in requests))
            else:
                fail_requests(error, requests)
        else:
            hand_out_vectors(vectors, requests)
        if len(requests) > 1:
            share_tokens(attempt, requests)
            self._shared.calls += attempt.calls

    async def _in_calls(self, texts: Sequence[str]) -> list[Sequence[float]]:
        size = self._batch_size
        calls = [self._embedder.embed(texts[start : start + size]) for start in range(0, len(texts), size)]
        return [vector for vectors in await asyncio.gather(*calls) for vector in vectors]


class BatchingSplitter:
    """Splits texts in a thread, those of all documents that ask in the same moment at once."""

    def __init__(self, max_tokens: int) -> None:
        self._max_tokens = max_tokens
        self._waiting: list[str] = []
        self._splitting: asyncio.Future[list[list[TextPiece]]] | None = None
        self._place = PrioritySlots(1)
        """Each uses all processors: two at once would only end later."""

    async def split(self, texts: Sequence[str]) -> list[list[TextPiece]]:
        start = len(self._waiting)
        self._waiting += texts
        if self._splitting is None:
            self._splitting = asyncio.ensure_future(self._split_waiting())
        return (await asyncio.shield(self._splitting))[start : start + len(texts)]

    async def _split_waiting(self) -> list[list[TextPiece]]:
        # This runs after everybody else who is ready in this turn of the loop.
        waiting, self._waiting, self._splitting = self._waiting, [], None
        async with self._place:
            return await asyncio.to_thread(split_pages, waiting, self._max_tokens)


def split_into_batches(requests: Sequence[EmbeddingRequest], size: int) -> list[list[EmbeddingRequest]]:
    """Whole documents, together at most `size` texts; a document with more texts stands alone."""
    made: list[list[EmbeddingRequest]] = []
    filled = size
    for request in requests:
        if filled + len(request.texts) > size:
            made.append([])
            filled = 0
        made[-1].append(request)
        filled += len(request.texts)
    return made


def is_full_batch(requests: Sequence[EmbeddingRequest], size: int) -> bool:
    return sum(len(request.texts) for request in requests) >= size


def share_tokens(attempt: StepAttempt, requests: Sequence[EmbeddingRequest]) -> None:
    """Each document's part of the tokens, by the length of its texts."""
    model = next((call.model for call in attempt.calls if call.endpoint), "")
    lengths = [sum(map(len, request.texts)) for request in requests]
    for request, length in zip(requests, lengths, strict=True):
        request.attempt.shared_model = model
        request.attempt.shared_input_tokens += round(attempt.input_tokens * length / max(1, sum(lengths)))


def hand_out_vectors(vectors: Sequence[Sequence[float]], requests: Sequence[EmbeddingRequest]) -> None:
    start = 0
    for request in requests:
        end = start + len(request.texts)
        if not request.vectors.done():
            request.vectors.set_result(vectors[start:end])
        start = end


def fail_requests(error: Exception, requests: Sequence[EmbeddingRequest]) -> None:
    for request in requests:
        if not request.vectors.done():
            request.vectors.set_exception(error)
