"""Lists one mail as documents: the mail itself, and each readable file attached to it."""

import re
from collections.abc import Iterator
from datetime import datetime
from email.errors import MessageError
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from hashlib import sha256

from apps.documents.parsing.formats.office_types import EML
from apps.documents.sources.connectors.connector import Entry, ListedDocument, SkippedRecord
from apps.documents.sources.connectors.enclosed_items import with_enclosed
from apps.documents.sources.connectors.source_item import Item
from apps.documents.status_messages import sentence

MESSAGE_ID = re.compile(r"<([!-;=?-~]{3,200})>")


def entries_of_mail(data: bytes, bundle: str, *, attachments: bool) -> Iterator[Entry]:
    """Of one whole mail; `bundle` is what is deleted together."""
    head = headers(data)
    item = Item(
        identity(head, data),
        "mail.eml",
        data,
        EML,
        date=(sent := sent_at(head)) and sent.date(),
        metadata={"sent": sent.isoformat()} if sent else {},
    )
    for each in with_enclosed(item) if attachments else [item]:
        yield listed(each, bundle)


def listed(item: Item, bundle: str) -> Entry:
    if item.reason_code:
        return SkippedRecord(item.external_id, sentence(item.reason_code, item.reason_detail))
    return ListedDocument(
        item.external_id, data=item.data, size=len(item.data), file_name=item.file_name, media_type=item.media_type,
        date=item.date, metadata=item.metadata, bundle=bundle, version=sha256(item.data).hexdigest(),
    )  # fmt: skip


def headers(data: bytes) -> Message:
    try:
        return BytesHeaderParser().parsebytes(data)
    except (MessageError, ValueError, LookupError):
        return Message()


def identity(head: Message, data: bytes) -> str:
    """The mail's Message-ID (RFC 5322), which stays when a server renumbers its folders; without one, a hash of its
    content."""
    found = MESSAGE_ID.search(str(head.get("Message-ID", "")))
    return found[1] if found else sha256(data).hexdigest()


def sent_at(head: Message) -> datetime | None:
    """None when it is missing or no date."""
    try:
        return parsedate_to_datetime(str(head.get("Date", "")))
    except (ValueError, TypeError, OverflowError):
        return None
