"""The storage backend of the SCIM library: reads and writes our rows, each request in one transaction."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from django.db import IntegrityError, transaction
from scim2_models import (
    NotImplementedException,
    PreconditionFailedException,
    Resource,
    ResourceType,
    ResponseParameters,
    SearchRequest,
    UniquenessException,
)
from scim2_server.storage import ScimStorage, SearchPage

from config.console.roles import lock_memberships
from config.scim.groups import GroupStore
from config.scim.resource_schemas import Group
from config.scim.users import PersonStore


class ResourceKind(Protocol):
    """What is done with one kind of resource. All query the database; unknown identifiers raise NotFoundException."""

    def row(self, resource_id: str, *, to_change: bool) -> Any:
        """`to_change` holds the row until the end of the transaction, so that two changes come one after the other."""

    def resource(self, row: Any, parameters: ResponseParameters[Any] | None) -> Resource[Any]: ...

    def search(self, request: SearchRequest[Any]) -> SearchPage: ...

    def create(self, resource: Any) -> Any:
        """Returns the row."""

    def update(self, row: Any, resource: Any) -> None: ...

    def delete(self, row: Any) -> None: ...


NO_MEMBERS = ResponseParameters[Group].model_validate({"excludedAttributes": ["members"]})
KINDS: dict[str | None, ResourceKind] = {"User": PersonStore(), "Group": GroupStore()}


class DirectoryStorage(ScimStorage):
    """Raises what the base class says."""

    def operation(self) -> AbstractContextManager[None]:
        return transaction.atomic()

    def get(
        self,
        resource_type: ResourceType,
        resource_id: str,
        *,
        response_parameters: ResponseParameters[Any] | None = None,
    ) -> Resource[Any]:
        """Returns the resource. Without parameters the library is about to change it."""
        kind, to_change = KINDS[resource_type.name], response_parameters is None
        row = row_to_change(kind, resource_id) if to_change else kind.row(resource_id, to_change=False)
        return kind.resource(row, response_parameters)

    def search(
        self, resource_types: list[ResourceType], search_request: SearchRequest[Any], *, position: Any = None
    ) -> SearchPage:
        if len(resource_types) != 1:
            raise NotImplementedException(detail="Search for users or for groups, at their own address.")
        return KINDS[resource_types[0].name].search(search_request)

    def create(self, resource_type: ResourceType, resource: Resource[Any]) -> Resource[Any]:
        kind = KINDS[resource_type.name]
        lock_memberships()
        with unique_names():
            row = kind.create(resource)
        return kind.resource(row, None)

    def update(
        self, resource_type: ResourceType, resource: Resource[Any], *, expected_version: str | None = None
    ) -> Resource[Any]:
        kind = KINDS[resource_type.name]
        row = row_to_change(kind, str(resource.id))
        check_version(kind.resource(row, NO_MEMBERS), expected_version)
        row.note_change()
        with unique_names():
            kind.update(row, resource)
        return kind.resource(row, None)

    def delete(self, resource_type: ResourceType, resource_id: str, *, expected_version: str | None = None) -> None:
        kind = KINDS[resource_type.name]
        row = row_to_change(kind, resource_id)
        check_version(kind.resource(row, NO_MEMBERS), expected_version)
        kind.delete(row)


def row_to_change(kind: ResourceKind, resource_id: str) -> Any:
    """One change at a time, whatever it is of: see lock_memberships. Raises NotFoundException."""
    lock_memberships()
    return kind.row(resource_id, to_change=True)


@contextmanager
def unique_names() -> Iterator[None]:
    """Raises UniquenessException for a name that another row has."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise UniquenessException from error


def check_version(current: Resource[Any], expected: str | None) -> None:
    """Raises PreconditionFailedException."""
    if expected is not None and (current.meta is None or expected != current.meta.version):
        raise PreconditionFailedException
