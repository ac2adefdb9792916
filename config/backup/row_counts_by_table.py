"""Counts the rows of each table: what a restored database is compared with."""

from collections.abc import Mapping

from apps.database.execute_batch_sql import fetch_rows

TABLES = """
SELECT relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p' AND relnamespace = 'public'::regnamespace
ORDER BY relname"""
VOLATILE_TABLES = frozenset({"config_heartbeat", "django_session", "django_q_ormq"})
"""Written all the time, by processes rather than people."""


def table_counts() -> dict[str, int]:
    """Counts every row of all tables that are in the database's log."""
    names = [name for (name,) in fetch_rows(TABLES, []) if name not in VOLATILE_TABLES]
    return {name: fetch_rows(f'SELECT count(*) FROM "{name}"', [])[0][0] for name in names}  # noqa: S608 - names of tables


def row_count_differences(
    found: Mapping[str, int], before: Mapping[str, int], after: Mapping[str, int]
) -> dict[str, list[int]]:
    """Table -> found, least and most: where a count does not lie between those before and after the backup."""
    wrong = {}
    for name in sorted({*before, *after}):
        least, most = sorted((before.get(name, 0), after.get(name, 0)))
        if not least <= found.get(name, -1) <= most:
            wrong[name] = [found.get(name, -1), least, most]
    return wrong
