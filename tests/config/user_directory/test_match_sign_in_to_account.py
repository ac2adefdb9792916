"""Somebody signs in for the first time while the directory changes the account that it has announced for them."""

from collections.abc import Callable
from threading import Thread
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousOperation
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from scim2_models import ResourceType

from config.scim import resource_schemas
from config.scim.storage import DirectoryStorage
from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.match_sign_in_to_account import match_account
from config.user_directory.models import ProvisionedPerson

pytestmark = pytest.mark.django_db(transaction=True)
PEOPLE = ResourceType.from_resource(resource_schemas.User)


@pytest.fixture
def person() -> ProvisionedPerson:
    account = User.objects.create(username="scim-1")
    return ProvisionedPerson.objects.create(account=account, user_name="erika", external_id="person-1")


def sign_in_between(first: Callable[[], object], person: ProvisionedPerson, then: Callable[[], object]) -> list[User]:
    """Whom somebody is who signs in between the two steps of a change."""
    known, found = User.objects.create(username="oidc-1"), list[User]()

    def sign_in() -> None:
        try:
            found.append(match_account(person, known))
        finally:
            connection.close()

    other = Thread(target=sign_in)
    with transaction.atomic():
        first()
        other.start()
        # Long enough to take every row that is free.
        other.join(1)
        then()
    other.join(30)
    return found


def test_a_change_of_memberships_and_a_first_sign_in_wait_for_each_other(person: ProvisionedPerson) -> None:
    announced = User.objects.filter(pk=person.account_id)
    groups_change, account_change = lambda: apply_memberships([uuid4()]), lambda: announced.update(is_staff=True)
    [account] = sign_in_between(groups_change, person, account_change)
    assert account.username == "oidc-1"


def test_a_person_who_is_deleted_while_they_sign_in_first_is_deleted(person: ProvisionedPerson) -> None:
    storage, pk = DirectoryStorage(), str(person.pk)
    sign_in_between(lambda: storage.get(PEOPLE, pk), person, lambda: storage.delete(PEOPLE, pk))
    person.refresh_from_db()
    assert person.deleted_at is not None
    assert not person.account.is_active


def test_a_session_from_before_ends_for_good_with_an_account_that_the_directory_has_closed(
    person: ProvisionedPerson, client: Client
) -> None:
    known = User.objects.create_user("oidc-1", password="kein-gutes-kennwort")
    client.force_login(known)
    User.objects.filter(pk=person.account_id).update(is_active=False)
    person.refresh_from_db()
    assert not match_account(person, known).is_active
    # The directory opens it again.
    User.objects.filter(pk=known.pk).update(is_active=True, is_staff=True)
    assert client.get(reverse("admin:index")).status_code == 302


def test_an_account_that_somebody_closes_while_its_owner_signs_in_stays_closed(person: ProvisionedPerson) -> None:
    known = User.objects.create(username="oidc-1")
    User.objects.filter(pk=known.pk).update(is_active=False)
    assert not match_account(person, known).is_active
    assert not User.objects.get(pk=known.pk).is_active


@pytest.mark.parametrize("is_deleted", [False, True])
def test_an_account_that_the_directory_knows_as_somebody_elses_is_left_to_them(
    person: ProvisionedPerson, is_deleted: bool
) -> None:
    known = User.objects.create(username="oidc-1")
    ProvisionedPerson.objects.create(
        account=known, user_name="max", external_id="person-2", deleted_at=timezone.now() if is_deleted else None
    )
    assert match_account(person, known) == person.account
    assert ProvisionedPerson.objects.get(external_id="person-2").account == known


@pytest.mark.parametrize("gone", [ProvisionedPerson, User])
def test_who_is_announced_anew_at_this_moment_is_asked_to_try_again(
    person: ProvisionedPerson, gone: type[ProvisionedPerson] | type[User]
) -> None:
    known = User.objects.create(username="oidc-1")
    gone.objects.filter(pk=(person if gone is ProvisionedPerson else known).pk).delete()
    with pytest.raises(SuspiciousOperation):
        match_account(person, known)
