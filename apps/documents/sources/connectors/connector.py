"""The interface of connectors: how a kind of source lists its documents, deletions and unreadable records."""

import datetime
import json
import socket
import ssl
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Any, Final, Protocol, TypeAlias

from apps.documents.fetching import Fetched, NotModified
from apps.documents.fetching.parse_url import Address
from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts
from apps.documents.sources.connectors.source_item import Item, NamedReaders

MOST_ENTRIES = 1_000_000
"""Of one list. What names more is no list of documents, and would fill memory and disk before it ends."""


class Unrestricted(Enum):
    """A type for one value."""

    ALL = "all"


ALL_READERS: Final = Unrestricted.ALL
"""The source says that it restricts nothing: whoever reads the collection."""


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """One document as its source names it: `address` or `path` says where its file is, or `data` is its content."""

    external_id: str
    title: str = ""
    address: str = ""
    path: str = ""
    data: bytes = b""
    size: int = 0
    """Bytes of the content, when it comes with the list."""
    file_name: str = ""
    media_type: str = ""
    url: str = ""
    date: datetime.date | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    facts: DocumentFacts = field(default_factory=DocumentFacts)
    bundle: str = ""
    """What the source deletes together, such as all papers of one process."""
    container: str = ""
    """The file in which it stands beside others, as a bundle; no part of the checksum."""
    version: str = ""
    """Something that changes when the file does, if the source says it, such as the time of its last change."""
    readers: NamedReaders | Unrestricted | None = None
    """Those who alone may read it. None: the source says nothing of readers."""
    may_have_changed: bool = False
    """The list does not say when files change, so the file is requested again."""

    @property
    def checksum(self) -> str:
        """Changes when the source says anything else of the document than before. The content is not in it."""
        facts_to_hash: list[object] = [
            self.title, self.address, self.url, str(self.date), self.bundle, self.version, self.metadata,
            self.facts.as_columns(),
        ]  # fmt: skip
        # Only where there are any, so that the checksums of all others stay as they are stored.
        if isinstance(self.readers, NamedReaders):
            facts_to_hash.append(sorted(self.readers.groups))
            if self.readers.people:
                facts_to_hash.append([list(name) for name in sorted(self.readers.people)])
        return sha256(json.dumps(facts_to_hash, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class DeletedBundle:
    """The source says that everything of this bundle is gone."""

    bundle: str


@dataclass(frozen=True, slots=True)
class RestatedBundle:
    """A list of changes names all that this bundle has; what it had before and is not named with it is gone."""

    bundle: str


@dataclass(frozen=True, slots=True)
class SkippedRecord:
    """A record that is no document; it does not stop the others."""

    where: str
    problem: str
    bundle: str = ""
    """What may be hidden behind it: everything that was listed under this bundle or container stays."""
    is_folder: bool = False
    """Everything whose path leads through it stays."""


@dataclass(frozen=True, slots=True)
class ListingEnd:
    """Yielded last: where the next run continues, and whether this list named everything or only changes."""

    cursor: str
    partial: bool
    """What a partial list does not name is as it was."""
    goes_on: bool = False
    """Whether the list was too long for one run: the next one takes up its cursor, also of what was to be complete."""


Entry: TypeAlias = ListedDocument | DeletedBundle | RestatedBundle | SkippedRecord | ListingEnd


class Get(Protocol):
    """A request that is answered with content; `form` is posted. Raises FetchError."""

    def __call__(
        self,
        url: str,
        *,
        form: Mapping[str, str] | None = None,
        method: str = "",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Fetched: ...


class GetFile(Protocol):
    """A request for a file that is NotModified where ETag and time are still those of the one we have.

    Raises FetchError.
    """

    def __call__(
        self, url: str, *, headers: Mapping[str, str] | None = None, etag: str = "", modified: str = ""
    ) -> Fetched | NotModified: ...


@dataclass(frozen=True, slots=True)
class WatchedLine:
    """A connection that is closed at its deadline, however slowly the other side keeps sending."""

    connected: socket.socket
    encrypted: Callable[[socket.socket], ssl.SSLSocket]
    """Takes over the socket, with the certificate checked; the deadline holds for the handshake. Raises OSError."""
    has_ended: Callable[[], bool]
    """Whether it was cut."""
    ends: float
    """Monotonic seconds."""


Connect: TypeAlias = Callable[[Address], AbstractContextManager[WatchedLine]]


@dataclass(frozen=True, slots=True)
class SourceAccess:
    """What a kind of source works with."""

    location: str
    options: Mapping[str, Any]
    get: Get
    get_changed: Callable[[str], Fetched | NotModified]
    """For the list itself: NotModified when it is the one that was read last time. Raises FetchError."""
    get_file: GetFile
    secret: Callable[[str, str], str]
    """The secret in a variable, for an address. Raises SourceError when it is not meant for that."""
    connect: Connect
    """A connection to a host and port, for protocols other than HTTP; checked as requests are. Raises FetchError,
    OSError."""
    listed_under: Callable[[str], str] = lambda _external_id: ""
    """The bundle that a document of this source is listed under now; empty when there is none. Asks the database."""
    bundles: Callable[[], set[str]] = set
    """The bundles under which documents of this source are listed now. Asks the database."""
    cursor: str = ""
    """What the last list left with its ListingEnd; empty when everything has to be listed."""
    memory: dict[str, Any] = field(default_factory=dict)
    """What a connector keeps while it lists, or while it fetches, such as a token."""


def basic_authorization(user: str, password: str) -> dict[str, str]:
    """Returns the header of user and password (RFC 7617)."""
    return {"Authorization": "Basic " + b64encode(f"{user}:{password}".encode()).decode()}


class ListingUnchanged(Exception):  # noqa: N818 - good news
    """The source's list is the one that was read last time."""


@dataclass(frozen=True, slots=True)
class Connector:
    """A kind of source. `entries` reads lazily.

    It raises SourceError or FetchError when the list cannot be read to its end, and ListingUnchanged.
    """

    slug: str
    entries: Callable[[SourceAccess], Iterator[Entry]]
    options: Mapping[str, Any]
    """Every option with its default; the type of the default is the type of the option."""
    is_folder: bool = False
    rechecks: bool = False
    """Whether files are asked for again in every run, because the list does not say when they change."""
    schemes: tuple[str, ...] = ("http://", "https://")
    """How the addresses of this kind begin."""
    may_be_file: bool = False
    """Whether the location may be a file of this machine."""
    prepare: Callable[[Item], Item] | None = None
    """What is stored of a file that was fetched; without it the file, and a web page in its place is an error."""
    fetch_file: "Callable[[SourceAccess, str, str, str], Fetched | NotModified] | None" = None
    """How a file is fetched from its address, given the ETag and time of the one we have. Called in threads.

    Without it by a plain request. Raises FetchError, SourceError.
    """
    holds_pages: bool = False
    """Whether files with the name of a web page are such."""
    still_has: "Callable[[SourceAccess, Mapping[str, str]], set[str]] | None" = None
    """Which documents the source has although its complete list left them out; their addresses by their ids.

    For lists that go by offset and name no total: a page that is deleted while they are read moves another one over the
    edge of a part that was read already. Raises SourceError, FetchError.
    """
