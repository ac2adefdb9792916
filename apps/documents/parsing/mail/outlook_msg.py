"""Mails kept by Outlook (.msg), by python-oxmsg."""

import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.errors import MessageError
from email.header import decode_header, make_header
from io import BytesIO
from typing import TYPE_CHECKING

from apps.documents.parsing.mail.eml_and_mbox import add_message_parts, readable_text
from apps.documents.parsing.mail.parsed_mail_message import Mail, MailBody
from apps.documents.parsing.mail.rtf_to_plain_text import rtf_plain_text, unpack_rtf
from apps.documents.parsing.mail.select_attached_files import INLINE_PICTURE_NAME
from apps.documents.parsing.mail.unwrap_tnef_and_signed_parts import build_wrapped_part, is_wrapped_attachment
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    from oxmsg import Message
    from oxmsg.attachment import Attachment
    from oxmsg.storage import Storage

BROKEN = (OSError, ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError, struct.error)

SUBJECT, BODY, RICH_TEXT, HTML = 0x0037, 0x1000, 0x1009, 0x1013
SHORT_FILE_NAME = 0x3704
"""Of [MS-OXPROPS]: PidTagSubject, PidTagBody, PidTagRtfCompressed, PidTagHtml and PidTagAttachFilename."""
IN_A_CODE_PAGE, IN_UNICODE, IN_BYTES = 0x001E, 0x001F, 0x0102
ENCLOSED_MAIL = "__substg1.0_3701000D"
HEAD_OF_ENCLOSED = 24
"""Bytes before the properties of a mail within a mail, [MS-OXMSG] 2.4.1.2; the library knows those of the outer one."""
DEEPEST = 60


def read_outlook_mail(data: bytes) -> Mail:
    """Raises ParseFailure (damaged)."""
    try:
        return build_mail(stored_message(data))
    except BROKEN as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The mail cannot be read: {error}") from error


def attachments_with_class(data: bytes) -> Iterator[tuple[str, bytes, bool]]:
    """Name and content of each file that is attached to the mail or to one within it, and whether its mail is one by
    S/MIME. Wrapped ones as they are. Raises one of BROKEN."""
    waiting = [(stored_message(data), 0)]
    while waiting:
        (message, storage), depth = waiting.pop(0)
        for attachment in message.attachments:
            name = read_or_empty(lambda each=attachment: attachment_name(each))  # type: ignore[misc]
            if name and (content := attachment_content(attachment)):
                yield name, content, is_signed_class(message)
        waiting += [(each, depth + 1) for each in enclosed_messages(storage) if depth < DEEPEST]


StoredMessage = tuple["Message", "Storage"]


def stored_message(data: bytes) -> StoredMessage:
    import olefile
    from oxmsg import Message
    from oxmsg.storage import Storage

    with olefile.OleFileIO(BytesIO(data)) as file:
        storage = Storage.from_ole(file)
    return Message(storage), storage


def enclosed_messages(storage: "Storage") -> list[StoredMessage]:
    """Mails that were attached as mails."""
    from oxmsg import Message
    from oxmsg.properties import Properties

    class EnclosedMessage(Message):
        @property
        def properties(self) -> Properties:
            return Properties(self._storage, properties_header_offset=HEAD_OF_ENCLOSED)

    inner = (each for attached in storage.iter_attachment_storages() for each in attached.storages)
    return [(EnclosedMessage(each), each) for each in inner if each.name == ENCLOSED_MAIL]


