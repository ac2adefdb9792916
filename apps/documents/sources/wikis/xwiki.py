"""xwiki: pages of one wiki of XWiki, by its REST interface; each is fetched as people see it.

Every run lists all pages with their versions, a hundred at a time; only those of a new version are fetched.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching import Fetched, FetchError, NotModified
from apps.documents.fetching.parse_url import parse_address
from apps.documents.sources.connectors.cms import prepare
from apps.documents.sources.connectors.connector import Connector, Entry, ListedDocument, SkippedRecord, SourceAccess
from apps.documents.sources.connectors.metadata_columns import text_of
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.wikis.wiki_requests import ask, credentials

MOST_PAGES = 10_000
TOGETHER = 100
PLAIN = "xpage=plain"
"""The content alone, without the wiki's own menus."""


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError for a list without an end, FetchError."""
    seen = set[str]()
    for number in range(MOST_PAGES):
        query = urlencode({"start": number * TOGETHER, "number": TOGETHER})
        reply = ask(f"{asking.location.rstrip('/')}/pages?{query}", "pageSummaries", asking)
        found = [page for page in reply["pageSummaries"] if isinstance(page, dict)]
        new = [page for page in found if text_of(page.get("id"), 500) not in seen]
        seen |= {text_of(page.get("id"), 500) for page in new}
        if found and not new:
            break
        yield from (document(page, asking) for page in new if is_wanted(page, asking.options))
        if not found:
            return
    raise SourceError(_("The list of pages goes round in a circle."))


def is_wanted(page: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    space = text_of(page.get("space"), 500)
    inside = [each for each in options["spaces"] if space == each or space.startswith(f"{each}.")]
    outside = [each for each in options["without_spaces"] if space == each or space.startswith(f"{each}.")]
    return (not options["spaces"] or bool(inside)) and not outside


def document(page: Mapping[str, Any], asking: SourceAccess) -> Entry:
    identity, url = text_of(page.get("id"), 500), text_of(page.get("xwikiAbsoluteUrl"), 1_900)
    try:
        address = parse_address(f"{url}?{PLAIN}")
    except FetchError as error:
        return SkippedRecord(identity or "page", str(error))
    if not identity or address.netloc != urlsplit(asking.location).netloc:
        return SkippedRecord(
            identity or url[:200] or "page", _("it has no 'id', or lies at another host than its wiki")
        )
    return ListedDocument(
        identity, title=text_of(page.get("title"), 1_000), address=str(address), url=url,
        version=text_of(page.get("version"), 50),
    )  # fmt: skip


def fetch_file(asking: SourceAccess, address: str, etag: str, modified: str) -> Fetched | NotModified:
    return asking.request(address, headers=credentials(asking), etag=etag, modified=modified)


CONNECTOR = Connector(
    "xwiki",
    entries,
    {
        "user": "", "password_variable": "", "spaces": [], "without_spaces": ["XWiki"], "recheck_files": False,
    },
    prepare=prepare,
    fetch_file=fetch_file,
    holds_pages=True,
)  # fmt: skip
