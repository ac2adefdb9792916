"""Pieces of database work share few threads, and hold no connection between them."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import DataError, OperationalError, connection, connections, transaction

from apps.database import async_access
from apps.database.async_access import (
    THREADS,
    retry_in_database,
    run_in_database,
    use_shared_threads,
    wait_without_connection,
)


def one() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return int(cursor.fetchone()[0])


def is_connected() -> bool:
    return connection.connection is not None


async def many(count: int) -> list[int]:
    with use_shared_threads():
        return list(await asyncio.gather(*(run_in_database(one) for _ in range(count))))


def test_more_pieces_than_threads_are_all_done(transactional_db: None) -> None:
    assert asyncio.run(many(10 * THREADS)) == [1] * 10 * THREADS


async def connected_after_work() -> list[bool]:
    with use_shared_threads():
        await asyncio.gather(*(run_in_database(one) for _ in range(THREADS)))
        return list(await asyncio.gather(*(run_in_database(is_connected) for _ in range(THREADS))))


def test_a_thread_keeps_its_connection_for_the_next_piece(transactional_db: None) -> None:
    assert any(asyncio.run(connected_after_work()))


def test_where_there_is_a_pool_each_piece_gives_its_connection_back(transactional_db: None) -> None:
    settings = connections.settings["default"]
    # Undone before the tables are emptied, which would fill another pool and leave it to the tests after this one.
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(settings, "CONN_MAX_AGE", 0)
        patch.setitem(settings["OPTIONS"], "pool", {"min_size": 1, "max_size": THREADS})
        patch.setattr(async_access, "EXECUTOR", ThreadPoolExecutor(THREADS))
        try:
            assert not any(asyncio.run(connected_after_work()))
        finally:
            connections["default"].close_pool()


@pytest.fixture
def pooled(transactional_db: None) -> Iterator[None]:
    """Connections of this thread come from a pool, as in the web process."""
    settings = connections.settings["default"]
    connection.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(settings, "CONN_MAX_AGE", 0)
        patch.setitem(settings["OPTIONS"], "pool", {"min_size": 1, "max_size": 2})
        try:
            yield
        finally:
            connection.close()
            connections["default"].close_pool()


@pytest.mark.usefixtures("pooled")
def test_a_request_holds_no_connection_between_the_pieces_of_its_work() -> None:
    async def pieces() -> list[bool]:
        await run_in_database(one)
        return [await run_in_database(is_connected)]

    one()
    assert is_connected()
    assert async_to_sync(pieces)() == [False]


@pytest.mark.usefixtures("pooled")
def test_a_request_holds_no_connection_while_it_waits_for_a_model() -> None:
    async def model() -> bool:
        return await sync_to_async(is_connected)()

    one()
    assert not wait_without_connection(model)
    assert one() == 1


@pytest.mark.usefixtures("pooled")
def test_within_a_transaction_the_connection_stays() -> None:
    async def piece() -> int:
        return await run_in_database(own_backend)

    with transaction.atomic():
        assert own_backend() == wait_without_connection(piece) == own_backend()


def test_a_connection_that_was_cut_between_two_pieces_is_replaced(transactional_db: None) -> None:
    async def work() -> int:
        with use_shared_threads():
            backends = await asyncio.gather(*(run_in_database(own_backend) for _ in range(THREADS)))
            await asyncio.to_thread(cut, set(backends))
            return await run_in_database(own_backend)

    assert asyncio.run(work())


def own_backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def cut(backends: set[int]) -> None:
    """Those alone: other threads of this process keep theirs, also for the tests after this one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid, 5000) FROM unnest(%s) AS pid", [[*backends]])
        assert cursor.fetchall() == [(True,)] * len(backends)
    connection.close()


@pytest.mark.django_db
def test_elsewhere_the_thread_of_the_request_does_the_work() -> None:
    async def work() -> str:
        return await run_in_database(lambda: threading.current_thread().name)

    assert not asyncio.run(work()).startswith("database")


def cut_once(tries: list[int]) -> int:
    tries.append(1)
    with connection.cursor() as cursor:
        if len(tries) == 1:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    return one()


async def again(tries: list[int]) -> int:
    return await retry_in_database(cut_once, tries)


async def again_on_shared_threads(tries: list[int]) -> int:
    with use_shared_threads():
        return await again(tries)


@pytest.mark.parametrize("way", [again, again_on_shared_threads])
def test_a_turn_outlasts_the_end_of_its_connection(
    transactional_db: None, way: Callable[[list[int]], Awaitable[int]]
) -> None:
    tries: list[int] = []
    assert async_to_sync(way)(tries) == 1
    assert len(tries) == 2


def test_in_a_transaction_of_the_caller_nothing_is_repeated(transactional_db: None) -> None:
    tries: list[int] = []

    def away() -> None:
        tries.append(1)
        raise OperationalError("gone")

    with pytest.raises(OperationalError), transaction.atomic():
        async_to_sync(retry_in_database)(away)
    assert len(tries) == 1


def test_what_is_wrong_in_itself_is_not_repeated(transactional_db: None) -> None:
    tries: list[int] = []

    def divide() -> None:
        tries.append(1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    async def work() -> None:
        with use_shared_threads():
            await retry_in_database(divide)

    with pytest.raises(DataError):
        asyncio.run(work())
    assert len(tries) == 1


def test_it_gives_up_when_the_database_stays_away(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(async_access, "PATIENCE", 0.1)
    monkeypatch.setattr(async_access, "PAUSE", 0.06)

    def away() -> None:
        raise OperationalError("gone")

    async def work() -> None:
        with use_shared_threads():
            await retry_in_database(away)

    with pytest.raises(OperationalError):
        asyncio.run(work())
