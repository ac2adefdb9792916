"""Detects that the database's clock was set back, and resumes what waits in the queue and the schedule.

Each look notes its time. One that finds the note in the future knows that the clock was set back, and by how much; how
far away a next run lies does not say so, because people put runs off.
"""

import logging
from datetime import datetime, timedelta

from django_q.models import Schedule

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from config.queue.next_run_times import UNREADABLE, realign_next_run

logger = logging.getLogger(__name__)

CLOCK = "clock"
"""The heartbeat of the looks, of all hosts together."""
SMALL_STEP = timedelta(minutes=1)
"""By so much a task may be late unnoticed; looks of several hosts at once differ by less."""
LOOK = """
    WITH before AS (SELECT id, beat_at FROM config_heartbeat WHERE name = %(name)s FOR UPDATE SKIP LOCKED)
    UPDATE config_heartbeat AS row SET beat_at = statement_timestamp() FROM before WHERE row.id = before.id
    RETURNING before.beat_at, row.beat_at
"""
FIRST_LOOK = """
    INSERT INTO config_heartbeat (name, beat_at, pid, detail) VALUES (%(name)s, statement_timestamp(), 0, '{}')
    ON CONFLICT DO NOTHING
"""
SHIFT = "UPDATE django_q_ormq SET lock = lock - %(step)s WHERE lock > %(now)s"


def resume_after_clock_rollback() -> None:
    """Resumes in the transaction of a look; of several hosts at once, one sees to it. Raises DatabaseError."""
    found = fetch_rows(LOOK, {"name": CLOCK})
    if not found:
        execute_sql(FIRST_LOOK, {"name": CLOCK})
    for seen, now in found:
        if seen - now > SMALL_STEP:
            logger.warning("The database's clock was set back by %s.", seen - now)
            # What waited at the last look may be fetched now, what came since some seconds later; what is worked on
            # stays with its worker for the rest of its time.
            execute_sql(SHIFT, {"step": seen - now, "now": now})
            move_next_runs(seen, now)


def move_next_runs(seen: datetime, now: datetime) -> None:
    for schedule in Schedule.objects.filter(next_run__gt=now):
        try:
            moment = realign_next_run(schedule, seen, now)
        except UNREADABLE:
            continue  # said when it is due
        # Not over what somebody has chosen meanwhile.
        Schedule.objects.filter(pk=schedule.pk, next_run=schedule.next_run).update(next_run=moment)
