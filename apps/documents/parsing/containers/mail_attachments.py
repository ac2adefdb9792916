"""The files that were attached to mails, one by one."""

from collections.abc import Iterator
from dataclasses import replace
from email.message import Message
from itertools import islice

from apps.documents.parsing.containers.enclosed_file import EnclosedFile, safe_base_name
from apps.documents.parsing.formats.office_and_picture_media_types import EML, MBOX, MSG
from apps.documents.parsing.mail import eml_and_mbox, outlook_msg
from apps.documents.parsing.mail.decode_part_text import bytes_of_part
from apps.documents.parsing.mail.eml_and_mbox import (
    MOST_PARTS,
    child_parts,
    header_text,
    mails_in_mailbox,
    parse_mail_message,
)
from apps.documents.parsing.mail.select_attached_files import (
    INLINE_PICTURE_NAME,
    MOST_ATTACHMENTS,
    MOST_OF_A_MAILBOX,
    is_attached_file,
)
from apps.documents.parsing.mail.unwrap_tnef_and_signed_parts import (
    build_wrapped_part,
    is_wrapped_attachment,
    part_encryption_standard,
    readable_parts_beside,
    unwrap_part,
)


def attachments_of_mail(data: bytes, media_type: str) -> Iterator[EnclosedFile]:
    """Named files of a mail, the first MOST_ATTACHMENTS; of a mailbox those of its mails. None of a damaged mail."""
    if media_type == MBOX:
        return islice(attachments_of_mailbox(data), MOST_OF_A_MAILBOX)
    found = {EML: attachments_of_eml, MSG: attachments_of_outlook_mail}.get(media_type)
    return islice(found(data) if found else (), MOST_ATTACHMENTS)


def attachments_of_mailbox(data: bytes) -> Iterator[EnclosedFile]:
    """Each says the subject of its mail."""
    for mail in mails_in_mailbox(data):
        try:
            message = parse_mail_message(mail)
        except eml_and_mbox.BROKEN:
            continue
        subject = header_text(message, "Subject")
        yield from (
            replace(file, mail=subject) for file in islice(attachments_of_parsed_mail(message), MOST_ATTACHMENTS)
        )


def attachments_of_eml(data: bytes) -> Iterator[EnclosedFile]:
    try:
        message = parse_mail_message(data)
    except eml_and_mbox.BROKEN:
        return
    yield from attachments_of_parsed_mail(message)


def attachments_of_parsed_mail(message: Message) -> Iterator[EnclosedFile]:
    """Mails attached to it are part of its text; what they bring along is attached to it as well."""
    waiting = [message]
    for _ in range(MOST_PARTS):
        if not waiting:
            return
        part = waiting.pop(0)
        try:
            if part_encryption_standard(part):
                waiting[:0] = readable_parts_beside(part)
            elif part.is_multipart():
                waiting[:0] = child_parts(part)
            elif inner := unwrap_part(part):
                waiting[:0] = inner
            elif is_attached_file(part) and (name := safe_base_name(part.get_filename() or "")):
                yield EnclosedFile(name, bytes_of_part(part))
        except eml_and_mbox.BROKEN:
            continue


def attachments_of_outlook_mail(data: bytes) -> Iterator[EnclosedFile]:
    try:
        for name, content, is_signed in outlook_msg.attachments_with_class(data):
            if is_wrapped_attachment(name):
                yield from attachments_of_parsed_mail(build_wrapped_part(name, content, is_signed=is_signed))
            elif not INLINE_PICTURE_NAME.fullmatch(name) and safe_base_name(name):
                yield EnclosedFile(safe_base_name(name), content)
    except outlook_msg.BROKEN:
        return
