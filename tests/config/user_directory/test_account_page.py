"""The page of an account while the directory changes memberships."""

from threading import Thread

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection, transaction
from django.test import Client

from config.console.roles import create_groups
from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.models import ProvisionedGroup, ProvisionedPerson
from tests.waiting import until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)
POSTS = {
    "change": {
        "username": "scim-1",
        "first_name": "Erika",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "00:00:00",
        "is_active": "on",
    },
    "delete": {"post": "yes"},
}  # fmt: skip
LEFT = {"change": ["Erika"], "delete": []}


@pytest.fixture
def account() -> User:
    create_groups()
    return User.objects.create(username="scim-1")


@pytest.fixture
def colleague() -> ProvisionedPerson:
    """Whom the directory has in a group that nobody applied yet."""
    group = ProvisionedGroup.objects.create(name="Amt", group=Group.objects.create(name="Amt"))
    person = ProvisionedPerson.objects.create(account=User.objects.create(username="scim-2"), user_name="scim-2")
    group.members.add(person)
    return person


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss")


@pytest.mark.parametrize("page", POSTS)
def test_it_waits_for_a_change_of_memberships_before_it_takes_rows(
    account: User, colleague: ProvisionedPerson, boss: User, page: str
) -> None:
    """Of two that take the lock and the rows in another order each would wait for the other. Both changes arrive."""
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
        apply_memberships([colleague.pk])
        other.start()
        assert until_somebody_waits() == {"advisory"}
        User.objects.select_for_update(nowait=True).get(pk=account.pk)
    other.join(30)
    assert status == [302]
    assert list(User.objects.filter(pk=account.pk).values_list("first_name", flat=True)) == LEFT[page]
    assert list(User.objects.filter(groups__name="Amt").values_list("username", flat=True)) == ["scim-2"]


def test_a_superuser_is_told_why_an_account_of_the_directory_cannot_be_deleted(
    colleague: ProvisionedPerson, boss: User
) -> None:
    """It was a bare 403, of somebody who may do everything."""
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(boss)
    page = f"/admin/auth/user/{colleague.account_id}/delete/"
    for answer in (client.get(page), client.post(page, {"post": "yes"})):
        assert answer.status_code == 200
        assert "“person of the directory” belongs to this account" in answer.content.decode()
    listed = {"action": "delete_selected", "_selected_action": [colleague.account_id], "post": "yes"}
    assert (
        "“person of the directory” belongs to this account" in client.post("/admin/auth/user/", listed).content.decode()
    )
    assert User.objects.filter(pk=colleague.account_id).exists()
