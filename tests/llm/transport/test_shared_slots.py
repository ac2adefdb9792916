"""Several event loops that share the places of one server, through the database or without it."""

import asyncio
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import OperationalError, connections

from apps.llm.call_ledger import Ledger
from apps.llm.concurrency_slots.allocate_slots import PERSON, SlotCounts, SlotRequest, SlotShare, allocate_share
from apps.llm.models import PlaceClaim
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.transport import shared_slots
from apps.llm.transport.endpoint_connections import EndpointAddress, endpoint_connection
from apps.llm.transport.gateway import Gateway
from apps.llm.transport.priority_semaphore import call_rank
from apps.llm.transport.shared_slots import SharedSlots
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Message
from tests.fakes.openai_server import FakeOpenAIServer


@dataclass
class Board:
    """The claims of several processes, in memory."""

    most: int
    claims: dict[str, SlotRequest] = field(default_factory=dict)
    is_away: bool = False
    seconds: float = 0.001

    def slots(self, name: str) -> SharedSlots:
        async def claim(mine: SlotRequest, most: int) -> SlotShare:
            await asyncio.sleep(self.seconds)
            if self.is_away:
                raise OperationalError("away")
            others = [found for other, found in sorted(self.claims.items()) if other != name]
            share = allocate_share(mine, others, most, sum(other < name for other in self.claims))
            self.claims[name] = SlotRequest(mine.wants, share.granted, mine.bears)
            return share

        async def leave() -> None:
            await asyncio.sleep(self.seconds)
            self.claims.pop(name, None)

        return SharedSlots(self.most, claim, leave)


@dataclass
class Server:
    now: int = 0
    most: int = 0
    order: list[str] = field(default_factory=list)

    async def call(self, slots: SharedSlots, name: str, its_rank: int, seconds: float = 0.01) -> None:
        call_rank.set(its_rank)
        async with slots.place():
            self.now += 1
            self.most = max(self.most, self.now)
            self.order.append(name)
            await asyncio.sleep(seconds)
            self.now -= 1


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_slots, "RENEWED_EVERY", 0.02)
    monkeypatch.setattr(shared_slots, "ASKED_AGAIN", 0.005)
    monkeypatch.setattr(shared_slots, "KEPT_IDLE", 0.05)


@pytest.mark.usefixtures("quick")
async def test_all_processes_together_hold_no_more_than_there_is() -> None:
    board, server = Board(4), Server()
    hosts = [board.slots(name) for name in ("a", "b", "c")]
    async with asyncio.timeout(30):
        await asyncio.gather(*(server.call(slots, "x", 5) for slots in hosts for _ in range(30)))
    assert server.most <= 4
    assert len(server.order) == 90


@pytest.mark.usefixtures("quick")
async def test_a_process_with_little_to_do_does_not_wait_for_the_whole_queue_of_another() -> None:
    board, server = Board(4), Server()
    many, few = board.slots("many"), board.slots("few")
    async with asyncio.timeout(30):
        first = [asyncio.create_task(server.call(many, "many", 5)) for _ in range(100)]
        await asyncio.sleep(0.02)
        await asyncio.gather(*(server.call(few, "few", 5) for _ in range(4)))
        behind = 100 - server.order.count("many")
        await asyncio.gather(*first)
    assert behind > 30


@pytest.mark.usefixtures("quick")
async def test_a_person_is_served_although_another_host_holds_every_place() -> None:
    board, server = Board(2), Server()
    batch, web = board.slots("batch"), board.slots("web")
    long = [asyncio.create_task(server.call(batch, "batch", 5, seconds=60)) for _ in range(6)]
    while server.now < 2:  # noqa: ASYNC110 - it is looked at from outside
        await asyncio.sleep(0.005)
    await server.call(web, "web", PERSON)
    assert server.order == ["batch", "batch", "web"]
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)


@pytest.mark.usefixtures("quick")
async def test_a_short_call_for_a_person_is_told_to_nobody() -> None:
    board, server = Board(2), Server()
    slots = board.slots("web")
    for _ in range(3):
        await server.call(slots, "web", PERSON, seconds=0.0)
    assert slots._keeper is None
    await server.call(slots, "long", PERSON, seconds=shared_slots.UNTOLD_SECONDS + 0.2)
    assert board.claims["web"].wants == {PERSON: 1}


@pytest.mark.usefixtures("quick")
async def test_a_second_call_for_a_person_does_not_wait_until_the_first_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_slots, "UNTOLD_SECONDS", 60.0)
    board, server = Board(2), Server()
    slots = board.slots("web")
    async with asyncio.timeout(30):
        await asyncio.gather(*(server.call(slots, "web", PERSON, seconds=0.5) for _ in range(2)))
    assert server.most == 2


@pytest.mark.usefixtures("quick")
async def test_places_go_back_when_there_are_no_calls_any_more() -> None:
    board, server = Board(2), Server()
    slots = board.slots("a")
    await server.call(slots, "a", 5)
    async with asyncio.timeout(10):
        while board.claims:  # noqa: ASYNC110 - it is looked at from outside
            await asyncio.sleep(0.01)
    await server.call(slots, "a", 5)
    assert server.order == ["a", "a"]


