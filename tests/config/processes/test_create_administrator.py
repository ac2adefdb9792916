"""The first account."""

from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Thread
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db import connection

from config.processes import create_administrator

pytestmark = pytest.mark.django_db


def test_it_can_log_in_with_the_password_that_is_kept_in_a_private_file(tmp_path: Path) -> None:
    password = create_administrator.create(tmp_path)
    user = authenticate(username="admin", password=password)
    assert user is not None
    assert user.is_superuser
    file = create_administrator.password_file(tmp_path)
    assert file.read_text().strip() == password
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_existing_account_keeps_its_password(tmp_path: Path) -> None:
    password = create_administrator.create(tmp_path)
    assert create_administrator.create(tmp_path) is None
    assert authenticate(username="admin", password=password)


def test_a_first_account_that_was_renamed_or_deleted_does_not_come_back(tmp_path: Path) -> None:
    create_administrator.create(tmp_path)
    User.objects.update(username="erika")
    assert create_administrator.create(tmp_path) is None
    User.objects.create_user("ada")
    User.objects.filter(username="erika").delete()
    assert create_administrator.create(tmp_path) is None


@pytest.mark.django_db(transaction=True)
def test_of_two_hosts_that_start_at_once_one_creates_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, both, create_superuser = list[str | None](), Barrier(2, timeout=1), User.objects.create_superuser

    def at_the_same_time(**values: Any) -> None:
        with suppress(BrokenBarrierError):
            both.wait()
        create_superuser(**values)

    def start(folder: str) -> None:
        (tmp_path / folder).mkdir()
        try:
            made.append(create_administrator.create(tmp_path / folder))
        finally:
            connection.close()

    monkeypatch.setattr(User.objects, "create_superuser", at_the_same_time)
    hosts = [Thread(target=start, args=[folder]) for folder in ("one", "two")]
    for host in hosts:
        host.start()
    for host in hosts:
        host.join(30)
    [password] = [each for each in made if each]
    assert made.count(None) == 1
    assert authenticate(username="admin", password=password)
    assert len(list(tmp_path.glob("*/admin-password.txt"))) == 1
