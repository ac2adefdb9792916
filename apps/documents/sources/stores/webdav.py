"""webdav: files of a share that speaks WebDAV (RFC 4918), such as Nextcloud, folder by folder.

A file is fetched again when its ETag says so. The password goes with every request, and only to the share itself.

With `readers_from_shares` the groups and people that Nextcloud shares a file or a folder above it with are those that
alone may read it. Nextcloud tells the shares of the account that asks; a file of which it tells none is for nobody.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from django.utils.translation import gettext as _

from apps.documents.fetching import Fetched, NotModified
from apps.documents.fetching.parse_url import parse_address
from apps.documents.parsing.formats.detect_media_type import HTML_START
from apps.documents.sources.connectors.cms_website_pages import is_wanted
from apps.documents.sources.connectors.connector import (
    Connector,
    Entry,
    SkippedRecord,
    SourceAccess,
    basic_authorization,
)
from apps.documents.sources.connectors.local_files_and_folders import printable_name
from apps.documents.sources.connectors.source_item import NamedReaders, SourceError
from apps.documents.sources.connectors.stream_xml_elements import (
    element_text,
    local_name,
    parse_whole_number,
    stream_elements_of_page,
)
from apps.documents.sources.stores.select_stored_files import (
    CHOICES,
    LONGEST_ADDRESS,
    LONGEST_PATH,
    stored_file_entry,
)

if TYPE_CHECKING:
    from lxml import etree

MOST_FOLDERS, DEEPEST = 100_000, 50
PROPFIND = (
    b'<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:" xmlns:nc="http://nextcloud.org/ns"><d:prop>'
    b"<d:resourcetype/><d:getetag/><d:getlastmodified/><d:getcontentlength/>%b</d:prop></d:propfind>"
)
SHAREES = b"<nc:sharees/>"
PERSON, GROUP = "0", "1"
"""Types of shares in Nextcloud. Links, also those sent by mail, name nobody who signs in here."""
NOBODY = NamedReaders()
ABOUT_LIST = {"Depth": "1", "Content-Type": "application/xml; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Resource:
    """A file or folder as the share names it; `path` is below the root, without slashes at its ends."""

    path: str
    address: str
    is_folder: bool
    etag: str
    modified: str
    size: int
    readers: NamedReaders = NOBODY
    """Those it is shared with."""

    @property
    def version(self) -> str:
        return self.etag or f"{self.modified} {self.size}"


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when a folder cannot be read to its end, FetchError."""
    root = normalise_address(asking.location.rstrip("/") + "/")
    shares = {root: NOBODY}
    waiting = [root]
    while waiting:
        address = waiting.pop()
        found = read_folder(address, root, asking)
        # Whoever may read a folder may read what is in it. The first one is named in no other list.
        above = shares[address] | found.pop(address).readers
        for resource in found.values():
            if not resource.is_folder:
                if is_wanted(resource.path, asking.options):
                    yield file_entry(resource, above, asking)
            elif resource.address in shares or any(part in resource.path for part in asking.options["exclude"]):
                continue
            elif len(resource.address) > LONGEST_ADDRESS:
                yield SkippedRecord(
                    printable_name(resource.path)[:LONGEST_PATH], _("its path is longer than 500 characters")
                )
            else:
                check_size(resource, len(shares))
                shares[resource.address] = above
                waiting.append(resource.address)


def file_entry(resource: Resource, above: NamedReaders, asking: SourceAccess) -> Entry:
    readers = above | resource.readers if asking.options["readers_from_shares"] else None
    return stored_file_entry(
        resource.path, resource.address, size=resource.size, version=resource.version, readers=readers
    )


def check_size(folder: Resource, number: int) -> None:
    """Raises SourceError: some servers show a folder within itself, without end."""
    if number >= MOST_FOLDERS or folder.path.count("/") >= DEEPEST:
        raise SourceError(
            _("The share has more than %(most)d folders, or more than %(deep)d within one another at '%(path)s'.")
            % {"most": MOST_FOLDERS, "deep": DEEPEST, "path": folder.path[:200]}
        )


