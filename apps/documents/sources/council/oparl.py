"""oparl: papers and meetings of a council, by the interface that council information systems share (OParl 1.0, 1.1).

The first list names everything, later ones what changed since (`modified_since`). A paper or meeting that is named says
all it has: what was there before and is not named with it is gone, as is what carries `deleted`.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.utils.translation import gettext as _

from apps.documents.fetching.parse_url import join_url
from apps.documents.sources.connectors.changed_since_server_time import ServerTime, parse_cursor
from apps.documents.sources.connectors.connector import Connector, Entry, ListingEnd, SourceAccess
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.council.oparl_documents import entries_of_meeting, entries_of_paper
from apps.documents.sources.council.oparl_pagination import objects_of_list, read_object

LISTS = {"paper": entries_of_paper, "meeting": entries_of_meeting}
"""The lists of a body that hold documents, by their names in the body."""


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when a page is missing, comes twice, or the pages do not add up; FetchError."""
    since = parse_cursor(asking.cursor)
    clock = ServerTime()
    named: set[str] = set()
    for body in iterate_bodies(asking, clock):
        for name, read in LISTS.items():
            if not asking.options[f"{name}s"]:
                continue
            for item in objects_of_list(list_address(body, name, asking.location, since), asking, clock):
                yield from read(item, body, asking, named)
    yield ListingEnd(clock.cursor(since), partial=since is not None)


def iterate_bodies(asking: SourceAccess, clock: ServerTime) -> Iterator[Mapping[str, object]]:
    """Yields the bodies of a system, of a list, or the one at the address. Raises SourceError."""
    start = read_object(asking.location, asking, clock)
    listed_at = start.get("body")
    if "data" not in start and isinstance(listed_at, str):
        found = list(objects_of_list(join_url(asking.location, listed_at), asking, clock))
    elif "data" in start:
        found = list(objects_of_list(asking.location, asking, clock))
    else:
        found = [dict(start)]
    chosen = [body for body in found if is_wanted_body(body, asking.options["bodies"])]
    if not any(name in body for body in chosen for name in LISTS):
        raise SourceError(
            _("'%(location)s' leads to no body with papers or meetings. Give the address of an OParl system or body.")
            % {"location": asking.location}
        )
    yield from chosen


def is_wanted_body(body: Mapping[str, object], names: list[str]) -> bool:
    named = any(body.get(name) in names for name in ("id", "name", "shortName"))
    return not body.get("deleted") and (not names or named)


def list_address(body: Mapping[str, object], name: str, location: str, since: datetime | None) -> str:
    """Raises SourceError for a body that names no list where there has to be one, FetchError for no address."""
    address = body.get(name)
    if not isinstance(address, str) or not address:
        raise SourceError(
            _("The body '%(body)s' names no list '%(name)s'.") % {"body": str(body.get("name"))[:100], "name": name}
        )
    address = join_url(location, address)
    if since is None:
        return address
    parts = urlsplit(address)
    query = [*parse_qsl(parts.query), ("modified_since", since.isoformat(timespec="seconds"))]
    return urlunsplit(parts._replace(query=urlencode(query)))


CONNECTOR = Connector(
    "oparl",
    entries,
    {
        "bodies": [], "papers": True, "meetings": True, "full_list_days": 30, "recheck_files": False,
    },
)  # fmt: skip
