"""Database work across a broken connection."""

import asyncio
import threading

import pytest
from asgiref.sync import async_to_sync
from django.db import DataError, OperationalError, connection

from apps.database import retry_after_reconnect
from apps.database.retry_after_reconnect import DatabaseReader, run_with_database_retries, separate_reader


@pytest.mark.django_db(transaction=True)
def test_work_whose_connection_is_cut_is_done_again() -> None:
    tries = []

    def work(number: int) -> int:
        tries.append(number)
        with connection.cursor() as cursor:
            if len(tries) == 1:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            cursor.execute("SELECT %s::int", [number])
            return int(cursor.fetchone()[0])

    assert async_to_sync(run_with_database_retries)(work, 7) == 7
    assert tries == [7, 7]


@pytest.mark.django_db(transaction=True)
def test_it_gives_up_when_the_database_stays_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry_after_reconnect, "LONGEST", 0.1)
    monkeypatch.setattr(retry_after_reconnect, "PAUSE", 0.06)
    tries = []

    def work() -> None:
        tries.append(1)
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        async_to_sync(run_with_database_retries)(work)
    assert len(tries) == 3


@pytest.mark.django_db(transaction=True)
def test_an_outage_is_one_line_in_the_log_and_its_end_another(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(retry_after_reconnect, "PAUSE", 0.01)
    monkeypatch.setattr(retry_after_reconnect, "CURRENT_OUTAGE", retry_after_reconnect.Outage())
    tries = []

    def work() -> None:
        tries.append(1)
        if len(tries) < 7:
            raise OperationalError("gone")

    async def many() -> None:
        await asyncio.gather(*(run_with_database_retries(work) for _ in range(3)))

    async_to_sync(many)()
    assert [line.partition(";")[0].partition(" after")[0] for line in caplog.messages] == [
        "The database does not answer",
        "The database answers again",
    ]


def test_what_is_wrong_with_the_data_is_not_tried_again() -> None:
    tries = []

    def work() -> None:
        tries.append(1)
        raise DataError("NUL")

    with pytest.raises(DataError):
        async_to_sync(run_with_database_retries)(work)
    assert tries == [1]


@pytest.mark.django_db(transaction=True)
def test_reading_does_not_wait_for_what_is_written_meanwhile() -> None:
    begun, has_read = threading.Event(), threading.Event()

    def write() -> int:
        begun.set()
        assert has_read.wait(10)
        return own_backend()

    async def both(reader: DatabaseReader) -> tuple[int, int]:
        writing = asyncio.ensure_future(run_with_database_retries(write))
        await asyncio.to_thread(begun.wait, 10)
        read_by = await reader.read(own_backend)
        has_read.set()
        return await writing, read_by

    with separate_reader() as reader:
        written_by, read_by = async_to_sync(both)(reader)
    assert written_by != read_by


@pytest.mark.django_db
def test_inside_a_transaction_all_see_its_rows_through_one_connection() -> None:
    with separate_reader() as reader:
        assert async_to_sync(reader.read)(own_backend) == own_backend()


def own_backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])
