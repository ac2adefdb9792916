"""Somebody signs in for the first time while the directory changes the account that it has announced for them."""

from collections.abc import Callable
from threading import Thread
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from scim2_models import ResourceType

from config.directory.match_sign_in_to_account import account_for
from config.directory.memberships import apply_memberships
from config.directory.models import ProvisionedPerson
from config.scim import resource_schemas
from config.scim.storage import DirectoryStorage

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
            found.append(account_for(person, known))
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
