"""Pieces of database work share few threads, and hold no connection between them."""

import asyncio
import threading

import pytest
from django.db import connection

from apps.database.async_access import THREADS, in_database, shared_threads


def one() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return int(cursor.fetchone()[0])


def is_connected() -> bool:
    return connection.connection is not None


async def many(count: int) -> list[int]:
    with shared_threads():
        return list(await asyncio.gather(*(in_database(one) for _ in range(count))))


def test_more_pieces_than_threads_are_all_done(transactional_db: None) -> None:
    assert asyncio.run(many(10 * THREADS)) == [1] * 10 * THREADS


def test_a_piece_gives_its_connection_back(transactional_db: None) -> None:
    async def work() -> list[bool]:
        with shared_threads():
            await asyncio.gather(*(in_database(one) for _ in range(THREADS)))
            return list(await asyncio.gather(*(in_database(is_connected) for _ in range(THREADS))))

    assert asyncio.run(work()) == [False] * THREADS


@pytest.mark.django_db
def test_elsewhere_the_thread_of_the_request_does_the_work() -> None:
    async def work() -> str:
        return await in_database(lambda: threading.current_thread().name)

    assert not asyncio.run(work()).startswith("database")