def read_folder(address: str, root: str, asking: SourceAccess) -> dict[str, Resource]:
    """By their addresses: the folder itself and what lies in it. Raises SourceError, FetchError."""
    question = PROPFIND % (SHAREES if asking.options["readers_from_shares"] else b"")
    fetched = asking.get(address, method="PROPFIND", headers=credentials(asking) | ABOUT_LIST, body=question)
    with fetched.file:
        if HTML_START.match(fetched.file.read(2048)):
            raise SourceError(
                _("'%(address)s' answered with a web page, not a list of files. Look at address, user and password.")
                % {"address": address[:300]}
            )
        fetched.file.seek(0)
        found = [
            parse_resource(element, address, root)
            for element in stream_elements_of_page(fetched.file, "multistatus", "response")
        ]
    if not any(resource.is_folder and resource.address == address for resource in found):
        raise SourceError(_("The list of '%(address)s' does not name the folder itself.") % {"address": address[:300]})
    return {resource.address: resource for resource in found}


def parse_resource(element: "etree._Element", address: str, root: str) -> Resource:
    """Raises SourceError for one that lies elsewhere: then nothing of the list is to be trusted."""
    props = {local_name(each): each for each in found_props(element)}
    is_folder = any(local_name(each) == "collection" for each in props.get("resourcetype", ()))
    href = next((element_text(each) for each in element if local_name(each) == "href"), "")
    # Behind proxies servers give other names for themselves; the path counts.
    try:
        found = normalise_address(urljoin(address, urlsplit(href).path.rstrip("/") + ("/" if is_folder else "")))
    except ValueError:
        found = ""
    if not found.startswith(root):
        raise SourceError(
            _("The list of '%(address)s' names '%(href)s', which lies elsewhere.")
            % {"address": address[:300], "href": href[:300]}
        )
    said = {name: element_text(each) for name, each in props.items()}
    return Resource(
        unquote(found.removeprefix(root)).strip("/"), found, is_folder, said.get("getetag", "")[:300],
        said.get("getlastmodified", "")[:100], parse_whole_number(said.get("getcontentlength", "")),
        readers_of_sharees(props.get("sharees", ())),
    )  # fmt: skip


def readers_of_sharees(sharees: "Iterable[etree._Element]") -> NamedReaders:
    """The groups and people among those that something is shared with, by the names that Nextcloud knows them by."""
    said = [{local_name(each): element_text(each) for each in sharee} for sharee in sharees]
    groups, people = (
        {name for one in said if one.get("type") == kind and (name := one.get("id"))} for kind in (GROUP, PERSON)
    )
    return NamedReaders(frozenset(groups), frozenset((name,) for name in people))


def normalise_address(address: str) -> str:
    """One spelling for each: servers differ in what they escape. Raises FetchError, ValueError.

    One that is too long to be asked stays as it is: it does not stop the others.
    """
    parts = urlsplit(address)
    found = urlunsplit(parts._replace(path=quote(unquote(parts.path))))
    return found if len(found) > LONGEST_ADDRESS else str(parse_address(found))


def found_props(element: "etree._Element") -> Iterator["etree._Element"]:
    """Yields the properties that the server knows: the others come in a block with the status 404."""
    for block in element:
        if local_name(block) == "propstat":
            status = next((element_text(each) for each in block if local_name(each) == "status"), "")
            props = next((each for each in block if local_name(each) == "prop"), None)
            if " 200" in status and props is not None:
                yield from props


def credentials(asking: SourceAccess) -> dict[str, str]:
    """Raises SourceError."""
    user, variable = asking.options["user"], asking.options["password_variable"]
    if not user and not variable:
        return {}
    password = asking.secret(variable, asking.location)
    return basic_authorization(user, password)


def fetch_file(asking: SourceAccess, address: str, etag: str, modified: str) -> Fetched | NotModified:
    return asking.get_file(address, headers=credentials(asking), etag=etag, modified=modified)


CONNECTOR = Connector(
    "webdav",
    entries,
    {"user": "", "password_variable": "", **CHOICES, "readers_from_shares": False, "recheck_files": False},
    fetch_file=fetch_file,
    holds_pages=True,
)
