"""xwiki: pages of one wiki of XWiki, by its REST interface; each is fetched as people see it.

Every run lists all pages, a hundred at a time, and fetches those of a new version, or all where the list names none, as
that of XWiki itself does not. The list has no order that is promised and no total: a page that it leaves out is asked
for by itself before it is withdrawn.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching import Fetched, FetchError, NotModified
from apps.documents.fetching.parse_url import parse_address
from apps.documents.sources.connectors.cms_website_pages import prepare_web_page
from apps.documents.sources.connectors.connector import Connector, Entry, ListedDocument, SkippedRecord, SourceAccess
from apps.documents.sources.connectors.metadata_to_columns import clean_text
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.wikis.wiki_requests import ask_for_list, credentials

MOST_PAGES = 10_000
TOGETHER = 100
FORBIDDEN = (401, 403)
PLAIN = "xpage=plain"
"""The content alone, without the wiki's own menus."""


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError for a list without an end, FetchError."""
    seen = set[str]()
    for number in range(MOST_PAGES):
        query = urlencode({"start": number * TOGETHER, "number": TOGETHER})
        reply = ask_for_list(f"{asking.location.rstrip('/')}/pages?{query}", "pageSummaries", asking)
        found = [page for page in reply["pageSummaries"] if isinstance(page, dict)]
        new = [page for page in found if clean_text(page.get("id"), 500) not in seen]
        seen |= {clean_text(page.get("id"), 500) for page in new}
        if found and not new:
            break
        yield from (build_page_entry(page, asking) for page in new if is_wanted_page(page, asking.options))
        if not found:
            return
    raise SourceError(_("The list of pages goes round in a circle."))


def is_wanted_page(page: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    space = clean_text(page.get("space"), 500)
    inside = [each for each in options["spaces"] if space == each or space.startswith(f"{each}.")]
    outside = [each for each in options["without_spaces"] if space == each or space.startswith(f"{each}.")]
    return (not options["spaces"] or bool(inside)) and not outside


def build_page_entry(page: Mapping[str, Any], asking: SourceAccess) -> Entry:
    identity, url = clean_text(page.get("id"), 500), clean_text(page.get("xwikiAbsoluteUrl"), 1_900)
    try:
        address = parse_address(f"{url}?{PLAIN}")
    except FetchError as error:
        return SkippedRecord(identity or "page", str(error))
    if not identity or address.netloc != urlsplit(asking.location).netloc:
        return SkippedRecord(
            identity or url[:200] or "page", _("it has no 'id', or lies at another host than its wiki")
        )
    version = clean_text(page.get("version"), 50)
    return ListedDocument(
        identity, title=clean_text(page.get("title"), 1_000), address=str(address), url=url, version=version,
        may_have_changed=not version,
    )  # fmt: skip


def still_has(asking: SourceAccess, documents: Mapping[str, str]) -> set[str]:
    """A request for each page. One that the account may not see any more is gone for us."""
    return {
        identity
        for identity, address in documents.items()
        if is_wanted_page({"space": identity.partition(":")[2].rpartition(".")[0]}, asking.options)
        and is_page_there(address, asking)
    }


def is_page_there(address: str, asking: SourceAccess) -> bool:
    """Raises SourceError, FetchError when nobody can tell."""
    try:
        asking.get(address, headers=credentials(asking)).file.close()
    except FetchError as error:
        if error.reason_code == "source_gone" or error.facts.get("status") in FORBIDDEN:
            return False
        raise
    return True


def fetch_file(asking: SourceAccess, address: str, etag: str, modified: str) -> Fetched | NotModified:
    return asking.get_file(address, headers=credentials(asking), etag=etag, modified=modified)


CONNECTOR = Connector(
    "xwiki",
    entries,
    {
        "user": "", "password_variable": "", "spaces": [], "without_spaces": ["XWiki"], "recheck_files": False,
    },
    prepare=prepare_web_page,
    fetch_file=fetch_file,
    holds_pages=True,
    still_has=still_has,
)  # fmt: skip
