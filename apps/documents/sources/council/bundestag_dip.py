"""dip: printed papers and minutes of the Bundestag and Bundesrat, from their documentation system (DIP).

The first list names everything, later ones what was updated since. The interface does not report deletions: those are
found when everything is listed again.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.fetching.parse_url import parse_address
from apps.documents.sources.connectors.changed_since_server_time import ServerTime, parse_cursor
from apps.documents.sources.connectors.connector import (
    Connector,
    Entry,
    ListedDocument,
    ListingEnd,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts, clean_text, parse_names
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.documents.sources.connectors.source_item import SourceError
from apps.text.numbers.parse_date import parse_date

MOST_PAGES = 20_000
METADATA_NAMES = {"herausgeber": "publisher", "dokumentart": "kind", "abstract": "abstract"}


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when the pages do not add up, FetchError."""
    since = parse_cursor(asking.cursor)
    clock = ServerTime()
    for resource in asking.options["resources"]:
        for item in iterate_items(resource, since, asking, clock):
            yield build_document_entry(item)
    yield ListingEnd(clock.cursor(since), partial=since is not None)


def iterate_items(
    resource: str, since: datetime | None, asking: SourceAccess, clock: ServerTime
) -> Iterator[Mapping[str, object]]:
    """Page by page, until the cursor stays what it was, as the interface describes it."""
    cursor, seen = "", set[str]()
    for _number in range(MOST_PAGES):
        reply = fetch_page(resource, since, cursor, asking, clock)
        items = [item for item in reply["documents"] if isinstance(item, dict)]
        new = [item for item in items if str(item.get("id")) not in seen]
        seen |= {str(item.get("id")) for item in new}
        for item in new:
            clock.saw(item, "aktualisiert")
            yield item
        following = reply.get("cursor")
        if not isinstance(following, str) or following in ("", cursor):
            check_total(reply, resource, len(seen))
            return
        cursor = following
    raise SourceError(_("The list '%(resource)s' has no end.") % {"resource": resource})


def check_total(reply: Mapping[str, object], resource: str, seen: int) -> None:
    """Raises SourceError."""
    total = reply.get("numFound")
    if not isinstance(total, int) or isinstance(total, bool) or seen < total:
        raise SourceError(
            _("The list '%(resource)s' announced %(total)s documents, but its pages held %(seen)d.")
            % {"resource": resource, "total": str(total)[:20], "seen": seen}
        )


def fetch_page(
    resource: str, since: datetime | None, cursor: str, asking: SourceAccess, clock: ServerTime
) -> Mapping[str, Any]:
    """Raises SourceError, FetchError."""
    options = asking.options
    query = {
        "f.wahlperiode": str(options["electoral_term"] or ""), "f.zuordnung": options["publisher"],
        "f.drucksachetyp": options["document_types"] if resource == "drucksache" else "",
        "f.aktualisiert.start": since.isoformat(timespec="seconds") if since else "", "cursor": cursor,
    }  # fmt: skip
    said = urlencode({name: value for name, value in query.items() if value}, doseq=True)
    fetched = asking.get(f"{asking.location.rstrip('/')}/{resource}?{said}", headers=api_key_header(asking))
    clock.date = clock.date or fetched.date
    reply = read_json(fetched)
    if not isinstance(reply, dict) or not isinstance(reply.get("documents"), list):
        raise SourceError(_("What came from %(address)s has no list 'documents'.") % {"address": fetched.url[:300]})
    return reply


def api_key_header(asking: SourceAccess) -> dict[str, str]:
    """Raises SourceError."""
    variable = asking.options["key_variable"]
    return {"Authorization": f"ApiKey {asking.secret(variable, asking.location)}"} if variable else {}


def build_document_entry(item: Mapping[str, object]) -> Entry:
    place = item.get("fundstelle")
    address = clean_text(place.get("pdf_url") if isinstance(place, dict) else "", 2_000)
    identity = "-".join(filter(None, (clean_text(item.get("dokumentart"), 50), clean_text(item.get("id"), 200))))
    number = clean_text(item.get("dokumentnummer"), 50)
    try:
        address = str(parse_address(address))
    except FetchError:
        return SkippedRecord(identity or "item", _("it names no PDF file ('fundstelle.pdf_url')"))
    if not clean_text(item.get("id"), 200):
        return SkippedRecord(number or "item", _("it has no 'id'"))
    metadata: dict[str, Any] = {
        name: said for key, name in METADATA_NAMES.items() if (said := clean_text(item.get(key), 5_000))
    }
    return ListedDocument(
        identity,
        title=clean_text(item.get("titel"), 1_000),
        address=address,
        file_name=address.rpartition("/")[2],
        url=address,
        date=parse_date(clean_text(item.get("datum"), 10)),
        metadata=metadata | {"processes": process_titles(item)},
        facts=dip_facts(item, number),
        # The checksum of the file, where there is one: most updates concern other things.
        version=clean_text(item.get("pdf_hash") or item.get("aktualisiert"), 100),
    )


def dip_facts(item: Mapping[str, object], number: str) -> DocumentFacts:
    term = item.get("wahlperiode")
    return DocumentFacts(
        document_type=clean_text(item.get("drucksachetyp") or item.get("dokumentart"), 100),
        number=number,
        term=term if isinstance(term, int) and 0 < term < 1_000 else None,
        authors=parse_names(texts_of_objects(item.get("autoren_anzeige"), "autor_titel", "title", "titel"), 200),
        parties=parse_names(texts_of_objects(item.get("urheber"), "bezeichnung"), 100),
    )


def process_titles(item: Mapping[str, object]) -> list[str]:
    return texts_of_objects(item.get("vorgangsbezug"), "titel")


def texts_of_objects(listed: object, *names: str) -> list[str]:
    """What the objects of a list say under the first of these names that they have."""
    objects = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    found = (next((each[name] for name in names if isinstance(each.get(name), str)), "") for each in objects)
    return [text for text in found if text]


CONNECTOR = Connector(
    "dip",
    entries,
    {
        "resources": ["drucksache"], "electoral_term": 0, "publisher": "BT", "document_types": [], "key_variable": "",
        "full_list_days": 30, "recheck_files": False,
    },
)  # fmt: skip
