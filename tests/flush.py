"""Puts the database back as every installation begins after a test that commits: only what the test has changed.

Django empties all tables by TRUNCATE, which makes hundreds of files anew, and sends its signal `post_migrate`, whose
receivers make the first rows by 500 statements: together a second after each of many hundred tests. Here one
statement says what is in which table; only rows of tables that have changed are deleted, and first rows copied in.
Planning that statement takes five times as long as running it, so it is prepared once, in a session of its own: the
role that passes by triggers forgets all plans of a session whenever it is taken on or given up.
"""

from typing import Any

import psycopg
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.core.management.commands import flush
from django.core.management.sql import emit_post_migrate_signal, sql_flush
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.models import AutoField

ALL_TABLES: list[str] = []
"""Of the default database, in the order in which they are locked."""

FIRST_ROWS: dict[str, bytes] = {}
"""By table, in PostgreSQL's binary form; tables that begin empty are not in it."""

SERIAL_TABLES: list[str] = []
"""Those of FIRST_ROWS whose keys come from a sequence."""

STATES: dict[str, tuple[int, int | None]] = {}
"""What HAS_ROWS has said of each table in FIRST_ROWS since they were copied in last."""

HAS_ROWS = "SELECT '{table}', count(*), max(xmin::text::bigint) FROM {table}"
"""How many rows there are and which transaction wrote the last of them: any change changes one of the two."""

IS_NOT_EMPTY = "SELECT '{table}', 1, 0 WHERE EXISTS (SELECT FROM {table})"

AS_REPLICA = "SET session_replication_role = replica; SET auskunft.empties_log = 'on'"
"""Neither foreign keys nor the guards of the log are asked: what is left are first rows, which fit together."""

session: psycopg.Connection[Any] | None = None
"""In which tables are emptied."""

NOTHING_CHANGED = "UPDATE llm_endpoint SET id = id WHERE false"
"""Draws a new stamp of the configuration (a trigger), as emptying the tables does: nothing read before counts."""

BEHIND_HIGHEST_KEY = """
    SELECT setval(sequence, greatest(nextval(sequence), (SELECT max(id) FROM {table})))
    FROM pg_get_serial_sequence('{table}', 'id') AS sequence
"""
"""A test that restores a backup or restarts sequences leaves them below the keys that are copied in."""

django_handle = flush.Command.handle


def install() -> None:
    """Once, when the test database has been made: the database itself stays as it is. Queries the database."""
    if not may_pass_by_triggers():
        return
    with transaction.atomic():
        connection.ops.execute_sql_flush(sql_flush(no_style(), connection, reset_sequences=False))
        emit_post_migrate_signal(0, False, DEFAULT_DB_ALIAS)
        ALL_TABLES.extend(sorted(connection.ops.quote_name(name) for name in tables_of_models()))
        FIRST_ROWS.update(rows_of_all_tables())
        SERIAL_TABLES.extend(table for table in FIRST_ROWS if table in tables_with_sequence())
        transaction.set_rollback(True)
    ContentType.objects.clear_cache()

    def handle(command: flush.Command, **options: Any) -> None:
        if options["database"] == DEFAULT_DB_ALIAS:
            put_back()
        else:
            django_handle(command, **options)

    flush.Command.handle = handle  # type: ignore[method-assign]


def put_back() -> None:
    """In place of what `flush` does."""
    global session
    try:
        empty_what_changed(session := session or opened_session())
    except psycopg.OperationalError:
        # Its server was started anew, or the test database made anew.
        empty_what_changed(session := opened_session())
    with connection.cursor() as cursor:
        cursor.execute(NOTHING_CHANGED)
    ContentType.objects.clear_cache()


def empty_what_changed(session: psycopg.Connection[Any]) -> None:
    with session.transaction(), session.cursor() as cursor:
        # Waits for a thread of the test that still writes, as TRUNCATE does.
        cursor.execute(f"LOCK TABLE {', '.join(ALL_TABLES)} IN EXCLUSIVE MODE")
        states = states_of_tables(cursor)
        changed = [table for table in ALL_TABLES if states.get(table) != STATES.get(table)]
        cursor.execute("".join(f"DELETE FROM {table};" for table in changed))
        for table in FIRST_ROWS.keys() & changed:
            with cursor.copy(f"COPY {table} FROM STDIN (FORMAT binary)") as copy:
                copy.write(FIRST_ROWS[table])
        cursor.execute("EXECUTE behind_highest_keys")
        if FIRST_ROWS.keys() & changed:
            STATES.update(states_of_tables(cursor))


def opened_session() -> psycopg.Connection[Any]:
    """A superuser's, to the test database, with both statements prepared."""
    parts = (HAS_ROWS if table in FIRST_ROWS else IS_NOT_EMPTY for table in ALL_TABLES)
    rows_there = " UNION ALL ".join(part.format(table=table) for part, table in zip(parts, ALL_TABLES, strict=True))
    behind = " UNION ALL ".join(BEHIND_HIGHEST_KEY.format(table=table) for table in SERIAL_TABLES)
    place = connection.get_connection_params() | {"cursor_factory": psycopg.Cursor, "autocommit": True}
    opened = psycopg.connect(**place)
    opened.execute(f"{AS_REPLICA}; PREPARE rows_there AS {rows_there}; PREPARE behind_highest_keys AS {behind}")
    return opened


def states_of_tables(cursor: psycopg.Cursor[Any]) -> dict[str, tuple[int, int | None]]:
    """By table, for those that have rows. What is compared of tables that begin empty says only that."""
    cursor.execute("EXECUTE rows_there")
    return {table: (rows, written) for table, rows, written in cursor.fetchall()}


def may_pass_by_triggers() -> bool:
    """Whether this role is a superuser, as that of the embedded database is; else tables are emptied Django's way."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def tables_of_models() -> set[str]:
    return {model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed}


def tables_with_sequence() -> set[str]:
    models = apps.get_models(include_auto_created=True)
    return {
        connection.ops.quote_name(model._meta.db_table) for model in models if isinstance(model._meta.pk, AutoField)
    }


def rows_of_all_tables() -> dict[str, bytes]:
    found = {}
    with connection.cursor() as cursor:
        for table in ALL_TABLES:
            cursor.execute(f"SELECT EXISTS (SELECT FROM {table})")
            if cursor.fetchone()[0]:
                # In the order of their keys: space that was freed is used again, wherever it lies.
                with cursor.copy(f"COPY (SELECT * FROM {table} ORDER BY 1) TO STDOUT (FORMAT binary)") as copy:
                    found[table] = b"".join(bytes(piece) for piece in copy)
    return found
