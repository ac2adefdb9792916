"""Prevents privilege escalation by API tokens: nobody makes one whose owner has more rights than the maker."""

from collections import defaultdict
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet


def possible_owners(maker: Any) -> QuerySet[User]:
    """Returns oneself and, for those who see all collections, those below: their rights are some of the maker's, never
    all. Superusers make tokens for everybody. Five queries, however many accounts there are.

    What somebody may read is no right: it is the groups and people whom collections and documents name.
    """
    people = User.objects.filter(is_active=True)
    if maker.is_superuser:
        return people
    if not maker.has_perm("documents.delete_collection"):
        return people.filter(pk=maker.pk)
    held = permissions_by_person(people.filter(is_superuser=False))
    own = held[maker.pk]
    return people.filter(pk__in=[maker.pk, *(person for person, theirs in held.items() if theirs < own)])


def permissions_by_person(people: QuerySet[User]) -> defaultdict[int, set[int]]:
    """Maps each person to the ids of their permissions, by themselves and by groups; empty for none. Two queries."""
    held: defaultdict[int, set[int]] = defaultdict(set)
    for way in ("user_permissions", "groups__permissions"):
        for person, permission in people.values_list("pk", way):
            held[person].update({permission} - {None})
    return held
