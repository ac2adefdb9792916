"""Internet messages, one (.eml) or many in a file (.mbox), by Python's own parser."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.utils import parsedate_to_datetime

from apps.documents.parsing.mail.bounded_headers import BOUNDED_POLICY
from apps.documents.parsing.mail.calendar_entries import render_calendar_entries
from apps.documents.parsing.mail.decode_part_text import bytes_of_part, text_of_part
from apps.documents.parsing.mail.detect_encrypted_openpgp_messages import cut_out_encrypted
from apps.documents.parsing.mail.parsed_mail_message import Mail, MailBody
from apps.documents.parsing.mail.select_attached_files import is_attached_file
from apps.documents.parsing.mail.unwrap_tnef_and_signed_parts import (
    part_encryption_standard,
    readable_parts_beside,
    unwrap_part,
)
from apps.documents.parsing.types import FailureReason, ParseFailure

LABELS = (("From", "Von"), ("To", "An"), ("Cc", "Kopie"), ("Date", "Datum"))
BROKEN = (MessageError, RecursionError, ValueError, LookupError, AttributeError, TypeError, OverflowError)
"""What Python's parser raises for mails that no mail program would write."""
MOST_PARTS, DEEPEST = 1_000, 60
BEGIN = re.compile(rb"^From (?:\"[^\"\n]{1,200}\"|\S+) (?=[^\n]*\d\d:\d\d)[^\n]*+\n", re.M)
"""The line before each mail of a mailbox: who sent it, and when."""
END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
IN_LETTERS = ("", "7bit", "8bit", "binary")
"""Transfer encodings that leave what is enclosed as it is."""
PLAIN_MARKUP = re.compile(r"</?(?:html|head|meta|body|pre|div|p|br|span|font|tt)\b[^<>]*>|&nbsp;", re.IGNORECASE)
SERVER_REPORTS = frozenset({"message/delivery-status", "message/disposition-notification"})


def read_mail(data: bytes) -> Mail:
    """Raises ParseFailure (damaged)."""
    try:
        return build_mail(parse_mail_message(data), 0)
    except BROKEN as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The mail cannot be read: {error}") from error


def read_mailbox(data: bytes) -> Iterator[Mail]:
    """Yields its mails in their order; one that is damaged costs no other."""
    for each in mails_in_mailbox(data):
        try:
            yield read_mail(each)
        except ParseFailure:
            yield Mail(is_damaged=True)


def mails_in_mailbox(data: bytes) -> Iterator[bytes]:
    begun = list(BEGIN.finditer(data))
    ends = [*(match.start() for match in begun[1:]), len(data)]
    for match, end in zip(begun, ends, strict=False):
        yield data[match.end() : end]


def parse_mail_message(data: bytes) -> Message:
    """Raises one of BROKEN."""
    return message_from_bytes(convert_header_to_utf8(convert_utf16_to_utf8(data)), policy=BOUNDED_POLICY)


