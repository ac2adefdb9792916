"""Mails kept by Outlook (.msg), by python-oxmsg."""

import struct
from collections.abc import Callable
from io import BytesIO

from apps.documents.parsing.mail.mail_message import Mail
from apps.documents.parsing.types import FailureReason, ParseFailure

BROKEN = (OSError, ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError, struct.error)

SUBJECT, BODY = 0x0037, 0x1000
"""Of [MS-OXPROPS]: PidTagSubject and PidTagBody."""
IN_A_CODE_PAGE = "__substg1.0_{:04X}001E"


def read_outlook_mail(data: bytes) -> Mail:
    """Raises ParseFailure (damaged)."""
    from oxmsg import Message

    try:
        message = Message.load(data)
        subject, body = text_of(data, SUBJECT, lambda: message.subject), text_of(data, BODY, lambda: message.body)
        to = "; ".join(f"{each.name} <{each.email_address}>" for each in message.recipients)
        sent = message.sent_date.isoformat(" ") if message.sent_date else ""
        fields = [("Von", message.sender or ""), ("An", to), ("Datum", sent)]
        return Mail(
            subject,
            [(label, " ".join(value.split())) for label, value in fields if value],
            body,
            message.html_body or "",
            [each.file_name for each in message.attachments if each.file_name],
        )
    except BROKEN as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The mail cannot be read: {error}") from error


def text_of(data: bytes, tag: int, stated: Callable[[], str | None]) -> str:
    """The property in the code page the mail states; in Windows-1252 where its bytes are not text in that."""
    import olefile

    try:
        return stated() or ""
    except UnicodeDecodeError:
        with olefile.OleFileIO(BytesIO(data)) as file:
            return str(file.openstream(IN_A_CODE_PAGE.format(tag)).read().decode("cp1252", "replace"))
