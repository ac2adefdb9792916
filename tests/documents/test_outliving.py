"""Database work across a broken connection."""

import asyncio

import pytest
from asgiref.sync import async_to_sync
from django.db import DataError, OperationalError, connection

from apps.documents import outliving
from apps.documents.outliving import in_database


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

    assert async_to_sync(in_database)(work, 7) == 7
    assert tries == [7, 7]


@pytest.mark.django_db(transaction=True)
def test_it_gives_up_when_the_database_stays_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outliving, "LONGEST", 0.1)
    monkeypatch.setattr(outliving, "PAUSE", 0.06)
    tries = []

    def work() -> None:
        tries.append(1)
        raise OperationalError("gone")

    with pytest.raises(OperationalError):
        async_to_sync(in_database)(work)
    assert len(tries) == 3


@pytest.mark.django_db(transaction=True)
def test_an_outage_is_one_line_in_the_log_and_its_end_another(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outliving, "PAUSE", 0.01)
    monkeypatch.setattr(outliving, "OUTAGE", outliving.Outage())
    tries = []

    def work() -> None:
        tries.append(1)
        if len(tries) < 7:
            raise OperationalError("gone")

    async def many() -> None:
        await asyncio.gather(*(in_database(work) for _ in range(3)))

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
        async_to_sync(in_database)(work)
    assert tries == [1]
