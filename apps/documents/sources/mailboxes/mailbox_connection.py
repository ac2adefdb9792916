"""Connects to one folder of a mail server, over a socket to the address that was checked, always encrypted.

Python's imaplib speaks the protocol. Nothing is changed at the server: the folder is opened for reading (EXAMINE), and
mails are read without being marked as read (BODY.PEEK).
"""

import imaplib
import re
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.fetching.fetch_limits import LISTING_LIMITS
from apps.documents.fetching.parse_url import Address
from apps.documents.parsing.limits import ParseLimits
from apps.documents.sources.connectors.connector import Connect, WatchedLine
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.mailboxes.mailbox_address import MailboxAddress

BEYOND_ASCII = re.compile(r"[^ -~]+")
UID_OF, SIZE_OF = re.compile(rb"UID (\d{1,10})\b"), re.compile(rb"RFC822\.SIZE (\d{1,12})\b")
ASKED_TOGETHER = 500
LONGEST_ANSWER = ParseLimits().size + 2**20
"""Bytes of all that a server says to one command."""
WEIGHT_OF_LINE = 100
"""Bytes that a line takes in memory beside its own."""


@dataclass(frozen=True, slots=True)
class FolderState:
    """Changes whenever a mail comes, goes or is marked; without `modseq` (CONDSTORE) not by marks alone."""

    validity: int
    next_uid: int
    modseq: int
    count: int


class CheckedImap(imaplib.IMAP4):
    """Over a socket that is connected already, with a bound to what the server says to each command."""

    def __init__(self, server: Address, connected: socket.socket) -> None:
        self.connected = connected
        self.received = 0
        self._left = LONGEST_ANSWER
        super().__init__(server.host, server.port)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        return self.connected

    def read(self, size: int) -> bytes:
        """The server says beforehand how much comes. Raises IMAP4.abort."""
        if size > LONGEST_ANSWER:
            raise self.abort(f"{size} bytes announced")
        self._count(size)
        return super().read(size)

    def readline(self) -> bytes:
        """Raises IMAP4.abort, also for an answer of short lines without end."""
        line = super().readline()
        self._count(len(line) + WEIGHT_OF_LINE)
        return line

    def send(self, data: Any) -> None:
        """A new command: what was said to the one before, and nobody asked for, is forgotten."""
        self._left = LONGEST_ANSWER
        self.untagged_responses.clear()
        super().send(data)

    def _count(self, size: int) -> None:
        self.received += size
        self._left -= size
        if self._left < 0:
            raise self.abort(f"more than {LONGEST_ANSWER // 2**20} MiB in one answer")


class TlsContext:
    """What imaplib asks for encryption, as it would ask Python's own context."""

    def __init__(self, line: WatchedLine) -> None:
        self.line = line

    def wrap_socket(self, connected: socket.socket, server_hostname: str) -> ssl.SSLSocket:
        return self.line.encrypted(connected)


@contextmanager
def open_folder(address: MailboxAddress, connect: Connect, user: str, password: str) -> "Iterator[Folder]":
    """Signed in, with the folder open for reading. Network. Raises SourceError, FetchError, also out of the block."""
    line: WatchedLine | None = None
    try:
        with connect(address.server) as line:
            secure = line.encrypted(line.connected) if address.begins_encrypted else line.connected
            client = CheckedImap(address.server, secure)
            if not address.begins_encrypted:
                client.starttls(cast(ssl.SSLContext, TlsContext(line)))
            with client.sock:
                sign_in(client, user, password)
                yield Folder(client, address.folder, line.ends)
                with suppress(imaplib.IMAP4.error, OSError):
                    client.logout()
    except (TimeoutError, imaplib.IMAP4.error, OSError, EOFError, ValueError) as error:
        raise connection_failure(error, address.server, line) from error


def connection_failure(error: Exception, server: Address, line: WatchedLine | None) -> FetchError | SourceError:
    """What was cut at the deadline may look like any other error."""
    was_cut = line is not None and line.has_ended()
    if was_cut or isinstance(error, TimeoutError):
        limits = LISTING_LIMITS.total if was_cut else LISTING_LIMITS.read
        return FetchError("download_timeout", address=server.netloc, seconds=int(limits))
    if isinstance(error, imaplib.IMAP4.abort | OSError | EOFError):
        return FetchError("download_failed", address=server.netloc, error=server_message(error))
    return SourceError(_("The mail server answered: %(error)s") % {"error": server_message(error)})


