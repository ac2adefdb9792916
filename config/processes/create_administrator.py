"""Creates the administrator's account that makes the admin reachable after the first start."""

import secrets
from pathlib import Path

from django.contrib.auth import get_user_model
from django.db import transaction

from apps.database.advisory_lock import wait_for_transaction_lock

ADMINISTRATOR_NAME = "admin"
LOCK = 7_249_153
"""The kind of advisory lock; nothing else uses it."""


def create(data_dir: Path) -> str | None:
    """Creates the superuser `admin` with a random password; None when there is any account already.

    So one that was renamed or deleted since does not come back.

    The password is also written to a private file in the data folder (see `password_file`). Several hosts may start at
    once: one creates it, the others wait. Raises DatabaseError."""
    users = get_user_model().objects
    with transaction.atomic():
        wait_for_transaction_lock(LOCK)
        if users.exists():
            return None
        password = secrets.token_urlsafe(15)
        # The file first: a password that only the account knows would be lost.
        write_password(password_file(data_dir), password)
        users.create_superuser(username=ADMINISTRATOR_NAME, email="", password=password)
    return password


def write_password(file: Path, password: str) -> None:
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    file.write_text(password + "\n", encoding="utf-8")


def password_file(data_dir: Path) -> Path:
    return data_dir / "admin-password.txt"