def build_mail(stored: StoredMessage, depth: int = 0) -> Mail:
    """A property that cannot be read is missing; the others are read."""
    message, storage = stored
    to = read_or_empty(lambda: "; ".join(f"{each.name} <{each.email_address}>" for each in message.recipients))
    sent = read_or_empty(lambda: message.sent_date.isoformat(" ") if message.sent_date else "")
    fields = [("Von", read_or_empty(lambda: decode_header_text(message.sender or ""))), ("An", to), ("Datum", sent)]
    named = [(read_or_empty(lambda each=each: attachment_name(each)), each) for each in message.attachments]  # type: ignore[misc]
    names = [name for name, _ in named if name and not is_wrapped_attachment(name)]
    mail = Mail(
        text_property(storage, SUBJECT, lambda: message.subject),
        [(label, " ".join(value.split())) for label, value in fields if value],
        [],
        names,
        [build_mail(each, depth + 1) for each in enclosed_messages(storage) if depth < DEEPEST],
        files=sum(INLINE_PICTURE_NAME.fullmatch(name) is None for name in names),
    )
    body = mail_body(stored)
    mail.bodies.append(MailBody(readable_text(mail, body.plain), readable_text(mail, body.html, is_html=True)))
    is_signed = is_signed_class(message)
    for name, attachment in named:
        if is_wrapped_attachment(name):
            part = build_wrapped_part(name, attachment_content(attachment), is_signed=is_signed)
            add_message_parts(mail, part, depth)
    return mail


def is_signed_class(message: "Message") -> bool:
    """Whether Outlook takes it for a mail by S/MIME: "IPM.Note.SMIME" and longer ones; also where that is missing."""
    kind = read_or_empty(lambda: message.message_class).lower()
    return not kind or "smime" in kind


def mail_body(stored: StoredMessage) -> MailBody:
    """Some programs keep the text in RTF alone."""
    message, storage = stored
    plain, html = text_property(storage, BODY, lambda: message.body), html_property(storage, lambda: message.html_body)
    if plain.strip() or html.strip():
        return MailBody(plain, html)
    return MailBody(
        read_or_empty(lambda: rtf_plain_text(unpack_rtf(storage.property_stream_bytes(RICH_TEXT, IN_BYTES))))
    )


def read_or_empty(stated: Callable[[], str | None]) -> str:
    try:
        return read_property(stated)
    except BROKEN:
        return ""


def read_property(stated: Callable[[], str | None]) -> str:
    """Raises what the library does, and LookupError for a code page that nobody knows, as Python calls it."""
    from oxmsg.domain.model import UnrecognizedCodePageError, UnsupportedEncodingError

    try:
        return stated() or ""
    except (UnrecognizedCodePageError, UnsupportedEncodingError) as error:
        raise LookupError(str(error)) from error


def decode_header_text(value: str) -> str:
    """A field as the wire has it (RFC 2047), as people read it; as it stands where that is damaged."""
    try:
        return str(make_header(decode_header(value)))
    except (MessageError, ValueError, LookupError):
        return value


def text_property(storage: "Storage", tag: int, stated: Callable[[], str | None]) -> str:
    """The property in the code page the mail states; in Windows-1252 where its bytes are not text in that."""
    try:
        return read_property(stated)
    except (UnicodeDecodeError, LookupError):
        pass
    # An unknown code page keeps the library from texts that are in none, too.
    for kind, charset in ((IN_UNICODE, "utf-16-le"), (IN_A_CODE_PAGE, "cp1252")):
        with suppress(KeyError):
            return storage.property_stream_bytes(tag, kind).decode(charset, "replace")
    return ""


def html_property(storage: "Storage", stated: Callable[[], str | None]) -> str:
    """Reads the HTML; bytes that are UTF-8 are read as that, whatever is declared."""
    try:
        return read_property(stated)
    except (UnicodeDecodeError, LookupError):
        data = b""
        with suppress(KeyError):
            data = storage.property_stream_bytes(HTML, IN_BYTES)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def attachment_name(attachment: "Attachment") -> str:
    """Returns its long name, or else that of eight letters."""
    properties = attachment.properties
    return attachment.file_name or properties.str_prop_value(SHORT_FILE_NAME) or ""


def attachment_content(attachment: "Attachment") -> bytes:
    try:
        return attachment.file_bytes or b""
    except BROKEN:
        return b""
