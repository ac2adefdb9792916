"""Somebody signs in while the directory changes who is in which group."""

from threading import Thread

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection, transaction

from config.console.roles import create_groups
from config.single_sign_on.backend import SingleSignOnBackend
from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.models import ProvisionedGroup, ProvisionedPerson
from tests.waiting import until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)
CLAIMS: dict[str, object] = {"sub": "person-1", "email": "erika@amt.example", "groups": ["auskunft-editor"]}


@pytest.fixture
def account() -> User:
    create_groups()
    return User.objects.create(username="sso-1")


def sign_in(account: User) -> Thread:
    """Begun, and ended by the end of the transaction that it waits for."""

    def update() -> None:
        try:
            SingleSignOnBackend().update_user(User.objects.get(pk=account.pk), CLAIMS)
        finally:
            connection.close()

    return Thread(target=update)


def test_it_waits_for_the_change_before_it_takes_rows(account: User) -> None:
    """Of two that take the lock and the rows in another order each would wait for the other."""
    other = sign_in(account)
    with transaction.atomic():
        apply_memberships([])
        other.start()
        assert until_somebody_waits() == {"advisory"}
        User.objects.select_for_update(nowait=True).get(pk=account.pk)
    other.join(30)
    account.refresh_from_db()
    assert [account.is_staff, *account.groups.values_list("name", flat=True)] == [True, "editor"]


def test_whom_the_directory_takes_over_meanwhile_is_in_its_groups(account: User) -> None:
    group = ProvisionedGroup.objects.create(name="Amt", group=Group.objects.create(name="Amt"))
    other = sign_in(account)
    with transaction.atomic():
        person = ProvisionedPerson.objects.create(account=account, user_name="erika", external_id="person-1")
        group.members.add(person)
        apply_memberships([person.pk])
        other.start()
        until_somebody_waits()
    other.join(30)
    account.refresh_from_db()
    assert [account.is_staff, *account.groups.values_list("name", flat=True)] == [False, "Amt"]
