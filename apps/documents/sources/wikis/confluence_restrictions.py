"""Who may read a page of Confluence: the groups and people of its restrictions and of those above it.

A restriction above a page holds for the page as well, and a reader must pass all of them. So those groups and people
count that every one of them names; who passes one by a group and the next by name does not.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from typing import Any
from urllib.parse import quote

from apps.documents.sources.connectors.connector import ALL_READERS, SourceAccess, Unrestricted
from apps.documents.sources.connectors.metadata_to_columns import clean_text
from apps.documents.sources.connectors.source_item import NamedReaders, Person, person_named
from apps.documents.sources.wikis.wiki_requests import ask_for_list

EXPANDED = "restrictions.read.restrictions.group,restrictions.read.restrictions.user,ancestors"
Restriction = NamedReaders | None
"""None where there is no restriction."""


def page_readers(page: Mapping[str, Any], asking: SourceAccess) -> NamedReaders | Unrestricted:
    """Whom all restrictions name, or ALL_READERS. A request for each page above that was not asked for yet.

    Raises SourceError, FetchError.
    """
    read = page.get("restrictions", {}).get("read", {}) if isinstance(page.get("restrictions"), dict) else {}
    found = [parse_restriction(read), *ancestor_restrictions(page, asking)]
    named = [readers for readers in found if readers is not None]
    if not named:
        return ALL_READERS
    in_all: NamedReaders = reduce(and_, named)
    return in_all


def ancestor_restrictions(page: Mapping[str, Any], asking: SourceAccess) -> Iterator[Restriction]:
    ancestors = page.get("ancestors")
    for ancestor in ancestors if isinstance(ancestors, list) else []:
        if identity := clean_text(ancestor.get("id") if isinstance(ancestor, dict) else "", 50):
            known = asking.memory.setdefault("restrictions", {})
            if identity not in known:
                known[identity] = fetch_restriction(identity, asking)
            yield known[identity]


def fetch_restriction(identity: str, asking: SourceAccess) -> Restriction:
    base = asking.location.rstrip("/")
    address = f"{base}/rest/api/content/search?cql={quote(f'id={identity}', safe='')}&expand={quote(EXPANDED, safe='')}"
    results = ask_for_list(address, "results", asking)["results"]
    read = results[0].get("restrictions", {}).get("read", {}) if results and isinstance(results[0], dict) else None
    # A page above that this account may not see is restricted to others.
    return NamedReaders() if read is None else parse_restriction(read)


def parse_restriction(read: Any) -> Restriction:
    """An operation without any name in it restricts nothing."""
    said = read.get("restrictions", {}) if isinstance(read, dict) else {}
    groups, people = (listed(said, kind) for kind in ("group", "user"))
    if not groups and not people:
        return None
    return NamedReaders(
        frozenset(name for group in groups if (name := clean_text(group.get("name"), 150))),
        frozenset(named for person in people for named in parse_person(person)),
    )


def parse_person(said: Mapping[str, Any]) -> Iterator[Person]:
    """By what Cloud (account id, and the mail address if its owner shows it) or Data Center (user name, key) tells."""
    names = [said.get(name) for name in ("email", "username", "accountId", "userKey")]
    yield from person_named(*(clean_text(name, 1_000) for name in names))


def listed(said: Any, kind: str) -> list[Mapping[str, Any]]:
    found = said.get(kind, {}) if isinstance(said, dict) else {}
    results = found.get("results") if isinstance(found, dict) else None
    return [each for each in results if isinstance(each, dict)] if isinstance(results, list) else []
