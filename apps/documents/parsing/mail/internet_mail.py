"""Internet messages, one (.eml) or many in a file (.mbox), by Python's own parser."""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import Message
from email.utils import parsedate_to_datetime

from apps.documents.parsing.mail.mail_message import Mail
from apps.documents.parsing.types import FailureReason, ParseFailure

LABELS = (("From", "Von"), ("To", "An"), ("Cc", "Kopie"), ("Date", "Datum"))
BROKEN = (MessageError, RecursionError, ValueError, LookupError, AttributeError, TypeError)
"""What Python's parser raises for mails that no mail program would write."""
MOST_PARTS, DEEPEST = 1_000, 60
BEGIN = re.compile(rb"^From \S+ [^\n]*\d\d:\d\d[^\n]*\n", re.M)
"""The line before each mail of a mailbox: who sent it, and when."""


def read_mail(data: bytes) -> Mail:
    """Raises ParseFailure (damaged)."""
    try:
        message = message_from_bytes(as_bytes_of_ascii(data), policy=policy.default)
        return mail_of(message, 0)
    except BROKEN as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The mail cannot be read: {error}") from error


def read_mailbox(data: bytes) -> Iterator[Mail]:
    """Its mails in their order. Raises ParseFailure (damaged)."""
    begun = list(BEGIN.finditer(data))
    ends = [*(match.start() for match in begun[1:]), len(data)]
    for match, end in zip(begun, ends, strict=False):
        yield read_mail(data[match.end() : end])


def as_bytes_of_ascii(data: bytes) -> bytes:
    """Some programs store the whole message in UTF-16."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").encode()
    return data.removeprefix(b"\xef\xbb\xbf")


def mail_of(message: Message, depth: int) -> Mail:
    mail = Mail(header(message, "Subject"))
    mail.fields = [(label, value) for name, label in LABELS if (value := header(message, name))]
    add_parts(mail, message, depth)
    return mail


def add_parts(mail: Mail, message: Message, depth: int) -> None:
    waiting = [message]
    for _ in range(MOST_PARTS):
        if not waiting:
            return
        part = waiting.pop(0)
        if part.get_content_type() == "message/rfc822":
            mail.enclosed += [mail_of(each, depth + 1) for each in children(part) if depth < DEEPEST]
        elif part.is_multipart():
            waiting[:0] = children(part)
        elif name := part.get_filename():
            mail.attachments.append(name)
        elif part.get_content_type() == "text/html":
            mail.html += text_of(part)
        elif part.get_content_maintype() == "text":
            mail.plain += text_of(part)


def children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [each for each in payload if isinstance(each, Message)] if isinstance(payload, list) else []


def text_of(part: Message) -> str:
    """In its charset, or in what offices write when that is a wrong one."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    for charset in (part.get_content_charset(), "utf-8"):
        try:
            return data.decode(charset or "utf-8") + "\n"
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("cp1252", "replace") + "\n"


def header(message: Message, name: str) -> str:
    """In one line; a date as ISO 8601. Empty when it is missing or beyond reading."""
    try:
        value = " ".join(str(message.get(name, "")).split())
    except BROKEN:
        return ""
    if name != "Date" or not value:
        return value
    try:
        return parsedate_to_datetime(value).isoformat(" ")
    except ValueError:
        return value
