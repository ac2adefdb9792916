"""The page of an account while the directory changes memberships."""

from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from config.console.roles import create_groups
from config.directory.apply_group_memberships import apply_memberships
from tests.waiting import until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)
POSTS = {
    "change": {"username": "scim-1", "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00", "is_active": "on"},
    "delete": {"post": "yes"},
}


@pytest.fixture
def account() -> User:
    create_groups()
    return User.objects.create(username="scim-1")


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss")


@pytest.mark.parametrize("page", POSTS)
def test_it_waits_for_a_change_of_memberships_before_it_takes_rows(account: User, boss: User, page: str) -> None:
    """Of two that take the lock and the rows in another order each would wait for the other."""
    status: list[int] = []

    def save() -> None:
        client = Client()
        client.force_login(boss)
        try:
            status.append(client.post(f"/admin/auth/user/{account.pk}/{page}/", POSTS[page]).status_code)
        finally:
            connection.close()

    other = Thread(target=save)
    with transaction.atomic():
        apply_memberships([])
        other.start()
        assert until_somebody_waits() == {"advisory"}
        User.objects.select_for_update(nowait=True).get(pk=account.pk)
    other.join(30)
    assert status == [302]
