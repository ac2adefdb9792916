"""The files that were attached to mails, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from email.message import Message
from itertools import islice

from apps.documents.parsing.containers.enclosed_file_type import EnclosedFile, file_name
from apps.documents.parsing.formats.office_and_picture_media_types import EML, MBOX, MSG
from apps.documents.parsing.mail import eml_and_mbox, outlook_msg
from apps.documents.parsing.mail.eml_and_mbox import MOST_PARTS, children, header, mails_in_mailbox, message_of
from apps.documents.parsing.mail.part_text import bytes_of_part
from apps.documents.parsing.mail.select_attached_files import (
    DRAWN_WITHIN,
    MOST_ATTACHMENTS,
    MOST_OF_A_MAILBOX,
    is_file,
)
from apps.documents.parsing.mail.unwrap_tnef_and_signed_parts import (
    encryption_of,
    is_wrapped,
    unwrapped,
    wrapped_part,
)


def attachments_of(data: bytes, media_type: str) -> Iterator[EnclosedFile]:
    """Named files of a mail, the first MOST_ATTACHMENTS; of a mailbox those of its mails. None of a damaged mail."""
    if media_type == MBOX:
        return islice(of_mailbox(data), MOST_OF_A_MAILBOX)
    found = {EML: of_internet_mail, MSG: of_outlook_mail}.get(media_type)
    return islice(found(data) if found else (), MOST_ATTACHMENTS)


def of_mailbox(data: bytes) -> Iterator[EnclosedFile]:
    """Each says the subject of its mail."""
    for mail in mails_in_mailbox(data):
        try:
            message = message_of(mail)
        except eml_and_mbox.BROKEN:
            continue
        subject = header(message, "Subject")
        yield from (replace(file, mail=subject) for file in islice(of_message(message), MOST_ATTACHMENTS))


def of_internet_mail(data: bytes) -> Iterator[EnclosedFile]:
    try:
        message = message_of(data)
    except eml_and_mbox.BROKEN:
        return
    yield from of_message(message)


def of_message(message: Message) -> Iterator[EnclosedFile]:
    """Mails attached to it are part of its text; what they bring along is attached to it as well."""
    waiting = [message]
    for _ in range(MOST_PARTS):
        if not waiting:
            return
        part = waiting.pop(0)
        try:
            if encryption_of(part):
                continue
            if part.is_multipart():
                waiting[:0] = children(part)
            elif inner := unwrapped(part):
                waiting[:0] = inner
            elif is_file(part) and (name := file_name(part.get_filename() or "")):
                yield EnclosedFile(name, bytes_of_part(part))
        except eml_and_mbox.BROKEN:
            continue


def of_outlook_mail(data: bytes) -> Iterator[EnclosedFile]:
    try:
        for name, content in outlook_msg.attachments_of_message(data):
            if is_wrapped(name):
                yield from of_message(wrapped_part(name, content))
            elif not DRAWN_WITHIN.fullmatch(name) and file_name(name):
                yield EnclosedFile(file_name(name), content)
    except outlook_msg.BROKEN:
        return
