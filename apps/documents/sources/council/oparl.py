"""oparl: papers and meetings of a council, by the interface that council information systems share (OParl 1.0, 1.1).

The first list names everything, later ones what changed since (`modified_since`). A paper or meeting that is named says
all it has: what was there before and is not named with it is gone, as is what carries `deleted`.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from django.utils.translation import gettext as _

from apps.documents.sources.connectors.connector import Connector, Entry, ListingEnd, SourceAccess
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.council.oparl_documents import Named, entries_of_meeting, entries_of_paper
from apps.documents.sources.council.oparl_pages import ServerTime, objects_of_list, read_object

OVERLAP = timedelta(minutes=10)
"""So much is asked for twice: what the server was still writing when it answered carries an earlier time."""
LISTS = {"paper": entries_of_paper, "meeting": entries_of_meeting}
"""The lists of a body that hold documents, by their names in the body."""


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when a page is missing, comes twice, or the pages do not add up; FetchError."""
    since = since_of(asking.cursor)
    clock = ServerTime()
    named = Named()
    for body in bodies(asking, clock):
        for name, read in LISTS.items():
            if not asking.options[f"{name}s"]:
                continue
            for item in objects_of_list(address_of_list(body, name, since), asking, clock):
                yield from read(item, body, asking, named)
    yield ListingEnd(cursor_of(clock, since), partial=since is not None)


def bodies(asking: SourceAccess, clock: ServerTime) -> Iterator[Mapping[str, Any]]:
    """Of a system, of a list of bodies, or the one that the address leads to. Raises SourceError."""
    start = read_object(asking.location, asking, clock)
    if "data" not in start and isinstance(start.get("body"), str):
        found = list(objects_of_list(urljoin(asking.location, start["body"]), asking, clock))
    elif "data" in start:
        found = list(objects_of_list(asking.location, asking, clock))
    else:
        found = [dict(start)]
    wanted = [body for body in found if is_wanted(body, asking.options["bodies"])]
    if not any(name in body for body in wanted for name in LISTS):
        raise SourceError(
            _("'%(location)s' leads to no body with papers or meetings. Give the address of an OParl system or body.")
            % {"location": asking.location}
        )
    yield from wanted


def is_wanted(body: Mapping[str, Any], names: list[str]) -> bool:
    said = {body.get("id"), body.get("name"), body.get("shortName")}
    return not body.get("deleted") and (not names or bool(said & set(names)))


def address_of_list(body: Mapping[str, Any], name: str, since: datetime | None) -> str:
    """Raises SourceError for a body that names no list where there has to be one."""
    address = body.get(name)
    if not isinstance(address, str) or not address:
        raise SourceError(
            _("The body '%(body)s' names no list '%(name)s'.") % {"body": str(body.get("name"))[:100], "name": name}
        )
    if since is None:
        return address
    parts = urlsplit(address)
    query = [*parse_qsl(parts.query), ("modified_since", since.isoformat(timespec="seconds"))]
    return urlunsplit(parts._replace(query=urlencode(query)))


def since_of(cursor: str) -> datetime | None:
    try:
        return datetime.fromisoformat(json.loads(cursor)["since"]) if cursor else None
    except (ValueError, KeyError, TypeError):
        return None


def cursor_of(clock: ServerTime, since: datetime | None) -> str:
    """The earlier of what the server's clock said at the start and the newest change it told of, less the overlap.

    Both are its own words: clocks differ, and some write local times as if they were UTC. Empty without either: then
    everything is listed again.
    """
    times = [time for time in (answered_at(clock.date), clock.newest) if time is not None]
    if not times:
        return json.dumps({"since": since.isoformat()}) if since else ""
    until = min(times) - OVERLAP
    return json.dumps({"since": max(until, since).isoformat() if since else until.isoformat()})


def answered_at(date: str) -> datetime | None:
    try:
        return parsedate_to_datetime(date).astimezone(UTC)
    except ValueError:
        return None


CONNECTOR = Connector(
    "oparl",
    entries,
    {
        "bodies": [], "papers": True, "meetings": True, "full_list_days": 30, "recheck_files": False,
    },
)  # fmt: skip
