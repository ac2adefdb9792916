"""Maps groups of the directory to groups here: what follows for their members."""

from collections.abc import Collection

from django.db.models import Q

from config.user_directory.apply_group_memberships import apply_memberships
from config.user_directory.models import GroupAssignment, ProvisionedPerson


def apply_assignments(assignments: Collection[GroupAssignment]) -> None:
    """What was made, changed or removed holds at once for all that the directory has announced.

    An account known only by sign-in gets it at the next one.
    """
    names = {assignment.foreign_name for assignment in assignments}
    named = Q(directory_groups__name__in=names) | Q(directory_groups__external_id__in=names)
    people = ProvisionedPerson.objects.living().filter(named).values_list("pk", flat=True).distinct()
    apply_memberships(people, left={assignment.group_id for assignment in assignments})
