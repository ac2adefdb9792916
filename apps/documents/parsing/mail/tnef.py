"""The text and the files in a `winmail.dat`, in which Outlook packs what it sends to programs that are not Outlook.

Source: [MS-OXTNEF] (the stream) and [MS-OXPROPS] (its properties). `tnefparse`, the package for it, has had no release
since 2021.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

SIGNATURE = 0x223E9F78
HEAD, ATTRIBUTE = struct.Struct("<IH"), struct.Struct("<BII")
CHECKSUM = 2
BEGINS_ATTACHMENT, SHORT_NAME, CONTENT, PROPERTIES_OF_ATTACHMENT = 0x00069002, 0x00018010, 0x0006800F, 0x00069005
PROPERTIES_OF_MAIL = 0x00069003
LONG_NAME, OBJECT, BODY, RICH_TEXT, HTML = 0x3707, 0x3701, 0x1000, 0x1009, 0x1013
IDENTIFIER_OF_OBJECT = 16
"""Bytes before a mail within the mail."""
IN_A_CODE_PAGE, IN_UTF_16, OBJECTS, BYTES, SEVERAL = 0x001E, 0x001F, 0x000D, 0x0102, 0x1000
OF_SIZE = {0x0002: 4, 0x0003: 4, 0x0004: 4, 0x000A: 4, 0x000B: 4, 0x0005: 8, 0x0006: 8, 0x0007: 8, 0x0014: 8,
           0x0040: 8, 0x0048: 16}  # fmt: skip
"""Bytes of a value by its type, padded to four."""
NAMED = 0x8000
MOST_PROPERTIES = 10_000


@dataclass(slots=True)
class PackedFile:
    """`mail` is a mail within the mail, packed the same way."""

    name: str = ""
    data: bytes = b""
    mail: bytes = b""


@dataclass(slots=True)
class PackedMail:
    """`rich_text` is compressed, as Outlook keeps it."""

    plain: str = ""
    html: bytes = b""
    rich_text: bytes = b""
    files: list[PackedFile] = field(default_factory=list)


def unpack_tnef(data: bytes) -> PackedMail:
    """What is there up to where the stream is cut. Raises ValueError: it is none."""
    if len(data) < HEAD.size or HEAD.unpack_from(data)[0] != SIGNATURE:
        raise ValueError("This is no TNEF stream.")
    mail = PackedMail()
    for name, value in tnef_attributes(data):
        if name == BEGINS_ATTACHMENT:
            mail.files.append(PackedFile())
        elif name == PROPERTIES_OF_MAIL:
            add_texts(mail, value)
        elif mail.files:
            add_to_file(mail.files[-1], name, value)
    return mail


def tnef_attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = HEAD.size
    while place + ATTRIBUTE.size <= len(data):
        _, name, length = ATTRIBUTE.unpack_from(data, place)
        place += ATTRIBUTE.size
        yield name, data[place : place + length]
        place += length + CHECKSUM


def add_to_file(file: PackedFile, name: int, value: bytes) -> None:
    if name == SHORT_NAME:
        file.name = file.name or value.rstrip(b"\0").decode("cp1252", "replace")
    elif name == CONTENT:
        file.data = value
    elif name == PROPERTIES_OF_ATTACHMENT:
        for tag, kind, content in parse_properties(value):
            if tag == LONG_NAME and content:
                file.name = decode_string(kind, content)
            elif tag == OBJECT and kind == OBJECTS:
                file.mail = content[IDENTIFIER_OF_OBJECT:]


def add_texts(mail: PackedMail, value: bytes) -> None:
    for tag, kind, content in parse_properties(value):
        if tag == BODY:
            mail.plain = decode_string(kind, content)
        elif tag == HTML:
            mail.html = content
        elif tag == RICH_TEXT:
            mail.rich_text = content


def decode_string(kind: int, content: bytes) -> str:
    return content.decode("utf-16-le" if kind == IN_UTF_16 else "cp1252", "replace").rstrip("\0")


def parse_properties(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Tag, type and value of each, up to the first one that is beyond reading; of several values the last."""
    try:
        (count,) = struct.unpack_from("<I", data)
        place = 4
        for _ in range(min(count, MOST_PROPERTIES)):
            kind, tag = struct.unpack_from("<HH", data, place)
            place = value_offset(data, place + 4) if tag >= NAMED else place + 4
            content, place = parse_value(data, place, kind)
            yield tag, kind, content
    except (struct.error, KeyError):
        return


def value_offset(data: bytes, place: int) -> int:
    """Returns where the value begins of a property that a set and a number or a word name."""
    (is_word,) = struct.unpack_from("<I", data, place + 16)
    if not is_word:
        return place + 24
    (length,) = struct.unpack_from("<I", data, place + 20)
    return place + 24 + padded_length(length)


def parse_value(data: bytes, place: int, kind: int) -> tuple[bytes, int]:
    """Raises KeyError for an unknown type."""
    plain, count = kind & ~SEVERAL, 1
    has_lengths = plain in (IN_A_CODE_PAGE, IN_UTF_16, OBJECTS, BYTES)
    if has_lengths or kind & SEVERAL:
        (count,) = struct.unpack_from("<I", data, place)
        place += 4
    content = b""
    for _ in range(min(count, MOST_PROPERTIES)):
        if has_lengths:
            (length,) = struct.unpack_from("<I", data, place)
            place += 4
        else:
            length = OF_SIZE[plain]
        content = data[place : place + length]
        place += padded_length(length)
    return content, place


def padded_length(length: int) -> int:
    return (length + 3) & ~3
