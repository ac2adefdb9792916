"""Reads lists of OParl page by page: each page once, every object that was announced, or an error."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from apps.documents.fetching.parse_url import join_url
from apps.documents.sources.connectors.changed_since_server_time import ServerTime
from apps.documents.sources.connectors.connector import SourceAccess
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.documents.sources.connectors.source_item import SourceError, check_total

MOST_PAGES = 50_000


def read_object(address: str, asking: SourceAccess, clock: ServerTime) -> Mapping[str, object]:
    """Raises SourceError, FetchError."""
    fetched = asking.get(address)
    clock.date = clock.date or fetched.date
    reply = read_json(fetched)
    if not isinstance(reply, dict):
        raise SourceError(_("What came from %(address)s is no object of OParl.") % {"address": address[:300]})
    return reply


def objects_of_list(address: str, asking: SourceAccess, clock: ServerTime) -> Iterator[dict[str, object]]:
    """Every object once, in the order of the pages. Raises SourceError, FetchError."""
    asked: set[str] = set()
    seen: set[str] = set()
    nameless = total = 0
    while address:
        if address in asked or len(asked) >= MOST_PAGES:
            raise SourceError(
                _("The pages of a list go round in a circle at %(address)s.") % {"address": address[:300]}
            )
        asked.add(address)
        reply = read_object(address, asking, clock)
        items = page_items(reply, address)
        new = [item for item in items if str(item.get("id", "")) not in seen]
        nameless += sum("id" not in item for item in items)
        seen |= {str(item["id"]) for item in items if "id" in item}
        total = max(total, announced_total(reply))
        following = next_page_address(reply, address)
        if following and not new:
            raise SourceError(_("The page %(address)s of a list brings nothing new.") % {"address": address[:300]})
        for item in new:
            clock.saw(item)
            yield item
        address = following
    check_total(total, len(seen) + nameless)


def page_items(reply: Mapping[str, object], address: str) -> list[dict[str, object]]:
    items = reply.get("data")
    if not isinstance(items, list):
        raise SourceError(_("The page %(address)s has no list 'data'.") % {"address": address[:300]})
    return [item for item in items if isinstance(item, dict)]


def next_page_address(reply: Mapping[str, object], address: str) -> str:
    """Raises FetchError."""
    links = reply.get("links")
    following = links.get("next") if isinstance(links, dict) else None
    return join_url(address, following) if isinstance(following, str) and following else ""


def announced_total(reply: Mapping[str, object]) -> int:
    """How many objects all pages hold; 0 when the server does not say."""
    pagination = reply.get("pagination")
    said = pagination.get("totalElements") if isinstance(pagination, dict) else None
    return said if isinstance(said, int) and not isinstance(said, bool) and said > 0 else 0
