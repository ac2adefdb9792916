"""SCIM groups: reads and writes them, and applies their memberships to the groups here at once."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import Group as GroupHere
from django.db.models import Prefetch, QuerySet
from scim2_models import InvalidValueException, ResponseParameters, SearchRequest
from scim2_server.storage import SearchPage

from config.console.roles import GROUP_PERMISSIONS
from config.scim.resource_schemas import Group
from config.scim.row_queries import build_search_page, get_row, resource_meta, uuid_or_none, weak_etag
from config.user_directory.apply_group_memberships import (
    BATCH_SIZE,
    IsMember,
    apply_memberships,
    resolve_directory_groups,
)
from config.user_directory.models import ProvisionedGroup, ProvisionedPerson

COLUMNS = {"id": "pk", "displayname": "name__iexact", "externalid": "external_id"}
MOST_NAMED = 3
"""Unknown members that an error names."""


class GroupStore:
    def rows(self, *, with_members: bool = True) -> QuerySet[ProvisionedGroup]:
        rows = ProvisionedGroup.objects.all()
        return (
            rows.prefetch_related(Prefetch("members", ProvisionedPerson.objects.only("pk"))) if with_members else rows
        )

    def row(self, resource_id: str, *, to_change: bool) -> ProvisionedGroup:
        row: ProvisionedGroup = get_row(self.rows(with_members=False), resource_id, to_change=to_change)
        return row

    def resource(self, row: ProvisionedGroup, parameters: ResponseParameters[Any] | None = None) -> Group:
        resource = Group.model_validate(
            {
                "schemas": [str(Group.__schema__)],
                "id": str(row.pk),
                "displayName": row.name,
                "externalId": row.external_id or None,
                "members": member_references(row) if shows_members(parameters) else None,
            }
        )
        resource.meta = resource_meta(row, "Group", weak_etag(row))
        return resource

    def search(self, request: SearchRequest[Any]) -> SearchPage:
        asks_for_members = "members" in str(request.filter or "").lower()
        parameters = None if asks_for_members else request
        rows = self.rows(with_members=asks_for_members or shows_members(request))
        return build_search_page(rows, request, COLUMNS, lambda row: self.resource(row, parameters))

    def create(self, resource: Group) -> ProvisionedGroup:
        row = ProvisionedGroup(external_id=resource.external_id or "")
        self.write(row, resource)
        return row

    def update(self, row: ProvisionedGroup, resource: Group) -> None:
        row.external_id = resource.external_id or ""
        self.write(row, resource)

    def write(self, row: ProvisionedGroup, resource: Group) -> None:
        before = resolve_directory_groups().get(row.pk, set())
        row.name = resource.display_name or ""
        row.group = get_or_create_group(row)
        row.save()
        came, went = set_members(row, known_people(resource))
        apply_memberships(went, left=before | own_group_ids(row))
        if resolve_directory_groups().get(row.pk, set()) != before:
            came = set(IsMember.objects.filter(provisionedgroup=row).values_list("provisionedperson_id", flat=True))
        apply_memberships(came, left=before)

    def delete(self, row: ProvisionedGroup) -> None:
        """The group here stays: documents may name it as their reader."""
        before = resolve_directory_groups().get(row.pk, set())
        people = list(IsMember.objects.filter(provisionedgroup=row).values_list("provisionedperson_id", flat=True))
        left = before | own_group_ids(row)
        row.delete()
        apply_memberships(people, left=left)


def own_group_ids(row: ProvisionedGroup) -> set[int]:
    """The group here of its name, unless that is a role: whoever leaves there leaves here, also where the group got
    rights since they came, which nobody comes to by such a name."""
    return {row.group.pk} if row.group is not None and row.group.name not in GROUP_PERMISSIONS else set()


def shows_members(parameters: ResponseParameters[Any] | None) -> bool:
    """Whether an answer holds them: directories leave out the members of large groups."""
    if parameters is None:
        return True
    if parameters.attributes:
        return any("members" in str(path).lower() for path in parameters.attributes)
    return all(str(path).lower().rpartition(":")[2] != "members" for path in parameters.excluded_attributes or ())


def member_references(row: ProvisionedGroup) -> list[dict[str, str]] | None:
    people = [str(person.pk) for person in row.members.all()]
    return [{"value": pk, "$ref": f"Users/{pk}"} for pk in people] or None


def known_people(resource: Group) -> set[UUID]:
    """Raises InvalidValueException for members that are nobody."""
    named = {member.value or "": uuid_or_none(member.value or "") for member in resource.members or ()}
    numbers = [pk for pk in named.values() if pk]
    living = ProvisionedPerson.objects.living().values_list("pk", flat=True)
    known = {
        pk
        for begin in range(0, len(numbers), BATCH_SIZE)
        for pk in living.filter(pk__in=numbers[begin : begin + BATCH_SIZE])
    }
    unknown = sorted(value for value, pk in named.items() if pk not in known)
    if unknown:
        names = ", ".join(f"'{value[:50]}'" for value in unknown[:MOST_NAMED])
        raise InvalidValueException(detail=f"No user has this identifier: {names}. Groups cannot be members.")
    return known


def set_members(row: ProvisionedGroup, wanted: set[UUID]) -> tuple[set[UUID], set[UUID]]:
    """Returns who came and who left. The second may be more than one statement can name."""
    rows = IsMember.objects.filter(provisionedgroup=row)
    held = set(rows.values_list("provisionedperson_id", flat=True))
    came, went = wanted - held, held - wanted
    for begin in range(0, len(went), BATCH_SIZE):
        rows.filter(provisionedperson_id__in=list(went)[begin : begin + BATCH_SIZE]).delete()
    new: Sequence[Any] = [IsMember(provisionedgroup=row, provisionedperson_id=pk) for pk in came]
    IsMember.objects.bulk_create(new, batch_size=BATCH_SIZE, ignore_conflicts=True)
    return came, went


def get_or_create_group(row: ProvisionedGroup) -> GroupHere:
    """The one of this name. A group that was renamed in the directory keeps its own here, and so its documents."""
    own = row.group
    is_ours = own is not None and own.name not in GROUP_PERMISSIONS and not own.permissions.exists()
    if own is not None and is_ours and own.name != row.name and not GroupHere.objects.filter(name=row.name).exists():
        own.name = row.name
        own.save(update_fields=["name"])
        return own
    return GroupHere.objects.get_or_create(name=row.name)[0]
