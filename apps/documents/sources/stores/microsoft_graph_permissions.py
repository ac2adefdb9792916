"""Who may read an item of a library: the groups of its permissions in Microsoft Graph, also those it inherits.

People and links do not count. https://learn.microsoft.com/graph/api/driveitem-list-permissions says what is told.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.sources.connectors.connector import SourceAccess
from apps.documents.sources.connectors.metadata_columns import text_of
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.stores.microsoft_graph_requests import item_address, read_page

READ = {"read", "write", "owner"}
MOST_PAGES = 100


def reader_groups(identity: str, asking: SourceAccess) -> tuple[str, ...]:
    """Names, sorted. One request, or more where there are many permissions. No names for an item that has just gone.

    Raises SourceError, FetchError.
    """
    names: set[str] = set()
    address = f"{item_address(identity, asking)}/permissions"
    for _number in range(MOST_PAGES):
        try:
            reply = read_page(address, asking)
        except FetchError as error:
            if error.reason_code == "source_gone":
                return ()
            raise
        names.update(name for permission in reply["value"] for name in groups_of(permission))
        address = text_of(reply.get("@odata.nextLink"), 10_000)
        if not address:
            return tuple(sorted(names))
    raise SourceError(_("The list of the library goes round in a circle."))


def groups_of(permission: Any) -> Iterator[str]:
    """Of one permission that includes reading."""
    if not isinstance(permission, dict) or not READ & roles_of(permission):
        return
    several = permission.get("grantedToIdentitiesV2")
    for identities in [permission.get("grantedToV2"), *(several if isinstance(several, list) else [])]:
        yield from names_of(identities)


def roles_of(permission: Mapping[str, Any]) -> set[str]:
    roles = permission.get("roles")
    return {role for role in roles if isinstance(role, str)} if isinstance(roles, list) else set()


def names_of(identities: Any) -> Iterator[str]:
    """Groups of the directory and of the site."""
    for kind in ("group", "siteGroup"):
        group = identities.get(kind) if isinstance(identities, dict) else None
        if isinstance(group, dict) and (name := text_of(group.get("displayName"), 150)):
            yield name
