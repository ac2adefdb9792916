"""Unwraps parts of a mail that are packed in themselves: Outlook's `winmail.dat`, signed and encrypted content."""

import re
from base64 import b64encode
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from pathlib import PurePath

from apps.documents.parsing.mail.bounded_headers import BOUNDED_POLICY
from apps.documents.parsing.mail.decode_part_text import bytes_of_part
from apps.documents.parsing.mail.rtf_to_plain_text import rtf_plain_text, unpack_rtf
from apps.documents.parsing.mail.signed_and_encrypted_content import (
    encryption_standard,
    extract_signed_content,
)
from apps.documents.parsing.mail.tnef import PackedFile, PackedMail, unpack_tnef

TNEF = ("application/ms-tnef", "application/vnd.ms-tnef")
S_MIME = ("application/pkcs7-mime", "application/x-pkcs7-mime")
SUFFIX_OF_SIGNED = ".p7m"
RIGHTS_PROTECTED = "application/x-microsoft-rpmsg-message"
NAME_OF_PROTECTED = re.compile(r"message(?:_v\d)?\.rpmsg")
MULTIPART_ENCRYPTED = "multipart/encrypted"
ENVELOPED = ("enveloped-data", "authenveloped-data")
HEADS_OF_PART = re.compile(rb"\s*+(?:[!-9;-~]++:[^\n]*+\n|[ \t][^\n]*+\n)*?content-type:", re.IGNORECASE)
LONGEST_HEAD = 10_000
NAMES_OF_MAIL = ("", "smime.p7m")
"""Of signed or encrypted content that is the mail itself, and no file that was signed or encrypted."""


def unwrap_part(part: Message) -> list[Message]:
    """The parts in it; none where it holds nothing in such a form or cannot be read."""
    kind, name = part.get_content_type(), (part.get_filename() or "").lower()
    try:
        if kind in TNEF or name == "winmail.dat":
            return list(parts_of_tnef(unpack_tnef(bytes_of_part(part))))
        if kind in S_MIME or name.endswith(SUFFIX_OF_SIGNED):
            return [signed_part(part, extract_signed_content(bytes_of_part(part)))]
    except (ValueError, MessageError):
        return []
    return []


def part_encryption_standard(part: Message) -> str:
    """The standard by which the mail itself is encrypted in this part, and no file that is attached to it; or empty.
    The content proves it: what can be read is read, whatever the heads say."""
    kind, name = part.get_content_type(), (part.get_filename() or "").lower()
    if kind == MULTIPART_ENCRYPTED:
        return standard_of_encrypted_parts(part)
    may_be_mail = kind == RIGHTS_PROTECTED or name == "encrypted.asc" or NAME_OF_PROTECTED.fullmatch(name)
    if part.is_multipart() or not (may_be_mail or is_mail_itself(part)):
        return ""
    return encryption_standard(bytes_of_part(part))


def standard_of_encrypted_parts(part: Message) -> str:
    """Returns the standard that its content proves; as claimed where it holds nothing else to read."""
    children = [each for each in leaves_and_parts(part) if not is_control_part(each)]
    proved = (encryption_standard(bytes_of_part(each)) for each in children if not each.is_multipart())
    if standard := next(filter(None, proved), ""):
        return standard
    return "" if any(map(may_be_read, children)) else claimed_standard(part)


def claimed_standard(part: Message) -> str:
    return "S/MIME" if "pkcs7" in str(part.get_param("protocol", "")).lower() else "OpenPGP"


def readable_parts_beside(part: Message) -> list[Message]:
    """Returns what a part with encrypted content brings along besides."""
    return [
        each
        for each in leaves_and_parts(part)
        if not is_control_part(each) and (each.is_multipart() or not encryption_standard(bytes_of_part(each)))
    ]


def leaves_and_parts(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [each for each in payload if isinstance(each, Message)] if isinstance(payload, list) else []


def is_control_part(part: Message) -> bool:
    """It says the version of the standard, RFC 3156."""
    if part.get_content_type() != "application/pgp-encrypted":
        return False
    return not part.is_multipart() and bytes_of_part(part).strip() in (b"", b"Version: 1")


def may_be_read(part: Message) -> bool:
    """It becomes text of the mail or an attachment of it."""
    if part.is_multipart() or part.get_filename():
        return True
    return part.get_content_maintype() == "text" and bool(bytes_of_part(part).strip())


def is_mail_itself(part: Message) -> bool:
    """Whether S/MIME keeps the mail in it, and no file; a name such as "Bescheid.pdf.p7m" is that of a file."""
    kind, name = part.get_content_type(), (part.get_filename() or "").lower()
    if kind not in S_MIME and not name.endswith(SUFFIX_OF_SIGNED):
        return False
    if name in NAMES_OF_MAIL:
        return True
    is_whole_mail = any(field in part for field in ("From", "Date", "Subject"))
    is_said = str(part.get_param("smime-type", "")).lower() in ENVELOPED or is_whole_mail
    is_file = name.endswith(SUFFIX_OF_SIGNED) and bool(PurePath(name.removesuffix(SUFFIX_OF_SIGNED)).suffix)
    return is_said and not is_file


def is_wrapped_attachment(name: str) -> bool:
    """Whether it is the attachment in which Outlook keeps the mail itself, where that is signed or encrypted."""
    name = name.lower()
    return name in ("smime.p7m", "winmail.dat", "encrypted.asc") or bool(NAME_OF_PROTECTED.fullmatch(name))


def build_wrapped_part(name: str, content: bytes, *, is_signed: bool = True) -> Message:
    """Such an attachment as the part it was sent as. Of a signature beside the mail Outlook keeps both, with heads.

    `is_signed`: whether Outlook takes the mail for one by S/MIME. An attachment where the content is neither.
    """
    if name.lower() in NAMES_OF_MAIL and is_signed and has_heads_of_part(content):
        return message_from_bytes(content, policy=BOUNDED_POLICY)
    return file_part(name, content)


def has_heads_of_part(content: bytes) -> bool:
    return bool(HEADS_OF_PART.match(content[:LONGEST_HEAD]))


def signed_part(part: Message, content: bytes) -> Message:
    name = part.get_filename() or ""
    if name.lower() in NAMES_OF_MAIL or (is_mail_itself(part) and has_heads_of_part(content)):
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
