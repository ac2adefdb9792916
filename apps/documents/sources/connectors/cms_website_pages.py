"""cms: pages of a website, from its sitemap, from a JSON feed, or named one by one.

A page becomes a record with its own fields (name, title, description, keywords) beside its content, so that each of
them can be searched by itself.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from django.utils.translation import gettext as _

from apps.documents.fetching import Fetched, FetchError, NotModified
from apps.documents.fetching.parse_url import parse_address
from apps.documents.parsing.formats.detect_media_type import HTML, HTML_START, RECORD
from apps.documents.parsing.formats.html_to_markdown import CHARSET, FIRST_HEADING, TAG, html_title
from apps.documents.parsing.formats.plain_text import decode_text
from apps.documents.parsing.types import ParseFailure
from apps.documents.sources.connectors.connector import (
    Connector,
    Entry,
    ListedDocument,
    ListingUnchanged,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_to_columns import document_facts
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.documents.sources.connectors.source_item import Item, SourceError
from apps.documents.sources.connectors.stream_xml_elements import (
    BoundedReader,
    element_text,
    local_name,
    stream_elements,
)
from apps.text.numbers.parse_date import parse_date
from apps.text.strip_unstorable_characters import strip_unstorable

if TYPE_CHECKING:
    from lxml import etree

MOST_SITEMAPS = 200
LONGEST_TITLE = 1_000
META = re.compile(r"<meta\b[^>]*>", re.I)
ATTRIBUTE = re.compile(r"""(?<![\w:-])([\w:-]++)\s*+=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """What the address leads to decides: a sitemap, a feed, or the page itself. Raises SourceError, FetchError."""
    fetched = asking.get_changed(asking.location)
    if isinstance(fetched, NotModified) and not asking.options["pages"]:
        raise ListingUnchanged
    if isinstance(fetched, NotModified):
        fetched = asking.get(asking.location)
    listed = entries_by_content(fetched, asking)
    for entry in listed:
        if not isinstance(entry, ListedDocument) or is_wanted(entry.address or entry.url, asking.options):
            yield entry
    for url in asking.options["pages"]:
        yield listed_page(url)


def entries_by_content(fetched: Fetched, asking: SourceAccess) -> Iterator[Entry]:
    start = BoundedReader(fetched.file).read(2048).lstrip(b"\xef\xbb\xbf \t\r\n")
    fetched.file.seek(0)
    if start[:1] in (b"{", b"["):
        return feed_entries(read_json(fetched), asking.location)
    if HTML_START.match(start):
        return iter([listed_page(asking.location)])
    if b"<urlset" in start or b"<sitemapindex" in start:
        return sitemap_entries(fetched, asking)
    raise SourceError(
        _("'%(location)s' is neither a sitemap nor a JSON feed nor a web page.") % {"location": asking.location}
    )


def is_wanted(address: str, options: Mapping[str, Any]) -> bool:
    """By what stands anywhere in the address or path; without `include` everything that is not excluded."""
    included = not options["include"] or any(part in address for part in options["include"])
    return included and not any(part in address for part in options["exclude"])


def sitemap_entries(first: Fetched, asking: SourceAccess) -> Iterator[Entry]:
    """Its pages, and those of the sitemaps it names. One that cannot be read is an error, or its pages would vanish."""
    waiting: list[str] = []
    fetched, read = first, 0
    while True:
        read += 1
        with fetched.file:
            for element in stream_elements(fetched.file, "", ("url", "sitemap")):
                url, changed = child_text(element, "loc"), child_text(element, "lastmod")
                if local_name(element) == "url":
                    yield listed_page(url, changed=changed) if url else SkippedRecord("url", _("it has no 'loc'"))
                elif read + len(waiting) >= MOST_SITEMAPS:
                    raise SourceError(_("The sitemap names more than %(most)d further ones.") % {"most": MOST_SITEMAPS})
                else:
                    waiting.append(url)
        if not waiting:
            return
        # One after the other: a thousand MiB of each may wait on the disk.
        fetched = asking.get(waiting.pop())


def child_text(element: "etree._Element", name: str) -> str:
    return next((element_text(each) for each in element if local_name(each) == name), "")


def listed_page(url: str, *, changed: str = "") -> Entry:
    """One page to be fetched. Its id is its address without the scheme: http and https are the same page."""
    try:
        address = parse_address(url)
    except FetchError as error:
        return SkippedRecord(url[:200], str(error))
    identity = f"{address.netloc}{address.target}"
    if len(identity) > 500:
        return SkippedRecord(identity[:200], _("its address is longer than 500 characters"))
    return ListedDocument(identity, address=str(address), url=str(address), date=parse_date(changed), version=changed)