@pytest.mark.usefixtures("quick")
async def test_calls_wait_for_a_database_that_takes_longer_than_places_are_kept_without_calls() -> None:
    board, server = Board(1, seconds=0.2), Server()
    async with asyncio.timeout(30):
        first = asyncio.create_task(server.call(board.slots("first"), "first", 5, seconds=1.5))
        while not server.order:  # noqa: ASYNC110 - it is looked at from outside
            await asyncio.sleep(0.005)
        await server.call(board.slots("second"), "second", 5)
        await first
    assert server.order == ["first", "second"]


@pytest.mark.usefixtures("quick")
async def test_a_call_that_comes_while_places_go_back_is_served() -> None:
    board, server = Board(2, seconds=0.1), Server()
    slots = board.slots("a")
    async with asyncio.timeout(30):
        await server.call(slots, "first", 5)
        while slots._share.granted != SlotCounts(0, 0):  # noqa: ASYNC110 - it is looked at from outside
            await asyncio.sleep(0.001)
        assert board.claims
        await server.call(slots, "second", 5)
    assert server.order == ["first", "second"]


@pytest.mark.django_db(transaction=True)
def test_a_loop_that_ends_while_its_claim_is_under_way_leaves_nothing_behind(
    openai_server: FakeOpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_slots, "UNTOLD_SECONDS", 0.0)
    address = EndpointAddress("shared", openai_server.base_url, is_shared=True)

    async def short() -> None:
        async with (await endpoint_connection(address)).slots.place():
            await asyncio.sleep(0.002)

    for _ in range(3):
        asyncio.run(short())
    assert not PlaceClaim.objects.exists()


@pytest.mark.usefixtures("quick")
async def test_without_the_database_each_process_goes_on_with_one_place() -> None:
    board, server = Board(8, is_away=True), Server()
    slots = board.slots("a")
    async with asyncio.timeout(10):
        await asyncio.gather(*(server.call(slots, "x", 5) for _ in range(5)))
    assert server.most == 1


@pytest.mark.usefixtures("quick")
async def test_more_places_are_shared_out_before_they_are_taken() -> None:
    board, server = Board(4), Server()
    hosts = [board.slots(name) for name in ("a", "b")]
    calls = [asyncio.create_task(server.call(slots, "x", 5, seconds=0.05)) for slots in hosts for _ in range(20)]
    while server.now < 4:  # noqa: ASYNC110 - it is looked at from outside
        await asyncio.sleep(0.005)
    for slots in hosts:
        slots.resize(8)
    async with asyncio.timeout(30):
        await asyncio.gather(*calls)
    assert 4 < server.most <= 8


@pytest.mark.usefixtures("quick")
async def test_another_number_holds_for_calls_that_wait_already() -> None:
    board, server = Board(1), Server()
    slots = board.slots("a")
    long = [asyncio.create_task(server.call(slots, "a", 5, seconds=3)) for _ in range(3)]
    while server.now < 1:  # noqa: ASYNC110 - it is looked at from outside
        await asyncio.sleep(0.005)
    slots.resize(3)
    await asyncio.gather(*long)
    assert server.most == 3


@pytest.mark.usefixtures("quick")
async def test_an_outage_shorter_than_the_lease_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whatever else the machine does meanwhile.
    monkeypatch.setattr(shared_slots, "FORGOTTEN_AFTER", 1_000.0)
    board, server = Board(4), Server()
    slots = board.slots("a")
    await server.call(slots, "a", 5)
    long = [asyncio.create_task(server.call(slots, "a", 5, seconds=3)) for _ in range(4)]
    async with asyncio.timeout(60):
        while server.now < 4:  # noqa: ASYNC110 - it is looked at from outside
            await asyncio.sleep(0.005)
    board.is_away = True
    await asyncio.gather(*long, server.call(slots, "a", 5))
    assert slots._share.granted == SlotCounts(0, 4)


@pytest.mark.django_db(transaction=True)
def test_the_server_sees_no_more_calls_than_the_endpoint_allows_whatever_the_number_of_loops(
    openai_server: FakeOpenAIServer,
) -> None:
    openai_server.latency = 0.05
    address = EndpointAddress("shared", openai_server.base_url, max_concurrency=3, is_shared=True)
    failures: list[BaseException] = []

    async def ask_often() -> None:
        call_rank.set(5)
        model = GatewayLanguageModel(Gateway(address), "m", 16_385, 100, "tag", RetryPolicy(30.0, 1, 0.0), Ledger())
        await asyncio.gather(*(model.complete([Message("user", "Guten Tag")]) for _ in range(12)))

    def process() -> None:
        try:
            asyncio.run(ask_often())
        except BaseException as error:  # noqa: BLE001 - the test tells it
            failures.append(error)
        finally:
            connections.close_all()

    threads: list[Any] = [threading.Thread(target=process) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert len(openai_server.requests) == 36
    assert openai_server.most_at_once == 3
    until = time.monotonic() + 10
    while PlaceClaim.objects.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not PlaceClaim.objects.exists()
