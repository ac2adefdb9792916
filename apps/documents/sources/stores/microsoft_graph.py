"""graph: a document library of SharePoint or OneDrive, by the changes that Microsoft Graph reports (delta).

The first list names everything, later ones what changed since: of a folder that was renamed, moved or deleted the
folder alone, so everything is listed again then. The token is that of an application (client
credentials); it goes to the host of the source alone. Files come from another host, with an address of their own.

With `readers_from_permissions` every run lists everything and asks for the permissions of each file. With
`permissions_in_changes` as well, a run asks for those of changed files alone, and lists everything once a day and
whenever the permissions of a folder have changed. Graph reports such changes in its list only to applications with the
right Sites.FullControl.All, and nothing in its answer says whether it does: so a person has to say it.
"""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from apps.documents.fetching import Fetched, FetchError, NotModified
from apps.documents.sources.connectors.cms_website_pages import is_wanted
from apps.documents.sources.connectors.connector import (
    MOST_ENTRIES,
    Connector,
    DeletedBundle,
    Entry,
    ListedDocument,
    ListingEnd,
    RestatedBundle,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_to_columns import clean_text
from apps.documents.sources.connectors.read_cursor import read_cursor
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.stores.microsoft_graph_item_readers import item_readers
from apps.documents.sources.stores.microsoft_graph_requests import (
    drive_root_address,
    item_address,
    read_page,
    token_header,
)
from apps.documents.sources.stores.select_stored_files import CHOICES, LONGEST_ADDRESS, stored_file_entry
from apps.text.numbers.parse_date import parse_date

MOST_PAGES, LONGEST_ID = 100_000, 500
DAY = 86_400.0
KINDS = ("root", "folder", "file", "deleted")
LONGEST = {
    "name": 400, "cTag": 300, "eTag": 300, "webUrl": LONGEST_ADDRESS, "lastModifiedDateTime": 40,
    "@microsoft.graph.sharedChanged": 5,
}  # fmt: skip
"""Characters of each field that is read."""
Folders = dict[str, tuple[str, str]]
"""By their ids: name, and id of the folder they lie in. Graph does not tell the paths of what changed."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Items by their ids, as they are after the last change, and where to ask for the next ones."""

    items: dict[str, dict[str, Any]]
    next: str


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when the list is cut or goes round in a circle, FetchError."""
    link, folders, listed = parse_cursor(asking.cursor if goes_by_changes(asking) else "")
    if asking.options["readers_from_permissions"] and time.time() - listed > DAY:
        link = ""
    changes = read_changes(link, asking) if link else None
    if changes is not None and concern_contents(changes, folders):
        changes = None
    if changes is None:
        link, folders, listed = "", {}, time.time()
        changes = read_changes(f"{drive_root_address(asking)}/delta", asking)
    if changes is None:
        raise SourceError(_("There is no library at '%(location)s'.") % {"location": asking.location[:300]})
    update_folders(changes, folders)
    for identity, item in changes.items.items():
        yield from entries_of_item(identity, item, folders, asking)
    yield ListingEnd(json.dumps({"link": changes.next, "folders": folders, "listed": listed}), partial=bool(link))


def goes_by_changes(asking: SourceAccess) -> bool:
    options = asking.options
    return not options["readers_from_permissions"] or bool(options["permissions_in_changes"])


def concern_contents(changes: Changes, folders: Folders) -> bool:
    """Whether a folder has another place, name or permissions, or is gone: what lies in it is not named with it."""
    return any(
        is_shared_anew(item) or (identity in folders and folder_name_and_parent(item) != folders[identity])
        for identity, item in changes.items.items()
    )


def is_shared_anew(item: Mapping[str, object]) -> bool:
    """A folder whose permissions have changed."""
    said = str(item.get("@microsoft.graph.sharedChanged", "")).lower()
    return said == "true" and ("folder" in item or "root" in item)


def parse_cursor(cursor: str) -> tuple[str, Folders, float]:
    """Returns where the last run ended, the folders it knew, and when all was listed (seconds since 1970)."""
    return read_cursor(cursor, parse_last_run) or ("", {}, 0.0)


def parse_last_run(said: Any) -> tuple[str, Folders, float]:
    folders = {identity: (name, parent) for identity, (name, parent) in said["folders"].items()}
    return str(said["link"]), folders, float(said.get("listed", 0))


def read_changes(address: str, asking: SourceAccess) -> Changes | None:
    """All pages; None when the server no longer knows this place (410) and wants everything to be read again."""
    items: dict[str, dict[str, Any]] = {}
    asked: set[str] = set()
    while len(asked) < MOST_PAGES and address not in asked:
        asked.add(address)
        try:
            reply = read_page(address, asking)
        except FetchError as error:
            if error.reason_code == "source_gone":
                return None
            raise
        # An item may come more than once; the last time counts.
        named = (item for item in reply["value"] if isinstance(item, dict) and item.get("id"))
        items |= {str(item["id"])[:LONGEST_ADDRESS]: needed_fields(item) for item in named}
        if len(items) > MOST_ENTRIES:
            raise SourceError(
                _("The list names more than %(most)d documents, divide the source.") % {"most": MOST_ENTRIES}
            )
        if end := clean_text(reply.get("@odata.deltaLink"), 10_000):
            return Changes(items, end)
        address = clean_text(reply.get("@odata.nextLink"), 10_000)
        if not address:
            raise SourceError(_("The list of the library is cut: its last page names neither a next page nor an end."))
    raise SourceError(_("The list of the library goes round in a circle."))


def needed_fields(item: Mapping[str, object]) -> dict[str, Any]:
    """What is read of an item: a library with all that is said of each would fill the memory."""
    said: dict[str, Any] = {name: True for name in KINDS if name in item}
    said |= {name: clean_text(item.get(name), longest) for name, longest in LONGEST.items() if item.get(name)}
    size = item.get("size")
    return said | {"parent": parent_id(item), "size": size if isinstance(size, int) else 0}


def update_folders(changes: Changes, folders: Folders) -> None:
    for identity, item in changes.items.items():
        if folder := folder_name_and_parent(item):
            folders[identity] = folder
        elif "deleted" in item:
            folders.pop(identity, None)


def folder_name_and_parent(item: Mapping[str, object]) -> tuple[str, str] | None:
    """Its name and where it lies; None for a file, and for what is gone. The root has neither."""
    if "root" in item:
        return "", ""
    if "deleted" in item or "folder" not in item:
        return None
    return str(item.get("name", "")), str(item["parent"])


def parent_id(item: Mapping[str, object]) -> str:
    parent = item.get("parentReference")
    return clean_text(parent.get("id"), 200) if isinstance(parent, dict) else ""


def entries_of_item(identity: str, item: dict[str, Any], folders: Folders, asking: SourceAccess) -> Iterator[Entry]:
    """A file that is no longer wanted, because it was moved, is gone like a deleted one."""
    if "deleted" in item:
        yield DeletedBundle(identity[:200])
        return
    if "file" not in item:
        return
    yield RestatedBundle(identity[:200])
    path = folder_path(str(item["parent"]), folders) + str(item.get("name", ""))
    if not is_wanted(path, asking.options):
        return
    if len(identity) > LONGEST_ID:
        yield SkippedRecord(identity[:LONGEST_ID], _("it has no 'id' of at most 500 characters"))
        return
    address = f"{item_address(identity, asking)}/content"
    found = stored_file_entry(
        path, address, size=item["size"], version=item.get("cTag") or item.get("eTag", ""), url=web_page_address(item),
        date=parse_date(item.get("lastModifiedDateTime", "")[:10]), metadata={"path": path},
    )  # fmt: skip
    if isinstance(found, SkippedRecord):
        # Its id is not the path by which it is named.
        yield replace(found, bundle=identity[:200])
    if not isinstance(found, ListedDocument):
        return
    readers = item_readers(identity, asking) if asking.options["readers_from_permissions"] else None
    yield replace(found, external_id=identity, bundle=identity[:200], readers=readers)


def folder_path(folder: str, folders: Folders) -> str:
    """Joins the folders, a slash after each; `seen` because nobody promises that they are no circle."""
    names: list[str] = []
    seen: set[str] = set()
    while folder in folders and folder not in seen:
        seen.add(folder)
        name, folder = folders[folder]
        names.append(f"{name}/" if name else "")
    return "".join(reversed(names))


def web_page_address(item: Mapping[str, object]) -> str:
    url = str(item.get("webUrl", ""))
    return url if url.startswith("https://") else ""


def fetch_file(asking: SourceAccess, address: str, etag: str, modified: str) -> Fetched | NotModified:
    return asking.get_file(address, headers=token_header(asking), etag=etag, modified=modified)


CONNECTOR = Connector(
    "graph",
    entries,
    {
        "tenant": "", "client_id": "", "secret_variable": "", "login": "https://login.microsoftonline.com",
        **CHOICES, "readers_from_permissions": False, "permissions_in_changes": False,
        "full_list_days": 30, "recheck_files": False,
    },
    fetch_file=fetch_file,
    holds_pages=True,
)  # fmt: skip
