"""oai-pmh: records of a repository by the protocol of the Open Archives (OAI-PMH 2.0), in Dublin Core.

The first list names everything, later ones what changed since. A record becomes its PDF file where it names one, else
its description. Deleted records are named by repositories that keep them; others are found when all is listed again.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.fetching.parse_url import parse_address
from apps.documents.parsing.formats.detect_media_type import RECORD
from apps.documents.sources.connectors.cms_website_pages import encode_record
from apps.documents.sources.connectors.connector import (
    Connector,
    DeletedBundle,
    Entry,
    ListedDocument,
    ListingEnd,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts, parse_names
from apps.documents.sources.connectors.read_cursor import read_cursor
from apps.documents.sources.connectors.source_item import SourceError, check_total
from apps.documents.sources.connectors.stream_xml_elements import (
    element_text,
    local_name,
    parse_whole_number,
    stream_elements_of_page,
)
from apps.text.numbers.parse_date import parse_date

if TYPE_CHECKING:
    from lxml import etree

MOST_PAGES = 100_000
OVERLAP = timedelta(days=1)
"""Whole days are what every repository can be asked for, whatever its zone of time."""


@dataclass(slots=True)
class ReplyPage:
    """What a reply says beside its records. `total` is 0 when it does not say."""

    answered: str = ""
    token: str = ""
    total: int = 0
    error: str = ""
    records: list["Record"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Record:
    identifier: str
    is_deleted: bool
    changed: str
    fields: dict[str, list[str]]


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when the list breaks off, goes round or holds less than announced, FetchError."""
    since = read_cursor(asking.cursor, lambda said: date.fromisoformat(said["since"]))
    answered, token, announced, nameless = "", "", 0, 0
    seen, tokens = set[str](), set[str]()
    while True:
        page = read_page(page_address(asking, since, token), asking)
        answered = answered or page.answered
        if page.error == "noRecordsMatch" and not token:
            break
        check_page(page, tokens)
        # The first total counts, too: one that shrinks points to a deletion, which may have moved another record away.
        announced = max(announced, page.total)
        for record in page.records:
            seen.add(record.identifier)
            nameless += not record.identifier
            yield entry_of_record(record)
        token = page.token
        if not token:
            check_total(announced, len(seen - {""}) + nameless)
            break
        tokens.add(token)
    yield ListingEnd(next_cursor(answered), partial=since is not None)


def page_address(asking: SourceAccess, since: date | None, token: str) -> str:
    query = {"verb": "ListRecords", "resumptionToken": token}
    if not token:
        parameters = {
            "metadataPrefix": "oai_dc",
            "set": asking.options["set"],
            "from": since.isoformat() if since else "",
        }
        query = {"verb": "ListRecords"} | {name: value for name, value in parameters.items() if value}
    return f"{asking.location.partition('?')[0]}?{urlencode(query)}"


def read_page(address: str, asking: SourceAccess) -> ReplyPage:
    """Raises SourceError, FetchError."""
    page = ReplyPage()
    fetched = asking.get(address)
    with fetched.file:
        for element in stream_elements_of_page(
            fetched.file, "OAI-PMH", ("record", "resumptionToken", "responseDate", "error")
        ):
            name = local_name(element)
            if name == "record":
                page.records.append(parse_record(element))
            elif name == "resumptionToken":
                page.token, page.total = element_text(element), parse_whole_number(element.get("completeListSize", ""))
            elif name == "error":
                page.error = element.get("code", "") or element_text(element)[:100] or "error"
            else:
                page.answered = element_text(element)
    return page


def check_page(page: ReplyPage, tokens: set[str]) -> None:
    """Raises SourceError."""
    if page.error:
        raise SourceError(_("The repository refused the list: %(error)s.") % {"error": page.error[:200]})
    if page.token in tokens or len(tokens) >= MOST_PAGES:
        raise SourceError(_("The list of the repository goes round in a circle."))


def parse_record(element: "etree._Element") -> Record:
    head = next((each for each in element if local_name(each) == "header"), None)
    about = {local_name(each): element_text(each) for each in head} if head is not None else {}
    fields: dict[str, list[str]] = {}
    for part in element.iter():
        if local_name(part) and isinstance(part.tag, str) and part.tag.startswith("{http://purl.org/dc/elements/"):
            fields.setdefault(local_name(part), []).append(element_text(part))
    is_deleted = head is not None and head.get("status") == "deleted"
    return Record(about.get("identifier", ""), is_deleted, about.get("datestamp", ""), fields)


def entry_of_record(record: Record) -> Entry:
    identity = record.identifier
    if not identity or len(identity) > 200:
        return SkippedRecord(identity[:200] or "record", _("it has no identifier of at most 200 characters"))
    if record.is_deleted:
        return DeletedBundle(identity)
    links = [link for name in ("identifier", "relation") for link in record.fields.get(name, ()) if is_address(link)]
    file = next((link for link in links if urlsplit(link).path.lower().endswith(".pdf")), "")
    description = "\n\n".join(text for text in record.fields.get("description", ()) if text)
    if not file and not description:
        return SkippedRecord(identity, _("it names no PDF file and has no description"))
    title = first_value(record, "title")[:1_000]
    data = b"" if file else encode_record(identity, {"title": title, "text": description})
    return ListedDocument(
        identity, title=title, address=file, data=data, size=len(data), file_name="" if file else "record.json",
        media_type="" if file else RECORD, url=next(iter(links), ""), date=parse_date(first_value(record, "date")),
        metadata={name: texts for name in ("subject", "publisher", "rights", "language")
                  if (texts := [text for text in record.fields.get(name, ()) if text])},
        facts=DocumentFacts(
            document_type=first_value(record, "type")[:100],
            authors=parse_names(record.fields.get("creator", []), 200),
        ),
        bundle=identity, version=record.changed,
    )  # fmt: skip


def is_address(link: str) -> bool:
    try:
        parse_address(link)
    except FetchError:
        return False
    return True


def first_value(record: Record, name: str) -> str:
    return next((text for text in record.fields.get(name, ()) if text), "")


def next_cursor(answered: str) -> str:
    """A day before the repository answered, by its own clock or by ours if that is behind; empty when it does not say.

    A clock that was ahead for a day would hide what changed until that day has come.
    """
    try:
        day = min(date.fromisoformat(answered[:10]), datetime.now(UTC).date())
        return json.dumps({"since": (day - OVERLAP).isoformat()})
    except (ValueError, OverflowError):
        return ""


CONNECTOR = Connector("oai-pmh", entries, {"set": "", "full_list_days": 30, "recheck_files": False})
