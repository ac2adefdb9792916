"""Attachments of a mail, and of the mails that were attached to it."""

import re
from collections.abc import Iterator
from email.message import Message

from apps.documents.parsing.containers.enclosed_file_type import EnclosedFile, safe_name
from apps.documents.parsing.formats.office_types import EML, MSG
from apps.documents.parsing.mail import internet_mail, outlook
from apps.documents.parsing.mail.internet_mail import MOST_PARTS, children, message_of
from apps.documents.parsing.mail.part_text import bytes_of_part

MOST_ATTACHMENTS = 200
DRAWN_WITHIN = re.compile(r"image\d{3}\.(?:png|jpe?g|gif)", re.IGNORECASE)
"""Pictures in the text of a mail, as Outlook names them: logos and signatures."""


def attachments_of(data: bytes, media_type: str) -> Iterator[EnclosedFile]:
    """Named files of a mail, the first MOST_ATTACHMENTS; none of a mailbox, and none where the mail is damaged."""
    found = {EML: of_internet_mail, MSG: of_outlook_mail}.get(media_type)
    for number, file in enumerate(found(data) if found else ()):
        if number == MOST_ATTACHMENTS:
            return
        if file.name and not DRAWN_WITHIN.fullmatch(file.name):
            yield file


def of_internet_mail(data: bytes) -> Iterator[EnclosedFile]:
    """Mails attached to it are part of its text; what they bring along is attached to it as well."""
    try:
        waiting: list[Message] = [message_of(data)]
    except internet_mail.BROKEN:
        return
    for _ in range(MOST_PARTS):
        if not waiting:
            return
        part = waiting.pop(0)
        try:
            if part.is_multipart():
                waiting[:0] = children(part)
            elif (name := part.get_filename()) and not is_drawn_within(part):
                yield EnclosedFile(file_name(name), bytes_of_part(part))
        except internet_mail.BROKEN:
            continue


def is_drawn_within(part: Message) -> bool:
    """A picture that stands in the text."""
    disposition = part.get_content_disposition()
    return part.get_content_maintype() == "image" and disposition != "attachment" and "Content-ID" in part


def of_outlook_mail(data: bytes) -> Iterator[EnclosedFile]:
    try:
        for name, content in outlook.attachments_of_message(data):
            yield EnclosedFile(file_name(name), content)
    except outlook.BROKEN:
        return


def file_name(name: str) -> str:
    """Without a path: whoever sent the mail does not choose where it lands."""
    return safe_name(name).rsplit("/", 1)[-1]
