"""Mails kept by Outlook (.msg), by python-oxmsg."""

import struct

from apps.documents.parsing.mail.mail import Mail
from apps.documents.parsing.types import FailureReason, ParseFailure

BROKEN = (OSError, ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError, struct.error)


def read_outlook_mail(data: bytes) -> Mail:
    """Raises ParseFailure (damaged)."""
    from oxmsg import Message

    try:
        message = Message.load(data)
        to = "; ".join(f"{each.name} <{each.email_address}>" for each in message.recipients)
        sent = message.sent_date.isoformat(" ") if message.sent_date else ""
        fields = [("Von", message.sender or ""), ("An", to), ("Datum", sent)]
        return Mail(
            message.subject or "",
            [(label, " ".join(value.split())) for label, value in fields if value],
            message.body or "",
            message.html_body or "",
            [each.file_name for each in message.attachments if each.file_name],
        )
    except BROKEN as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The mail cannot be read: {error}") from error