def feed_entries(data: object, location: str) -> Iterator[Entry]:
    """A JSON Feed (jsonfeed.org), or a list of records with `content` or `html`. Raises SourceError."""
    items = data.get("items") if isinstance(data, dict) else data
    if not isinstance(items, list):
        raise SourceError(_("The feed at %(location)s has no list 'items'.") % {"location": location})
    if isinstance(data, dict) and data.get("next_url"):
        raise SourceError(
            _("The feed at %(location)s goes on at 'next_url'; use an address that lists everything.")
            % {"location": location}
        )
    for number, item in enumerate(items, start=1):
        yield (
            feed_record(item, location)
            if isinstance(item, dict)
            else SkippedRecord(f"item {number}", _("it is no object"))
        )


def feed_record(item: Mapping[str, Any], location: str) -> Entry:
    link = first_text(item, "url", "external_url", "link")
    url = web_address(location, link)
    identity = str(item.get("id") or url).strip()
    if not identity or len(identity) > 500:
        return SkippedRecord(identity[:200] or "item", _("it has no 'id' of at most 500 characters"))
    content = first_text(item, "content_html", "html", "content", "content_text", "text")
    if not content:
        return replace(found, external_id=identity) if isinstance(found := listed_page(url), ListedDocument) else found
    fields: dict[str, Any] = {
        "title": first_text(item, "title"), "name": first_text(item, "name"),
        "description": first_text(item, "description", "summary"),
        "keywords": item.get("keywords") or item.get("tags") or [], "url": url,
        "html": f"<div>{content}</div>",
    }  # fmt: skip
    data = encode_record(identity, fields)
    date = parse_date(first_text(item, "date", "date_published", "date_modified"))
    given = item.get("metadata")
    metadata: dict[str, Any] = given if isinstance(given, dict) else {}
    return ListedDocument(
        identity, title=(fields["title"] or fields["name"])[:LONGEST_TITLE], data=data, size=len(data),
        file_name="page.json",
        media_type=RECORD, url=url, date=date, metadata=dict(metadata), facts=document_facts(metadata),
    )  # fmt: skip


def web_address(location: str, link: str) -> str:
    """Returns where the link leads; empty when that is no place on the web."""
    try:
        return str(parse_address(urljoin(location, link))) if link else ""
    except (FetchError, ValueError):
        return ""


def first_text(item: Mapping[str, Any], *names: str) -> str:
    """The first of these fields that says anything."""
    return next((value.strip() for name in names if isinstance(value := item.get(name), str) and value.strip()), "")


def prepare_web_page(item: Item) -> Item:
    """A web page with its fields as a record; other files that a site links to stay as they are."""
    if item.media_type != HTML:
        return item
    match = CHARSET.search(item.data[:4096])
    try:
        charset = (match[1] or match[2]).decode("ascii", errors="replace") if match else ""
        source = strip_unstorable(decode_text(item.data, charset), nul="")
    except ParseFailure:
        return item
    metas = parse_meta_tags(source)
    title = metas.get("og:title") or html_title(source)
    heading = FIRST_HEADING.search(source)
    fields = {
        "title": title, "name": " ".join(unescape(TAG.sub(" ", heading[1])).split()) if heading else "",
        "description": metas.get("description") or metas.get("og:description", ""),
        "keywords": metas.get("keywords", ""), "url": item.url, "html": source,
    }  # fmt: skip
    data = encode_record(item.external_id, fields)
    return replace(item, data=data, media_type=RECORD, file_name="page.json", title=item.title or title[:LONGEST_TITLE])


def encode_record(identity: str, fields: Mapping[str, object]) -> bytes:
    return json.dumps({"id": identity, **fields}, ensure_ascii=False).encode("utf-8", "replace")


def parse_meta_tags(source: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for tag in META.findall(source):
        attributes = {name.lower(): unescape(a or b or c).strip() for name, a, b, c in ATTRIBUTE.findall(tag)}
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        if name and name not in found and (content := attributes.get("content")):
            found[name] = content
    return found


CONNECTOR = Connector(
    "cms", entries, {"include": [], "exclude": [], "pages": []}, rechecks=True, prepare=prepare_web_page
)
