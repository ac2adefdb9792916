"""Lists one mail as documents: the mail itself, and each readable file attached to it."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from email.errors import MessageError
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from hashlib import sha256
from itertools import count

from apps.documents.parsing.formats.office_and_picture_media_types import EML
from apps.documents.sources.connectors.connector import Entry, ListedDocument, SkippedRecord
from apps.documents.sources.connectors.expand_enclosed_items import expand_enclosed_items
from apps.documents.sources.connectors.source_item import Item
from apps.documents.status_messages import status_sentence

MESSAGE_ID = re.compile(r"<([!-;=?-~]{3,200})>")


@dataclass(frozen=True, slots=True)
class MailNames:
    """Which mail has which name: anybody may send a mail with the Message-ID of another one, and lists send copies.

    The mail that has a name keeps it as long as it is in the folder, so that no other takes its place, and takes it
    along when it is deleted.
    """

    listed_under: Callable[[str], str]
    """The bundle of the document with this id; empty when there is none. Asks the database."""
    living: frozenset[str]
    """Bundles of all mails of the folder."""
    given: set[str] = field(default_factory=set)
    """In this list."""

    def free(self, names: Iterable[str], bundle: str) -> str:
        """The first name that no other mail has."""
        found = next(name for name in names if self._is_free(name, bundle))
        self.given.add(found)
        return found

    def _is_free(self, name: str, bundle: str) -> bool:
        if name in self.given:
            return False
        holder = self.listed_under(name)
        return holder == bundle or holder not in self.living


def entries_of_mail(data: bytes, bundle: str, names: MailNames, *, attachments: bool) -> Iterator[Entry]:
    """Yields a whole mail and its attachments, if wanted; `bundle` is what is deleted together."""
    head = parse_headers(data)
    item = Item(
        names.free(possible_names(head, data), bundle),
        "mail.eml",
        data,
        EML,
        date=(sent := sent_at(head)) and sent.date(),
        metadata={"sent": sent.isoformat()} if sent else {},
    )
    for each in expand_enclosed_items(item) if attachments else [item]:
        yield entry_of_mail_item(each, bundle)


def entry_of_mail_item(item: Item, bundle: str) -> Entry:
    if item.reason_code:
        return SkippedRecord(item.external_id, status_sentence(item.reason_code, item.reason_detail))
    return ListedDocument(
        item.external_id, data=item.data, size=len(item.data), file_name=item.file_name, media_type=item.media_type,
        date=item.date, metadata=item.metadata, bundle=bundle, version=sha256(item.data).hexdigest(),
    )  # fmt: skip


def parse_headers(data: bytes) -> Message:
    try:
        return BytesHeaderParser().parsebytes(data)
    except (MessageError, ValueError, LookupError):
        return Message()


def possible_names(head: Message, data: bytes) -> Iterator[str]:
    """The mail's Message-ID (RFC 5322), which stays when a server renumbers its folders; without one, or where it is
    another mail's, a hash of its content, of copies with a number."""
    if found := MESSAGE_ID.search(str(head.get("Message-ID", ""))):
        yield found[1]
    content = sha256(data).hexdigest()
    yield content
    yield from (f"{content}-{number}" for number in count(2))


def sent_at(head: Message) -> datetime | None:
    """None when it is missing or no date."""
    try:
        return parsedate_to_datetime(str(head.get("Date", "")))
    except (ValueError, TypeError, OverflowError):
        return None
