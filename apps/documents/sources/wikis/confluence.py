"""confluence: pages of Confluence, Cloud and Data Center, by their REST interface and its query language (CQL).

The first list names everything, later ones what was changed since the day before the last one: the query takes a day
or minute in the time zone of whoever asks, which nobody tells. Pages that are gone are found when everything is listed
again; Data Center reads its list by offset, so a page that is missing in it is asked for by its id before it is
withdrawn. With `readers_from_restrictions` every run lists everything: a new restriction is no change of a page.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from html import escape
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching.parse_url import parse_address
from apps.documents.parsing.formats.detect_media_type import RECORD
from apps.documents.sources.connectors.changed_since_server_time import ServerTime, parse_cursor
from apps.documents.sources.connectors.cms_website_pages import encode_record
from apps.documents.sources.connectors.connector import (
    Connector,
    Entry,
    ListedDocument,
    ListingEnd,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_to_columns import clean_text
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.wikis.confluence_restrictions import EXPANDED, page_readers
from apps.documents.sources.wikis.confluence_storage_to_html import storage_to_html
from apps.documents.sources.wikis.wiki_requests import ask_for_list
from apps.text.numbers.parse_date import parse_date

MOST_PAGES = 20_000
TOGETHER = 50
"""The most that the interface gives at once with the text of pages."""


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when the pages do not add up, FetchError."""
    since = None if asking.options["readers_from_restrictions"] else parse_cursor(asking.cursor)
    expand = "body.storage,version,space" + ("," + EXPANDED if asking.options["readers_from_restrictions"] else "")
    clock = ServerTime()
    seen = set[str]()
    for page in iterate_pages(build_query(since, asking.options["spaces"]), expand, asking, clock):
        clock.saw(page_version(page), "when")
        identity = clean_text(page.get("id"), 50)
        if identity not in seen:
            seen.add(identity)
            yield build_page_entry(identity, page, asking)
    yield ListingEnd(clock.cursor(since), partial=since is not None)


def still_has(asking: SourceAccess, documents: Mapping[str, str]) -> set[str]:
    """A request for fifty pages. One that the account may not see any more is gone for us."""
    ids = [identity for identity in documents if identity.isdecimal()]
    found = set[str]()
    for start in range(0, len(ids), TOGETHER):
        query = build_query(None, asking.options["spaces"], ids[start : start + TOGETHER])
        found |= {clean_text(page.get("id"), 50) for page in iterate_pages(query, "version", asking, ServerTime())}
    return found & documents.keys()


def iterate_pages(cql: str, expand: str, asking: SourceAccess, clock: ServerTime) -> Iterator[Mapping[str, Any]]:
    """Raises SourceError for a list that goes round in a circle or elsewhere, FetchError."""
    query = {"cql": cql, "expand": expand, "limit": TOGETHER}
    address = f"{asking.location.rstrip('/')}/rest/api/content/search?{urlencode(query)}"
    asked = set[str]()
    for _number in range(MOST_PAGES):
        asked.add(address)
        reply = ask_for_list(address, "results", asking, clock)
        yield from (page for page in reply["results"] if isinstance(page, dict))
        address = next_page_address(reply, address)
        if not address:
            return
        if address in asked:
            break
    raise SourceError(_("The list of pages goes round in a circle."))


def build_query(since: datetime | None, spaces: list[str], ids: Sequence[str] = ()) -> str:
    """In the order in which pages were made: an edit in the meantime moves none."""
    parts = ["type=page"]
    if spaces:
        parts.append("space in ({})".format(",".join(f'"{quote_cql(space)}"' for space in spaces)))
    if ids:
        parts.append(f"id in ({','.join(ids)})")
    if since is not None:
        parts.append(f'lastmodified >= "{(since - timedelta(days=1)):%Y/%m/%d}"')
    return " and ".join(parts) + " order by created asc"


def quote_cql(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def next_page_address(reply: Mapping[str, Any], address: str) -> str:
    """Empty on the last one. Raises SourceError for another host, FetchError."""
    links = reply.get("_links")
    following = clean_text(links.get("next"), 10_000) if isinstance(links, dict) else ""
    if not following:
        return ""
    # Below the path that the wiki lies at, which the link leaves out.
    context = clean_text(links.get("context"), 200) if isinstance(links, dict) else ""
    path = context + following if following.startswith("/rest/") else following
    here = parse_address(address)
    found = here.joined(path)
    if found.origin != here.origin:
        raise SourceError(_("The list of pages goes on at another host: %(address)s.") % {"address": str(found)[:300]})
    return str(found)


def build_page_entry(identity: str, page: Mapping[str, Any], asking: SourceAccess) -> Entry:
    body = page.get("body")
    stored = body.get("storage") if isinstance(body, dict) else None
    storage = stored.get("value") if isinstance(stored, dict) else None
    if not identity or not isinstance(storage, str):
        return SkippedRecord(identity or "page", _("it has no text in the storage format ('body.storage')"))
    version, title, url = page_version(page), clean_text(page.get("title"), 1_000), page_address(page, asking)
    data = encode_record(
        identity, {"title": title, "url": url, "html": f"<h1>{escape(title)}</h1>{storage_to_html(storage)}"}
    )
    readers = page_readers(page, asking) if asking.options["readers_from_restrictions"] else None
    return ListedDocument(
        identity, title=title, data=data, size=len(data), file_name="page.json", media_type=RECORD, url=url,
        date=parse_date(clean_text(version.get("when"), 10)), version=str(version.get("number", ""))[:50],
        readers=readers,
        metadata={"space": space} if (space := page_space(page)) else {},
    )  # fmt: skip


def page_version(page: Mapping[str, Any]) -> Mapping[str, Any]:
    version = page.get("version")
    return version if isinstance(version, dict) else {}


def page_space(page: Mapping[str, Any]) -> str:
    space = page.get("space")
    return clean_text(space.get("name") or space.get("key"), 200) if isinstance(space, dict) else ""


def page_address(page: Mapping[str, Any], asking: SourceAccess) -> str:
    """For people. Never leads to another host than the wiki's."""
    links = page.get("_links")
    shown = clean_text(links.get("webui"), 1_500) if isinstance(links, dict) else ""
    address = asking.location.rstrip("/") + shown if shown.startswith("/") and not shown.startswith("//") else ""
    return address if urlsplit(address).netloc == urlsplit(asking.location).netloc else ""


CONNECTOR = Connector(
    "confluence",
    entries,
    {
        "user": "", "password_variable": "", "spaces": [], "readers_from_restrictions": False, "full_list_days": 7,
    },
    still_has=still_has,
)  # fmt: skip
