"""Puts back what every installation begins with after a test that commits, by COPY.

Django sends its signal `post_migrate` when the tables have been emptied, and its receivers make these rows anew: 500
statements, 0.8 seconds after each of several hundred tests. Here they make them once, and later the same rows are
copied in.
"""

from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.core.management.commands import flush
from django.core.management.sql import emit_post_migrate_signal, sql_flush
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import AutoField

FIRST_ROWS: dict[str, bytes] = {}
"""By table of the default database, in PostgreSQL's binary form."""

SERIAL_TABLES: list[str] = []
"""Those of FIRST_ROWS whose keys come from a sequence."""

BEHIND_HIGHEST_KEY = """
    SELECT setval(sequence, greatest(nextval(sequence), (SELECT max(id) FROM {table})))
    FROM pg_get_serial_sequence('{table}', 'id') AS sequence
"""
"""A test that restores a backup or restarts sequences leaves them below the keys that are copied in."""


def install() -> None:
    """Once, when the test database has been made: the database itself stays as it is. Queries the database."""
    with transaction.atomic():
        connection.ops.execute_sql_flush(sql_flush(no_style(), connection, reset_sequences=False))
        emit_post_migrate_signal(0, False, DEFAULT_DB_ALIAS)
        FIRST_ROWS.update(rows_of_all_tables())
        SERIAL_TABLES.extend(table for table in FIRST_ROWS if table in tables_with_sequence())
        transaction.set_rollback(True)
    ContentType.objects.clear_cache()
    flush.emit_post_migrate_signal = put_back  # type: ignore[attr-defined]


def put_back(verbosity: int, interactive: bool, db: str, **named: Any) -> None:
    """In place of the signal; called with empty tables."""
    if db != DEFAULT_DB_ALIAS:
        emit_post_migrate_signal(verbosity, interactive, db, **named)
        return
    with transaction.atomic(using=db), connections[db].cursor() as cursor:
        # A thread of the test before that still reads finds the tables empty and may make first rows of its own.
        cursor.execute("".join(f"LOCK TABLE {table} IN EXCLUSIVE MODE;DELETE FROM {table};" for table in FIRST_ROWS))
        for table, rows in FIRST_ROWS.items():
            with cursor.copy(f"COPY {table} FROM STDIN (FORMAT binary)") as copy:
                copy.write(rows)
        for table in SERIAL_TABLES:
            cursor.execute(BEHIND_HIGHEST_KEY.format(table=table))
    ContentType.objects.clear_cache()


def tables_with_sequence() -> set[str]:
    models = apps.get_models(include_auto_created=True)
    return {
        connection.ops.quote_name(model._meta.db_table) for model in models if isinstance(model._meta.pk, AutoField)
    }


def rows_of_all_tables() -> dict[str, bytes]:
    tables = {connection.ops.quote_name(model._meta.db_table) for model in apps.get_models(include_auto_created=True)}
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(tables):
            cursor.execute(f"SELECT EXISTS (SELECT FROM {table})")
            if cursor.fetchone()[0]:
                with cursor.copy(f"COPY {table} TO STDOUT (FORMAT binary)") as copy:
                    found[table] = b"".join(bytes(piece) for piece in copy)
    return found
