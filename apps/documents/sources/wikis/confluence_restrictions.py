"""Who may read a page of Confluence: the groups of its restrictions and of those above it.

A restriction above a page holds for the page as well, and a reader must pass all of them. So those groups count that
every one of them names; single people do not.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from apps.documents.sources.connectors.connector import ALL_READERS, NamedReaders, SourceAccess
from apps.documents.sources.connectors.metadata_columns import text_of
from apps.documents.sources.wikis.wiki_requests import ask

EXPANDED = "restrictions.read.restrictions.group,restrictions.read.restrictions.user,ancestors"
Restriction = frozenset[str] | None
"""Names of groups; None where there is no restriction."""


def readers_of(page: Mapping[str, Any], asking: SourceAccess) -> NamedReaders:
    """Names, sorted, or ALL_READERS. A request for each page above that was not asked for yet.

    Raises SourceError, FetchError.
    """
    read = page.get("restrictions", {}).get("read", {}) if isinstance(page.get("restrictions"), dict) else {}
    found = [restriction_of(read), *above(page, asking)]
    named = [groups for groups in found if groups is not None]
    return tuple(sorted(frozenset.intersection(*named))) if named else ALL_READERS


def above(page: Mapping[str, Any], asking: SourceAccess) -> Iterator[Restriction]:
    ancestors = page.get("ancestors")
    for ancestor in ancestors if isinstance(ancestors, list) else []:
        if identity := text_of(ancestor.get("id") if isinstance(ancestor, dict) else "", 50):
            known = asking.memory.setdefault("restrictions", {})
            if identity not in known:
                known[identity] = asked_for(identity, asking)
            yield known[identity]


def asked_for(identity: str, asking: SourceAccess) -> Restriction:
    base = asking.location.rstrip("/")
    address = f"{base}/rest/api/content/search?cql={quote(f'id={identity}', safe='')}&expand={quote(EXPANDED, safe='')}"
    results = ask(address, "results", asking)["results"]
    read = results[0].get("restrictions", {}).get("read", {}) if results and isinstance(results[0], dict) else None
    # A page above that this account may not see is restricted to others.
    return frozenset() if read is None else restriction_of(read)


def restriction_of(read: Any) -> Restriction:
    """An operation without any name in it restricts nothing."""
    said = read.get("restrictions", {}) if isinstance(read, dict) else {}
    groups, people = (listed(said, kind) for kind in ("group", "user"))
    if not groups and not people:
        return None
    return frozenset(name for group in groups if (name := text_of(group.get("name"), 150)))


def listed(said: Any, kind: str) -> list[Mapping[str, Any]]:
    found = said.get(kind, {}) if isinstance(said, dict) else {}
    results = found.get("results") if isinstance(found, dict) else None
    return [each for each in results if isinstance(each, dict)] if isinstance(results, list) else []
