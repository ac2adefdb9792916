"""Selects the parts of a mail that become documents of their own, and limits how many."""

import re
from collections.abc import Iterable
from email.message import Message

MOST_ATTACHMENTS, MOST_OF_A_MAILBOX = 200, 2_000
"""Of a mail with those within it, and of all mails of a mailbox."""
INLINE_PICTURE_NAME = re.compile(r"image\d{3}\.(?:png|jpe?g|gif)", re.IGNORECASE)
"""Pictures in the text of a mail, as Outlook names them: logos and signatures."""

SIGNATURES = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
"""They belong to what they sign; nobody reads them."""


def is_attached_file(part: Message) -> bool:
    """It has a name and is neither a picture inside the text nor a signature."""
    name = part.get_filename()
    if part.get_content_type() in SIGNATURES:
        return False
    return bool(name) and not INLINE_PICTURE_NAME.fullmatch(name or "") and not is_inline_picture(part)


def is_inline_picture(part: Message) -> bool:
    disposition = part.get_content_disposition()
    return part.get_content_maintype() == "image" and disposition != "attachment" and "Content-ID" in part


def count_attachments_read(counts: Iterable[int]) -> int:
    """How many become documents, given how many files each mail has."""
    return min(sum(min(count, MOST_ATTACHMENTS) for count in counts), MOST_OF_A_MAILBOX)