def sign_in(client: imaplib.IMAP4, user: str, password: str) -> None:
    """RFC 4616: unlike LOGIN it takes every character. Raises SourceError, IMAP4.error."""
    try:
        client.authenticate("PLAIN", lambda _challenge: f"\0{user}\0{password}".encode())
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        raise SourceError(
            _("The mail server does not accept user and password: %(error)s") % {"error": server_message(error)}
        ) from error


def server_message(error: BaseException) -> str:
    """What a server said, in one short line."""
    first = error.args[0] if error.args else type(error).__name__
    text = first.decode("utf-8", "replace") if isinstance(first, bytes) else str(error)
    return " ".join(text.split())[:200]


class Folder:
    """An open folder. Every method asks the server; raises IMAP4.error, OSError, ValueError."""

    def __init__(self, client: CheckedImap, name: str, ends: float) -> None:
        self.client = client
        self.ends = ends
        # Asked again: most servers tell who has not signed in of less.
        has_change_numbers = b"CONDSTORE" in b" ".join(client.capability()[1]).upper()
        self.answer(
            *client.select(f'"{modified_utf7(name)}"' + (" (CONDSTORE)" if has_change_numbers else ""), readonly=True)
        )
        self.state = FolderState(*(self.number(fact) for fact in ("UIDVALIDITY", "UIDNEXT", "HIGHESTMODSEQ", "EXISTS")))
        if not self.state.validity:
            raise ValueError("no UIDVALIDITY")

    def answer(self, status: str, data: Sequence[Any]) -> Sequence[Any]:
        if status != "OK":
            raise imaplib.IMAP4.error(data[0] if data else status)
        return data

    def number(self, fact: str) -> int:
        told = self.client.untagged_responses.get(fact, [])[-1:]
        return int(told[0]) if told and isinstance(told[0], bytes) else 0

    def undeleted(self) -> set[int]:
        """The numbers of all mails but those that are marked as deleted.

        Raises SourceError where mails are neither in this list nor marked: what it leaves out would be withdrawn.
        """
        undeleted, removed = self.found("UNDELETED")
        if len(undeleted) + removed < self.state.count:
            marked, removed_later = self.found("DELETED")
            named = len(undeleted | marked) + removed + removed_later
            if named < self.state.count:
                raise SourceError(
                    _("The folder holds %(count)d mails, but the mail server named only %(named)d of them.")
                    % {"count": self.state.count, "named": named}
                )
        return undeleted

    def found(self, condition: str) -> tuple[set[int], int]:
        """Numbers of mails, and how many the server says were removed meanwhile."""
        data = self.answer(*self.client.uid("SEARCH", condition))
        removed = len(self.client.untagged_responses.get("EXPUNGE", []))
        return {int(number) for number in b" ".join(line for line in data if line).split()}, removed

    def sizes(self, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Number and bytes of each that still exists."""
        for first in range(0, len(numbers), ASKED_TOGETHER):
            asked = ",".join(map(str, numbers[first : first + ASKED_TOGETHER]))
            for line in self.answer(*self.client.uid("FETCH", asked, "(UID RFC822.SIZE)")):
                if isinstance(line, bytes) and (uid := UID_OF.search(line)) and (size := SIZE_OF.search(line)):
                    yield int(uid[1]), int(size[1])

    def mail(self, number: int) -> bytes:
        """The whole mail; empty when it has gone meanwhile."""
        for part in self.answer(*self.client.uid("FETCH", str(number), "(UID BODY.PEEK[])")):
            if isinstance(part, tuple) and len(part) > 1 and isinstance(part[1], bytes):
                return part[1]
        return b""


def modified_utf7(name: str) -> str:
    """A folder's name in modified UTF-7 (RFC 3501, section 5.1.3), ready to stand between quotes."""

    def shifted(found: re.Match[str]) -> str:
        return "&" + b64encode(found[0].encode("utf-16-be")).decode().rstrip("=").replace("/", ",") + "-"

    return BEYOND_ASCII.sub(shifted, name.replace("&", "&-")).replace("\\", "\\\\").replace('"', '\\"')
