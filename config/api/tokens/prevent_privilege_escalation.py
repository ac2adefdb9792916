"""Prevents privilege escalation by API tokens: nobody makes one whose owner has more rights than the maker."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet


def possible_owners(maker: Any) -> QuerySet[User]:
    """Oneself and those below; superusers make tokens for everybody. Two queries for each account of the staff."""
    people = User.objects.filter(is_active=True)
    if maker.is_superuser:
        return people
    below = [person.pk for person in people.filter(is_superuser=False) if is_below(person, maker)]
    return people.filter(pk__in=[maker.pk, *below])


def is_below(person: User, other: Any) -> bool:
    """Whether every right of the person is one of the other's, who has others besides."""
    return person.get_all_permissions() < other.get_all_permissions()
