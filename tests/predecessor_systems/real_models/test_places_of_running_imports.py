"""How many calls a server gets at once can be changed while an import runs."""

import asyncio
from dataclasses import replace

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from apps.documents.engine import heartbeat
from apps.documents.engine.heartbeat import LeaseHeartbeat
from apps.llm.models import Endpoint
from apps.llm.transport.endpoint_connections import EndpointAddress, endpoint_connection

ADDRESS = EndpointAddress("slow", "http://127.0.0.1:9/v1", max_concurrency=8)


async def test_another_number_holds_for_the_same_connection() -> None:
    before = await endpoint_connection(ADDRESS)
    after = await endpoint_connection(replace(ADDRESS, max_concurrency=2))
    assert after is before
    assert before.slots.limit == 2


@pytest.mark.django_db(transaction=True)
async def test_a_running_import_learns_the_number_that_was_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "PULSE", 0.01)
    monkeypatch.setattr(heartbeat, "EXTEND_EVERY", 1)
    await sync_to_async(Endpoint.objects.create)(name="slow", base_url=ADDRESS.base_url, max_concurrency=1)
    connection = await endpoint_connection(ADDRESS)
    beating = asyncio.create_task(LeaseHeartbeat({}).beat())
    async with asyncio.timeout(20):
        while connection.slots.limit != 1:  # noqa: ASYNC110 - a limit has no event
            await asyncio.sleep(0.02)
    # The import asks by the row that it has read at its start.
    assert (await endpoint_connection(ADDRESS)).slots.limit == 1
    beating.cancel()
    await sync_to_async(connections.close_all)()
