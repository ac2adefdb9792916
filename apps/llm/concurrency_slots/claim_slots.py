"""Claims slots by rows of the database, so that claims hold for all processes of all hosts.

The clock of the database decides which claims still count: a process that died, or a host that was cut off, is
forgotten after LEASE.
"""

import json
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from psycopg.types.json import Jsonb

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.llm.concurrency_slots.allocate_slots import SlotCounts, SlotRequest, SlotShare, allocate_share

LEASE = timedelta(seconds=10)
FORGOTTEN = timedelta(hours=1)
LOCK = 0x506C6163
"""The kind of advisory lock under which the places of one server are dealt out; nothing else uses it. The other
half of the key is a text, so not by apps/database/advisory_lock.py."""
READ = """
SELECT holder, wants, people, background, bears FROM llm_placeclaim
WHERE endpoint = %s AND holder <> %s AND seen_at > clock_timestamp() - %s ORDER BY holder"""
WRITE = """
INSERT INTO llm_placeclaim (endpoint, holder, wants, people, background, bears, seen_at)
VALUES (%s, %s, %s, %s, %s, %s, clock_timestamp())
ON CONFLICT (endpoint, holder) DO UPDATE SET (wants, people, background, bears, seen_at) =
    (EXCLUDED.wants, EXCLUDED.people, EXCLUDED.background, EXCLUDED.bears, EXCLUDED.seen_at)"""

GIVE_BACK = """
DELETE FROM llm_placeclaim
WHERE (endpoint = %s AND holder = %s) OR seen_at < clock_timestamp() - %s"""


def claim_slots(endpoint: str, holder: UUID, mine: SlotRequest, most: int) -> SlotShare:
    """What this process gets of the server's `most` places. One short transaction; renewed within LEASE. Raises
    DatabaseError."""
    with transaction.atomic():
        fetch_rows("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [LOCK, endpoint])
        found = fetch_rows(READ, [endpoint, holder, LEASE])
        others = [request_from_row(*row) for _, *row in found]
        share = allocate_share(mine, others, most, position=sum(other < holder for other, *_ in found))
        wants = Jsonb({str(rank): number for rank, number in mine.wants.items()})
        execute_sql(WRITE, [endpoint, holder, wants, *share.granted, mine.bears])
    return share


def request_from_row(wants: str, people: int, background: int, bears: int) -> SlotRequest:
    """A row. Django has JSON columns come as text."""
    by_rank = {int(rank): number for rank, number in json.loads(wants).items()}
    return SlotRequest(by_rank, SlotCounts(people, background), bears)


def release_slots(endpoint: str, holder: UUID) -> None:
    """All of them, with the claims of processes that ended without a word. One query. Raises DatabaseError."""
    execute_sql(GIVE_BACK, [endpoint, holder, FORGOTTEN])
