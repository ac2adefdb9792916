"""A database of a benchmark's own, so that it starts empty and touches nothing of the user's."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def set_up() -> None:
    """Make the project importable and Django ready, from whatever folder a benchmark is started."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["LOG_LEVEL"] = "ERROR"
    import django

    django.setup()


@contextmanager
def own_database(name: str) -> Iterator[None]:
    """Made beside the user's, with all migrations, and dropped again."""
    set_up()
    from django.conf import settings
    from django.db import connection

    from config import localdb

    if not os.environ.get("DATABASE_URL"):
        localdb.ensure_running(settings.AUSKUNFT_DATA)
    users_own = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = name
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(users_own, verbosity=0)
