"""Makes files/state-2a55bcd.sql.gz: a database as that commit leaves it, with a row in every table.

It belongs to that commit and imports its modules, so it runs there and nowhere else:

    git worktree add ../before 2a55bcd && mkdir -p ../before/tests/upgrade
    cp tests/upgrade/make_dump.py tests/upgrade/dump_*.py ../before/tests/upgrade/ && cd ../before
    AUSKUNFT_DATA=$(mktemp -d) SECRET_KEY=$(python -c 'from tests.upgrade.dump_facts import KEY; print(KEY)') \\
        .venv/bin/python -m tests.upgrade.make_dump state-2a55bcd.sql.gz

Nobody is at home in it: documents, people and tokens are invented, the key signs nothing but this file's queue.
"""

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import django
from django.conf import settings

EMPTY = {"auth_user_user_permissions"}
"""Tables that need no row: nothing in the product writes them."""
# Words of psql, or of newer servers only: any client shall be able to send the file to any supported server.
NOT_FOR_ALL = re.compile(r"^(\\(un)?restrict .*|SET transaction_timeout = 0;)\n", re.MULTILINE)
OPTIONS = ["--no-owner", "--no-privileges", "--no-comments", "--rows-per-insert=100"]


def main(target: Path) -> None:
    start_empty()
    from tests.upgrade import dump_documents, dump_people, dump_queue

    # In this order: people ask about documents, and what the queue holds is to be done with both.
    dump_documents.fill()
    dump_people.fill()
    dump_queue.fill()
    if missing := sorted(empty_tables() - EMPTY):
        sys.exit(f"These tables have no row: {', '.join(missing)}.")
    target.write_bytes(gzip.compress(dumped().encode(), compresslevel=9, mtime=0))
    sys.stdout.write(f"{target}: {target.stat().st_size:,} bytes\n")


def start_empty() -> None:
    """A server of its own with the tables of this commit."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config import localdb

    data = Path(os.environ["AUSKUNFT_DATA"])
    if (data / "postgres").exists():
        sys.exit(f"There is a database in {data} already. Name an empty folder.")
    localdb.ensure_running(data)
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def empty_tables() -> set[str]:
    from django.db import connection

    with connection.cursor() as cursor:
        empty = set()
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT NOT EXISTS (SELECT 1 FROM "{table}")')
            if cursor.fetchone()[0]:
                empty.add(table)
    return empty


def dumped() -> str:
    """Plain SQL that one call of a client's `execute` can take."""
    from config import localdb

    status = localdb.status(Path(settings.AUSKUNFT_DATA))
    program = Path(status["programs"]) / "pg_dump"
    place = ["-h", str(Path(status["socket"]).parent), "-U", localdb.USER, "-d", localdb.DATABASE]
    written = subprocess.run([program, *place, *OPTIONS], check=True, capture_output=True, text=True).stdout
    return NOT_FOR_ALL.sub("", written)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
