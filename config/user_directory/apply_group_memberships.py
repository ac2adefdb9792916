"""Sets who is in which group here, as the directory says: for many people at once, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from uuid import UUID

from django.contrib.auth.models import Group, User
from django.db import transaction

from config.console.roles import GROUP_PERMISSIONS, lock_memberships
from config.user_directory.models import GroupAssignment, ProvisionedGroup, ProvisionedPerson

InGroup = User.groups.through
IsMember = ProvisionedGroup.members.through

BATCH_SIZE = 5_000
"""People of one statement: a database takes 65,535 values in one."""


def assigned_groups(names: Collection[str]) -> dict[str, set[int]]:
    """The groups here that stand for names of the directory. One query."""
    found: dict[str, set[int]] = defaultdict(set)
    assignments = GroupAssignment.objects.all()
    few = assignments.filter(foreign_name__in=names) if len(names) <= BATCH_SIZE else assignments
    for name, group in few.values_list("foreign_name", "group_id"):
        if name in names:
            found[name].add(group)
    return found


def is_directory_identifier(name: str) -> bool:
    """Whether a group is called as directories number theirs: who makes one of such a name means another's."""
    try:
        UUID(name)
    except ValueError:
        return False
    return True


def resolve_directory_groups() -> dict[UUID, set[int]]:
    """Which groups here each group of the directory leads to. Three queries.

    Without an assignment it is the group of the same name, if that has no rights in the console: those are given by
    people here, never by a name that somebody chose elsewhere.
    """
    rows = list(ProvisionedGroup.objects.values_list("pk", "name", "external_id", "group_id"))
    assigned = assigned_groups({name for row in rows for name in row[1:3] if name})
    own_groups = ProvisionedGroup.objects.exclude(group=None).values("group_id")
    harmless = set(
        Group.objects.filter(pk__in=own_groups, permissions=None)
        .exclude(name__in=GROUP_PERMISSIONS)
        .values_list("pk", flat=True)
    )
    return {
        pk: (set() if is_directory_identifier(name) else assigned.get(name, set()))
        | (assigned.get(external, set()) if external else set())
        or ({own} & harmless)
        for pk, name, external, own in rows
    }


def apply_memberships(people: Iterable[UUID], left: Collection[int] = ()) -> None:
    """Puts these people's accounts into the groups that theirs lead to, and takes them out of all others of the kind.

    `left` are groups here that nothing leads to any more. Groups that no group of the directory leads to stay as
    somebody set them by hand. About ten queries for each BATCH_SIZE people, in one transaction.
    """
    several = list(people)
    with transaction.atomic():
        # One at a time: of two that take somebody out of two groups each would see the other one, which leads here too.
        lock_memberships()
        lead = resolve_directory_groups()
        managed = set().union(*lead.values(), left)
        for begin in range(0, len(several), BATCH_SIZE):
            apply_memberships_to(several[begin : begin + BATCH_SIZE], lead, managed)


def apply_memberships_to(people: list[UUID], lead: dict[UUID, set[int]], managed: Collection[int]) -> None:
    accounts = dict(
        ProvisionedPerson.objects.living()
        .filter(pk__in=people, account__is_superuser=False)
        .values_list("pk", "account_id")
    )
    wanted = {
        (accounts[person], group)
        for person, directory_group in IsMember.objects.filter(provisionedperson_id__in=accounts).values_list(
            "provisionedperson_id", "provisionedgroup_id"
        )
        for group in lead.get(directory_group, ())
    }
    change_memberships(set(accounts.values()), managed, wanted)
    mark_staff(accounts.values())


def change_memberships(accounts: Collection[int], managed: Collection[int], wanted: set[tuple[int, int]]) -> None:
    rows = InGroup.objects.filter(user_id__in=accounts, group_id__in=managed).values_list("pk", "user_id", "group_id")
    held = {(user, group): pk for pk, user, group in rows}
    InGroup.objects.filter(pk__in=[pk for pair, pk in held.items() if pair not in wanted]).delete()
    new = [InGroup(user_id=user, group_id=group) for user, group in sorted(wanted - set(held))]
    InGroup.objects.bulk_create(new, ignore_conflicts=True)


def mark_staff(accounts: Iterable[int]) -> None:
    """Members of a console group may open the console; nobody else may."""
    people = User.objects.filter(pk__in=list(accounts), is_superuser=False)
    in_role = InGroup.objects.filter(group__name__in=GROUP_PERMISSIONS).values("user_id")
    people.filter(is_staff=False, pk__in=in_role).update(is_staff=True)
    people.filter(is_staff=True).exclude(pk__in=in_role).update(is_staff=False)
