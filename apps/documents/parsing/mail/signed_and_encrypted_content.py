"""Content of S/MIME (`.p7m`), a CMS message by RFC 5652: what a signature encloses, and whether content is encrypted.

The signature is not checked. `cryptography` makes such messages and reads encrypted ones, not what these hold.
"""

import re
from base64 import b64decode
from collections.abc import Iterator
from typing import NamedTuple

from apps.documents.parsing.mail.detect_encrypted_openpgp_messages import is_encrypted_open_pgp

SEQUENCE, OBJECT_IDENTIFIER, OCTETS, EXPLICIT = 0x30, 0x06, 0x04, 0xA0
CONSTRUCTED = 0x20
SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
ENCRYPTED_DATA = tuple(map(bytes.fromhex, ("2a864886f70d010703", "2a864886f70d010706", "2a864886f70d0109100117")))
"""For recipients, by a password, and for recipients with a check of the content (RFC 5083)."""
RIGHTS_PROTECTED = bytes.fromhex("76e80460c411e386")
"""How `message.rpmsg` begins, [MS-OXORMMS]."""
BORDER = re.compile(rb"^-----(?:BEGIN|END) (?:PKCS7|PKCS #7 SIGNED DATA|CMS)-----\s*$", re.M)
SEQUENCE_IN_LETTERS, LONGEST_BLANK = b"MI", 200
DEEPEST = 30


class Element(NamedTuple):
    """A value of BER: where its content lies. `end` is after what closes it."""

    tag: int
    begin: int
    until: int
    end: int


def extract_signed_content(data: bytes) -> bytes:
    """Raises ValueError: it is none, it is encrypted, or it signs something that lies beside it."""
    try:
        data = decode_letters(data)
        outer = element_at(data, 0)
        parts = list(child_elements(data, outer))
        if outer.tag != SEQUENCE or len(parts) < 2 or data[parts[0].begin : parts[0].until] != SIGNED_DATA:
            raise ValueError("This is no signed content.")
        signed = next(child_elements(data, parts[1]))
        enclosed = next(each for each in child_elements(data, signed) if each.tag == SEQUENCE)
        explicit = next(each for each in child_elements(data, enclosed) if each.tag == EXPLICIT)
        return b"".join(octet_strings(data, next(child_elements(data, explicit))))
    except (IndexError, StopIteration) as error:
        raise ValueError("The signed content cannot be read.") from error


def encryption_standard(data: bytes) -> str:
    """The standard by which the whole content is encrypted; empty where it is not."""
    if data.startswith(RIGHTS_PROTECTED):
        return "Microsoft Rights Management"
    if is_encrypted_open_pgp(data):
        return "OpenPGP"
    return "S/MIME" if is_encrypted_cms(data) else ""


def is_encrypted_cms(data: bytes) -> bool:
    """Whether its first bytes say so, by which one that is cut is known as well."""
    data = decode_letters(data)
    if len(data) < 2 or data[0] != SEQUENCE:
        return False
    begin = 2 + (data[1] & 0x7F if data[1] > 0x80 else 0)  # behind the bytes of the length, which may be any
    return any(data.startswith(bytes([OBJECT_IDENTIFIER, len(kind)]) + kind, begin) for kind in ENCRYPTED_DATA)


def decode_letters(data: bytes) -> bytes:
    """Content that was kept in the letters of base64, between lines that say so or without; other content as it is."""
    if not data[:LONGEST_BLANK].lstrip().startswith((SEQUENCE_IN_LETTERS, b"-----BEGIN ")):
        return data
    letters = BORDER.sub(b"", data).translate(None, b" \t\r\n")
    if not letters.startswith(SEQUENCE_IN_LETTERS):
        return data
    try:
        return b64decode(letters[: len(letters) // 4 * 4], validate=True)
    except ValueError:
        return data


def octet_strings(data: bytes, element: Element, depth: int = 0) -> Iterator[bytes]:
    """Yields the octets in one piece, or in several."""
    if not element.tag & CONSTRUCTED:
        yield data[element.begin : element.until]
    elif depth < DEEPEST:
        for each in child_elements(data, element):
            yield from octet_strings(data, each, depth + 1)


def child_elements(data: bytes, element: Element) -> Iterator[Element]:
    place = element.begin
    while place < element.until:
        child = element_at(data, place)
        yield child
        place = child.end


def element_at(data: bytes, place: int, depth: int = 0) -> Element:
    """Raises IndexError where the data is cut, ValueError where elements lie too deep in each other."""
    if depth > DEEPEST:
        raise ValueError("The elements lie too deep.")
    tag, length, begin = data[place], data[place + 1], place + 2
    if length == 0x80:
        end = begin
        while data[end] or data[end + 1]:
            end = element_at(data, end, depth + 1).end
        return Element(tag, begin, end, end + 2)
    if length > 0x80:
        count = length - 0x80
        begin, length = begin + count, int.from_bytes(data[begin : begin + count])
    if begin + length > len(data):
        raise IndexError(place)
    return Element(tag, begin, begin + length, begin + length)
