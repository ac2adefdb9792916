"""For whom somebody may make a token: themselves and people with some of their rights."""

import pytest
from django.contrib.auth.models import Group, Permission, User
from pytest_django import DjangoAssertNumQueries

from config.api.tokens.prevent_privilege_escalation import possible_owners

pytestmark = pytest.mark.django_db


def person(name: str, *, own: int = 0, by_group: int = 0, **values: bool) -> User:
    """With the first `own` rights by themselves and the first `by_group` by a group."""
    made = User.objects.create_user(name, **values)  # type: ignore[arg-type]
    rights = list(Permission.objects.order_by("pk")[:9])
    made.user_permissions.set(rights[:own])
    group = Group.objects.create(name=name)
    group.permissions.set(rights[:by_group])
    made.groups.add(group)
    return made


def seeing_all(maker: User) -> User:
    maker.user_permissions.add(Permission.objects.get(codename="delete_collection"))
    return maker


def owners_of(maker: User) -> set[str]:
    return set(possible_owners(maker).values_list("username", flat=True))


def test_those_with_some_of_the_rights_are_offered_and_those_with_all_or_others_are_not() -> None:
    maker = seeing_all(person("maker", own=2, by_group=4))
    person("visitor")
    person("below", by_group=3)
    person("by both ways", own=1, by_group=2)
    seeing_all(person("equal", by_group=4))
    person("above", own=5)
    person("chief", is_superuser=True)
    person("gone", is_active=False)
    other = person("one other", own=1)
    other.user_permissions.add(Permission.objects.order_by("pk")[9])
    assert owners_of(maker) == {"maker", "visitor", "below", "by both ways"}


def test_who_does_not_see_all_collections_makes_tokens_for_nobody_else() -> None:
    """Somebody with fewer rights may be a reader of a collection that is closed to them."""
    maker = person("maker", own=2, by_group=4)
    person("visitor")
    assert owners_of(maker) == {"maker"}


def test_a_superuser_makes_tokens_for_everybody_who_may_sign_in() -> None:
    chief = person("chief", is_superuser=True)
    person("above", own=5)
    person("gone", is_active=False)
    assert owners_of(chief) == {"chief", "above"}


def test_many_accounts_take_no_more_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    maker = seeing_all(person("maker", own=4))
    for number in range(5):
        person(f"p{number}", own=1)
    with django_assert_num_queries(5):
        assert len(owners_of(maker)) == 6
