"""The first account."""

from pathlib import Path

import pytest
from django.contrib.auth import authenticate

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
