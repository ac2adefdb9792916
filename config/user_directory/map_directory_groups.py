"""Maps groups of the directory to groups here: who may do so, and what follows for their members."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import Group
from django.db.models import Q, QuerySet

from config.console.roles import GROUP_PERMISSIONS
from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.models import GroupAssignment, ProvisionedPerson


def assignable_groups(maker: Any) -> QuerySet[Group]:
    """The roles of the console, and other groups whose every right the maker has. Two queries.

    Into the roles administrators put people anyway, though evaluators have rights that administrators lack.
    """
    if maker.is_superuser:
        return Group.objects.all()
    held = maker.get_all_permissions()
    rights = Group.objects.values_list("pk", "permissions__content_type__app_label", "permissions__codename")
    beyond = {group for group, app, codename in rights if codename and f"{app}.{codename}" not in held}
    return Group.objects.filter(~Q(pk__in=beyond) | Q(name__in=GROUP_PERMISSIONS))


def apply_assignments(assignments: Collection[GroupAssignment], left: Collection[int] = ()) -> None:
    """What was made, changed or removed holds at once for all that the directory has announced.

    An account known only by sign-in gets it at the next one.
    """
    names = {assignment.foreign_name for assignment in assignments}
    named = Q(directory_groups__name__in=names) | Q(directory_groups__external_id__in=names)
    people = ProvisionedPerson.objects.living().filter(named).values_list("pk", flat=True).distinct()
    apply_memberships(people, left={assignment.group_id for assignment in assignments} | set(left))