def convert_utf16_to_utf8(data: bytes) -> bytes:
    """Some programs store the whole message in UTF-16."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace").encode()
    return data.removeprefix(b"\xef\xbb\xbf")


def convert_header_to_utf8(data: bytes) -> bytes:
    """Python takes bytes of a head that are no ASCII for UTF-8; old programs write the code page of Windows there."""
    found = END_OF_HEAD.search(data)
    head = data[: found.start()] if found else data
    try:
        head.decode()
    except UnicodeDecodeError:
        return head.decode("cp1252", "replace").encode() + data[len(head) :]
    return data


def build_mail(message: Message, depth: int) -> Mail:
    mail = Mail(header_text(message, "Subject"))
    mail.fields = [(label, value) for name, label in LABELS if (value := header_text(message, name))]
    add_message_parts(mail, message, depth)
    return mail


def add_message_parts(mail: Mail, message: Message, depth: int) -> None:
    waiting: list[tuple[Message, MailBody | None]] = [(message, None)]
    named: list[Message] = []
    for _ in range(MOST_PARTS):
        if not waiting:
            break
        part, versions = waiting.pop(0)
        kind = part.get_content_type()
        if kind == "message/rfc822":
            mail.enclosed += [build_mail(each, depth + 1) for each in child_parts(part) if depth < DEEPEST]
        elif kind in SERVER_REPORTS:
            mail.bodies.append(MailBody(report_text(part)))
        elif method := part_encryption_standard(part):
            mail.add_encryption(method)
            waiting[:0] = [(each, None) for each in readable_parts_beside(part)]
        elif part.is_multipart():
            shared = alternative_body(mail, kind, versions)
            waiting[:0] = [(child, shared) for child in child_parts(part)]
        elif inner := unwrap_part(part):
            waiting[:0] = [(child, None) for child in inner]
        elif name := part.get_filename():
            mail.attachments.append(name)
            mail.files += is_attached_file(part)
            named.append(part)
        else:
            add_text(mail, part, versions)
    mail.files += sum(is_attached_file(part) for part, _ in waiting)
    if not mail.has_text:
        add_shown_attachments(mail, named)


def alternative_body(mail: Mail, kind: str, around: MailBody | None) -> MailBody | None:
    """The body that all parts of a "multipart/alternative" say, each in its form; None where each says its own."""
    if kind == "multipart/alternative" and around is None:
        mail.bodies.append(MailBody())
        return mail.bodies[-1]
    return around


def add_text(mail: Mail, part: Message, versions: MailBody | None) -> None:
    """A part of several parts whose borders cannot be found is one text."""
    kind = part.get_content_type()
    if kind == "text/calendar":
        mail.bodies.append(MailBody(render_calendar_entries(text_of_part(part))))
        return
    if versions is None:
        versions = MailBody()
        mail.bodies.append(versions)
    if kind == "text/html":
        versions.html += readable_text(mail, text_of_part(part), is_html=True)
    elif part.get_content_maintype() in ("text", "multipart"):
        versions.plain += readable_text(mail, text_of_part(part))


def readable_text(mail: Mail, text: str, *, is_html: bool = False) -> str:
    """The text without what OpenPGP encrypts in it; the mail learns of that. Empty where only markup is left."""
    kept, has_encrypted = cut_out_encrypted(text)
    if not has_encrypted:
        return text
    mail.add_encryption("OpenPGP")
    return kept if not is_html or PLAIN_MARKUP.sub("", kept).strip() else ""


def add_shown_attachments(mail: Mail, named: list[Message]) -> None:
    """Adds named text parts to a mail without any other text: some programs give the text itself a name."""
    for part in named:
        if part.get_content_maintype() == "text" and part.get_content_disposition() != "attachment":
            add_text(mail, part, None)


def report_text(part: Message) -> str:
    """The fields of a report, such as why a mail did not arrive."""
    lines = (f"{name}: {' '.join(str(value).split())}" for group in child_parts(part) for name, value in group.items())
    return "\n".join(lines)


def child_parts(part: Message) -> list[Message]:
    """Returns the parts, also of a mail that was enclosed in an encoding, which no standard allows."""
    payload = part.get_payload()
    found = [each for each in payload if isinstance(each, Message)] if isinstance(payload, list) else []
    encoding = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    if part.get_content_type() != "message/rfc822" or encoding in IN_LETTERS or not found:
        return found
    return [decode_enclosed_mail(each, encoding) for each in found]


def decode_enclosed_mail(enclosed: Message, encoding: str) -> Message:
    """The parser took the encoded letters for its text."""
    holder = Message()
    holder["Content-Transfer-Encoding"] = encoding
    holder.set_payload(enclosed.get_payload())
    return parse_mail_message(bytes_of_part(holder))


def header_text(message: Message, name: str) -> str:
    """Returns it in one line; a date as ISO 8601. Empty when it is missing or beyond reading."""
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
