"""Parts of a mail in a form of their own: Outlook's `winmail.dat`, signed and encrypted content."""

from base64 import b64encode
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message

from apps.documents.parsing.mail.bounded_headers import BOUNDED_POLICY
from apps.documents.parsing.mail.part_text import bytes_of_part
from apps.documents.parsing.mail.rtf_to_plain_text import rtf_plain_text, unpack_rtf
from apps.documents.parsing.mail.signed_and_encrypted_content import (
    SEQUENCE,
    begins_as_open_pgp,
    extract_signed_content,
    is_encrypted_cms,
)
from apps.documents.parsing.mail.tnef import PackedFile, PackedMail, unpack_tnef

TNEF = ("application/ms-tnef", "application/vnd.ms-tnef")
S_MIME = ("application/pkcs7-mime", "application/x-pkcs7-mime")
SUFFIX_OF_SIGNED = ".p7m"
RIGHTS_PROTECTED = "application/x-microsoft-rpmsg-message"
NAMES_OF_MAIL = ("", "smime.p7m")
"""Of signed or encrypted content that is the mail itself, and no file that was signed or encrypted."""


def unwrap_part(part: Message) -> list[Message]:
    """The parts in it; none where it holds nothing in such a form or cannot be read."""
    kind, name = part.get_content_type(), (part.get_filename() or "").lower()
    try:
        if kind in TNEF or name == "winmail.dat":
            return list(parts_of_tnef(unpack_tnef(bytes_of_part(part))))
        if kind in S_MIME or name.endswith(SUFFIX_OF_SIGNED):
            return [signed_part(extract_signed_content(bytes_of_part(part)), part.get_filename() or "")]
    except (ValueError, MessageError):
        return []
    return []


def part_encryption_standard(part: Message) -> str:
    """The standard by which the mail itself is encrypted in this part, and no file that is attached to it; or empty."""
    kind, name = part.get_content_type(), (part.get_filename() or "").lower()
    if kind == "multipart/encrypted":
        return "OpenPGP"
    if kind == RIGHTS_PROTECTED or name == "message.rpmsg":
        return "Microsoft Rights Management"
    if kind == "text/plain" and not name:
        return "OpenPGP" if begins_as_open_pgp(bytes_of_part(part)) else ""
    is_mail = (kind in S_MIME or name.endswith(SUFFIX_OF_SIGNED)) and name in NAMES_OF_MAIL
    return "S/MIME" if is_mail and is_encrypted_cms(bytes_of_part(part)) else ""


def is_wrapped_attachment(name: str) -> bool:
    """Whether it is the attachment in which Outlook keeps the mail itself, where that is signed or encrypted."""
    return name.lower() in ("smime.p7m", "winmail.dat", "message.rpmsg")


def build_wrapped_part(name: str, content: bytes) -> Message:
    """Such an attachment as the part it was sent as. Of a signature beside the mail Outlook keeps both, with heads."""
    if name.lower() in NAMES_OF_MAIL and content[:1] != bytes([SEQUENCE]):
        return message_from_bytes(content, policy=BOUNDED_POLICY)
    return file_part(name, content)


def signed_part(content: bytes, name: str) -> Message:
    if name.lower() in NAMES_OF_MAIL:
        return message_from_bytes(content, policy=BOUNDED_POLICY)
    return file_part(name[: -len(SUFFIX_OF_SIGNED)] if name.lower().endswith(SUFFIX_OF_SIGNED) else name, content)


def parts_of_tnef(mail: PackedMail) -> Iterator[Message]:
    """The text in its best form, then the files."""
    if mail.html.strip():
        yield text_part("html", mail.html)
    elif plain := mail.plain.strip() or compressed_rtf_text(mail.rich_text).strip():
        yield text_part("plain", plain.encode())
    yield from map(packed_file_part, mail.files)


def compressed_rtf_text(data: bytes) -> str:
    """Empty where it cannot be read: the files are no worse for it."""
    try:
        return rtf_plain_text(unpack_rtf(data)) if data else ""
    except ValueError:
        return ""


def packed_file_part(file: PackedFile) -> Message:
    """A mail within the mail is packed once more."""
    if file.mail:
        return packed_part(TNEF[0], file.mail)
    return file_part(file.name, file.data)


def text_part(kind: str, content: bytes) -> Message:
    part = packed_part(f"text/{kind}", content)
    part.set_param("charset", "utf-8")
    return part


def file_part(name: str, content: bytes) -> Message:
    part = packed_part("application/octet-stream", content)
    part.add_header("Content-Disposition", "attachment", filename=("utf-8", "", name))
    return part


def packed_part(kind: str, content: bytes) -> Message:
    part = Message()
    part["Content-Type"] = kind
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload(b64encode(content).decode())
    return part
