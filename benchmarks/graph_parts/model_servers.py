"""Model servers of these measurements, in processes of their own where what they compute must not count as ours."""

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks.database import set_up

POINTS = {"points": [{"description": "Guests speak of machine learning and of computers.", "score": 70}]}
GRAPH = ("extract", "report", "summarise", "map")
"""Purposes of models."""
FAULTS = ("429", "500")
DIMENSIONS = 1_536


def by_rule(request: Any) -> str:
    """Names are capitalised words, those that follow each other are related, reports are about their first line."""
    from tests.graph.conftest import scripted

    return scripted(request)


def always_points(request: Any) -> str:
    """The same point out of every batch of reports."""
    return json.dumps(POINTS)


@dataclass(frozen=True, slots=True)
class Behaviour:
    """`latency` in seconds. Of `every_nth` calls, one fails; 0 means none does."""

    reply: Callable[[Any], str]
    latency: float = 0.0
    every_nth: int = 0


@contextmanager
def server_process(behaviour: Behaviour) -> Iterator[str]:
    """The address of a server that behaves so."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=[theirs, behaviour], daemon=True)
    process.start()
    try:
        yield ours.recv()
    finally:
        process.terminate()
        process.join()


def serve(pipe: Any, behaviour: Behaviour) -> None:
    set_up()
    from tests.fakes.openai_server import FakeOpenAIServer

    server = FakeOpenAIServer()
    server.latency, server.default_reply, server.dimensions = behaviour.latency, behaviour.reply, DIMENSIONS
    if behaviour.every_nth:
        for number in range(1_000):
            server.reply(*[behaviour.reply] * (behaviour.every_nth - 1))
            server.fault(FAULTS[number % len(FAULTS)])
    server.start()
    pipe.send(server.base_url)
    pipe.recv()


@contextmanager
def rule_server() -> Iterator[Any]:
    """A server in this process that replies by rule and keeps every request, for counting them."""
    from tests.fakes.openai_server import FakeOpenAIServer

    server = FakeOpenAIServer()
    server.default_reply = by_rule
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def served_by(base_url: str, at_once: int, purposes: Sequence[str] = GRAPH) -> Iterator[Any]:
    """What is asked for these purposes goes to this server until the end of the block; usually all a graph asks."""
    from apps.llm.models import ChatModel, Endpoint, ModelOrder

    endpoint = Endpoint.objects.create(name="fake", base_url=base_url, max_concurrency=at_once)
    model = ChatModel.objects.create(endpoint=endpoint, name="fake", context_window=128_000)
    orders = [ModelOrder.objects.create(purpose=purpose, position=1, model=model) for purpose in purposes]
    try:
        yield endpoint
    finally:
        for made in (*orders, model, endpoint):
            made.delete()


def counted(server: Any, work: Callable[[], Any]) -> tuple[Any, int]:
    """What the work gives, and the calls it made."""
    before = len(server.chat_requests)
    made = work()
    return made, len(server.chat_requests) - before
