"""feed: news and announcements by RSS (0.9x, 1.0, 2.0) or Atom. Entries that leave the feed stay imported.

An entry that carries its whole text becomes a document at once, of others the page or file it links to is fetched.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from apps.documents.fetching import NotModified
from apps.documents.parsing.formats.detect_media_type import RECORD
from apps.documents.sources.connectors.cms_website_pages import (
    encode_record,
    listed_page,
    prepare_web_page,
    web_address,
)
from apps.documents.sources.connectors.connector import (
    Connector,
    Entry,
    ListedDocument,
    ListingEnd,
    ListingUnchanged,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.connectors.stream_xml_elements import element_text, local_name, stream_elements
from apps.text.numbers.parse_date import parse_date

if TYPE_CHECKING:
    from lxml import etree

ROOTS = ("rss", "feed", "RDF")
TEXT = {"encoded", "content"}
"""`content:encoded` of RSS and `content` of Atom hold the whole text."""
TEASERS = {"description", "summary"}
"""They hold the whole text only where no link leads to more: RSS 2.0 calls such an item complete in itself."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    identity: str
    link: str
    title: str
    text: str
    changed: str
    keywords: tuple[str, ...]


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError for what is no feed, FetchError."""
    fetched = asking.get_changed(asking.location)
    if isinstance(fetched, NotModified):
        raise ListingUnchanged
    is_feed = False
    with fetched.file:
        for element in stream_elements(fetched.file, "", ("item", "entry", *ROOTS)):
            if local_name(element) in ROOTS:
                is_feed = True
            else:
                yield listed_feed_entry(
                    parse_feed_entry(element, asking.location), fetch_pages=asking.options["fetch_pages"]
                )
    if not is_feed:
        raise SourceError(_("'%(location)s' is no feed of RSS or Atom.") % {"location": asking.location[:300]})
    yield ListingEnd("", partial=True)


def parse_feed_entry(element: "etree._Element", location: str) -> FeedEntry:
    said: dict[str, str] = {}
    keywords = []
    for each in element:
        name = local_name(each)
        if name == "link" and each.get("rel", "alternate") == "alternate":
            said.setdefault("link", each.get("href") or element_text(each))
        elif name == "category":
            keywords.append(each.get("term") or element_text(each))
        elif name in TEXT:
            said.setdefault("text", entry_content(each))
        elif name in TEASERS:
            said.setdefault("teaser", entry_content(each))
        elif name:
            said.setdefault(name, element_text(each))
    link = web_address(location, said.get("link", ""))
    changed = next((said[name] for name in ("updated", "date", "pubDate", "published") if said.get(name)), "")
    identity = said.get("guid") or said.get("id") or link.partition("://")[2]
    text = said.get("text", "")
    if not link and not text.strip():
        text = said.get("teaser", "")
    return FeedEntry(identity, link, said.get("title", "")[:1_000], text, changed, tuple(filter(None, keywords)))


def entry_content(element: "etree._Element") -> str:
    """HTML as it was written down: escaped, or as elements of XHTML."""
    if len(element) == 0:
        return "".join(element.itertext())
    from lxml import etree

    return "".join(etree.tostring(child, encoding="unicode", with_tail=True) for child in element)


def listed_feed_entry(entry: FeedEntry, *, fetch_pages: bool) -> Entry:
    if not entry.identity or len(entry.identity) > 500:
        return SkippedRecord(entry.identity[:200] or "entry", _("it has no 'id' of at most 500 characters"))
    date = parse_feed_date(entry.changed)
    if not (entry.text.strip() or entry.link):
        return SkippedRecord(entry.identity, _("it has neither a text nor a link"))
    if entry.link and (fetch_pages or not entry.text.strip()):
        found = listed_page(entry.link, changed=entry.changed)
        if not isinstance(found, ListedDocument):
            return found
        return replace(found, external_id=entry.identity, title=entry.title, date=date)
    fields = {
        "title": entry.title, "keywords": list(entry.keywords), "url": entry.link, "html": f"<div>{entry.text}</div>",
    }  # fmt: skip
    data = encode_record(entry.identity, fields)
    return ListedDocument(
        entry.identity, title=entry.title, data=data, size=len(data), file_name="entry.json", media_type=RECORD,
        url=entry.link, date=date,
    )  # fmt: skip


def parse_feed_date(text: str) -> datetime.date | None:
    try:
        return parsedate_to_datetime(text).date()
    except (ValueError, OverflowError):
        return parse_date(text[:10])


CONNECTOR = Connector("feed", entries, {"fetch_pages": False}, prepare=prepare_web_page)
