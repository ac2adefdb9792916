"""New databases are made by the squashed migrations (0001_squashed_…), older ones come to the same by those of before.

    python -m tests.upgrade.compare_squashed_migrations

makes a database in each way beside the one that Django is configured for and compares what both are made of and which
rows they begin with. The suite compares the schema only (test_upgrade.py): the old way takes a quarter of a minute.
"""

import json
import os
import sys
import time

import django

from tests.upgrade.database import Database, database
from tests.upgrade.schema import schema_of

HOW_IT_WAS_MADE = {"django_migrations", "llm_configuration_stamp"}
DIFFERS_ANYWAY = {"id", "content_type_id", "permission_id", "created_at", "changed_at", "next_run"}
"""Columns with numbers by order of arrival, and moments."""


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    with database("auskunft_squashed") as new, database("auskunft_step_by_step") as old:
        seconds = [migrated(new.name, old_way=False), migrated(old.name, old_way=True)]
        sys.stdout.write(f"Seconds of this process: {seconds[0]:.1f} squashed, {seconds[1]:.1f} step by step.\n")
        compared = {"schema": [schema_of(each) for each in (new, old)], "rows": [rows_of(each) for each in (new, old)]}
    for what, (ours, theirs) in compared.items():
        sys.stdout.write(f"{what}: {len(ours)} lines, {len(theirs)} step by step\n")
        for line in sorted(set(ours) ^ set(theirs)):
            sys.stdout.write(f"  only {'squashed' if line in ours else 'step by step'}: {line}\n")
    if any(ours != theirs for ours, theirs in compared.values()):
        sys.exit("The two ways lead to different databases.")


def migrated(name: str, *, old_way: bool) -> float:
    """Migrates the empty database; gives back seconds of this process."""
    from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor
    from django.db.migrations.recorder import MigrationRecorder

    connection.close()
    connection.settings_dict["NAME"] = name
    began = time.process_time()
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    if old_way:
        # Squashed migrations are left out where one of those they replace has been applied.
        for replacing in MigrationExecutor(connection).loader.replacements.values():
            recorder.record_applied(*replacing.replaces[0])
    executor = MigrationExecutor(connection)
    recorder.migration_qs.all().delete()
    executor.loader.applied_migrations.clear()
    emit_pre_migrate_signal(0, False, connection.alias)
    executor.migrate(executor.loader.graph.leaf_nodes())
    emit_post_migrate_signal(0, False, connection.alias)
    connection.close()
    return time.process_time() - began


def rows_of(made: Database) -> list[str]:
    """A line for each row of each table, without what differs between any two databases."""
    kept = {name: rows for name, rows in made.tables().items() if name not in HOW_IT_WAS_MADE}
    return sorted(
        f"{name} {json.dumps({c: v for c, v in row.items() if c not in DIFFERS_ANYWAY}, sort_keys=True)}"
        for name, rows in kept.items()
        for row in rows
    )


if __name__ == "__main__":
    main()
