"""Reads who may read an item in Microsoft Graph: groups and people of its permissions, inherited ones included.

Links for everybody who has them do not count. https://learn.microsoft.com/graph/api/driveitem-list-permissions says
what is told.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.sources.connectors.connector import SourceAccess
from apps.documents.sources.connectors.metadata_to_columns import clean_text
from apps.documents.sources.connectors.source_item import NamedReaders, Person, SourceError, person_named
from apps.documents.sources.stores.microsoft_graph_requests import item_address, read_page

READ = {"read", "write", "owner"}
MOST_PAGES = 100
# How a site calls people of the directory: i:0#.f|membership|anna@stadt.example. Groups of it begin otherwise.
MEMBER = re.compile(r"i:0[^|]*\|membership\|(?P<name>[^|]+)", re.IGNORECASE)


def item_readers(identity: str, asking: SourceAccess) -> NamedReaders:
    """One request, or more where there are many permissions. Nobody for an item that has just gone.

    Raises SourceError, FetchError.
    """
    readers = NamedReaders()
    address = f"{item_address(identity, asking)}/permissions"
    for _number in range(MOST_PAGES):
        try:
            reply = read_page(address, asking)
        except FetchError as error:
            if error.reason_code == "source_gone":
                return NamedReaders()
            raise
        for permission in reply["value"]:
            readers |= readers_of_permission(permission)
        address = clean_text(reply.get("@odata.nextLink"), 10_000)
        if not address:
            return readers
    raise SourceError(_("The list of the library goes round in a circle."))


def readers_of_permission(permission: Any) -> NamedReaders:
    """By one permission that includes reading."""
    if not isinstance(permission, dict) or not READ & permission_roles(permission):
        return NamedReaders()
    several = permission.get("grantedToIdentitiesV2")
    granted = [permission.get("grantedToV2"), *(several if isinstance(several, list) else [])]
    named = [identities for identities in granted if isinstance(identities, dict)]
    return NamedReaders(
        frozenset(name for identities in named for name in named_groups(identities)),
        frozenset(person for identities in named for person in named_people(identities)),
    )


def permission_roles(permission: Mapping[str, Any]) -> set[str]:
    roles = permission.get("roles")
    return {role for role in roles if isinstance(role, str)} if isinstance(roles, list) else set()


def named_groups(identities: Mapping[str, Any]) -> Iterator[str]:
    """Yields the names of groups of the directory and of the site."""
    for kind in ("group", "siteGroup"):
        group = identities.get(kind)
        if isinstance(group, dict) and (name := clean_text(group.get("displayName"), 150)):
            yield name


def named_people(identities: Mapping[str, Any]) -> Iterator[Person]:
    """One at most: what is told of a person of the directory, and what the site calls the same one.

    The site's own number of somebody is no identifier elsewhere, and display names are given to anybody.
    """
    user, site_user = (
        found if isinstance(found := identities.get(kind), dict) else {} for kind in ("user", "siteUser")
    )
    member = MEMBER.fullmatch(clean_text(site_user.get("loginName"), 1_000))
    said = [user.get("email"), user.get("userPrincipalName"), member and member["name"], user.get("id")]
    yield from person_named(*(clean_text(name, 1_000) for name in said))
