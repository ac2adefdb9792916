"""The test database: a copy of a template that is migrated once for each state of the sources.

Migrating takes 20 seconds of the processor, copying a third of a second. The worker that comes first makes the
template, the others wait for it; later runs find it there as long as nothing below apps/ and config/ has changed.
"""

import hashlib
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper

ROOT = Path(__file__).resolve().parent.parent
LOCK = 0x7E57_DA7A
"""Of the whole server: one process at a time makes a template or copies one."""
IS_THERE = "SELECT FROM pg_database WHERE datname = %s"


def make() -> None:
    """Create the test database of this process and connect to it. One of an earlier run is dropped."""
    name = connection.settings_dict["TEST"]["NAME"]
    template = f"{settings.DATABASES['default']['TEST']['NAME'].partition('_gw')[0]}_{state_of_sources()}"
    with connection._nodb_cursor() as cursor:
        # The product's connections do not wait that long.
        cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        cursor.execute(IS_THERE, [template])
        if cursor.fetchone() is None:
            make_template(cursor, template)
        drop_database(cursor, name)
        cursor.execute(f"CREATE DATABASE {quoted(name)} TEMPLATE {quoted(template)}")
        # Nothing of it must survive a crash, so no commit waits for the disk; also those of processes that tests start.
        cursor.execute(f"ALTER DATABASE {quoted(name)} SET synchronous_commit = off")
    connect_to(name)


def drop() -> None:
    """Drop the test database; the template stays for the next run."""
    name = connection.settings_dict["NAME"]
    connection.close()
    with connection._nodb_cursor() as cursor:
        drop_database(cursor, name)


def make_template(cursor: CursorWrapper, template: str) -> None:
    """Migrate a new database and name it so; templates of other states are dropped."""
    kept, common = dict(connection.settings_dict["TEST"]), template.rpartition("_")[0]
    cursor.execute("SELECT datname FROM pg_database WHERE datname ~ %s", [f"^{common}_([0-9a-f]{{12}}|new)$"])
    for (old,) in cursor.fetchall():
        drop_database(cursor, old)
    connection.settings_dict["TEST"]["NAME"] = f"{common}_new"
    try:
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    finally:
        connection.close()
        connection.settings_dict["TEST"].update(kept)
    cursor.execute(f"ALTER DATABASE {quoted(f'{common}_new')} RENAME TO {quoted(template)}")


def state_of_sources() -> str:
    """A digest of all that decides what a migrated database holds: the product's files and the versions of packages."""
    digest = hashlib.sha256()
    files = [path for top in ("apps", "config") for path in (ROOT / top).rglob("*") if "__pycache__" not in path.parts]
    for path in [*sorted(files), ROOT / "requirements-test.lock"]:
        if path.is_file():
            digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def connect_to(name: str) -> None:
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    connection.ensure_connection()


def drop_database(cursor: CursorWrapper, name: str) -> None:
    cursor.execute(f"DROP DATABASE IF EXISTS {quoted(name)} WITH (FORCE)")


def quoted(name: str) -> str:
    return connection.ops.quote_name(name)
