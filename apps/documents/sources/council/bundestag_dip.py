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
from apps.documents.sources.connectors.changed_since_server_time import ServerTime, since_of
from apps.documents.sources.connectors.connector import (
    Connector,
    Entry,
    ListedDocument,
    ListingEnd,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_columns import DocumentFacts, names_of, text_of_value
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.documents.sources.connectors.source_item import SourceError
from apps.text.parse_date import parse_date

MOST_PAGES = 20_000
METADATA_NAMES = {"herausgeber": "publisher", "dokumentart": "kind", "abstract": "abstract"}


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when the pages do not add up, FetchError."""
    since = since_of(asking.cursor)
    clock = ServerTime()
    for resource in asking.options["resources"]:
        for item in items_of(resource, since, asking, clock):
            yield document(item)
    yield ListingEnd(clock.cursor(since), partial=since is not None)


def items_of(
    resource: str, since: datetime | None, asking: SourceAccess, clock: ServerTime
) -> Iterator[Mapping[str, object]]:
    """Page by page, until the cursor stays what it was, as the interface describes it."""
    cursor, seen = "", set[str]()
    for _number in range(MOST_PAGES):
        reply = ask(resource, since, cursor, asking, clock)
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


def ask(
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
    fetched = asking.get(f"{asking.location.rstrip('/')}/{resource}?{said}", headers=key_of(asking))
    clock.date = clock.date or fetched.date
    reply = read_json(fetched)
    if not isinstance(reply, dict) or not isinstance(reply.get("documents"), list):
        raise SourceError(_("What came from %(address)s has no list 'documents'.") % {"address": fetched.url[:300]})
    return reply


def key_of(asking: SourceAccess) -> dict[str, str]:
    """Raises SourceError."""
    variable = asking.options["key_variable"]
    return {"Authorization": f"ApiKey {asking.secret(variable, asking.location)}"} if variable else {}


def document(item: Mapping[str, object]) -> Entry:
    place = item.get("fundstelle")
    address = text_of_value(place.get("pdf_url") if isinstance(place, dict) else "", 2_000)
    identity = "-".join(filter(None, (text_of_value(item.get("dokumentart"), 50), text_of_value(item.get("id"), 200))))
    number = text_of_value(item.get("dokumentnummer"), 50)
    try:
        address = str(parse_address(address))
    except FetchError:
        return SkippedRecord(identity or "item", _("it names no PDF file ('fundstelle.pdf_url')"))
    if not text_of_value(item.get("id"), 200):
        return SkippedRecord(number or "item", _("it has no 'id'"))
    metadata: dict[str, Any] = {
        name: said for key, name in METADATA_NAMES.items() if (said := text_of_value(item.get(key), 5_000))
    }
    return ListedDocument(
        identity,
        title=text_of_value(item.get("titel"), 1_000),
        address=address,
        file_name=address.rpartition("/")[2],
        url=address,
        date=parse_date(text_of_value(item.get("datum"), 10)),
        metadata=metadata | {"processes": processes_of(item)},
        facts=facts_of(item, number),
        # The checksum of the file, where there is one: most updates concern other things.
        version=text_of_value(item.get("pdf_hash") or item.get("aktualisiert"), 100),
    )


def facts_of(item: Mapping[str, object], number: str) -> DocumentFacts:
    term = item.get("wahlperiode")
    return DocumentFacts(
        document_type=text_of_value(item.get("drucksachetyp") or item.get("dokumentart"), 100),
        number=number,
        term=term if isinstance(term, int) and 0 < term < 1_000 else None,
        authors=names_of(texts(item.get("autoren_anzeige"), "autor_titel", "title", "titel"), 200),
        parties=names_of(texts(item.get("urheber"), "bezeichnung"), 100),
    )


def processes_of(item: Mapping[str, object]) -> list[str]:
    return texts(item.get("vorgangsbezug"), "titel")


def texts(listed: object, *names: str) -> list[str]:
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
