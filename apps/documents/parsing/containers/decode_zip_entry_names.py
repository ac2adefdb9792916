"""The names of files in a ZIP archive: without its flag for UTF-8 an archive does not say in which letters they are."""

import struct
import unicodedata
import zlib
from collections import Counter
from collections.abc import Sequence
from zipfile import ZipInfo

IN_UTF8 = 0x800
AS_READ = "cp437"
"""How Python's zipfile reads names without the flag; whatever the bytes are, it keeps them."""
OF_WESTERN_EUROPE = ("cp437", "cp850", "cp1252")
"""Programs under DOS and Windows, among them Windows' own compressed folders; in this order where both would do."""
USUAL = frozenset("äöüÄÖÜßéèàâçêôñ")
UNICODE_PATH = 0x7075
"""Extra field of Info-ZIP: version, checksum of the name it replaces, the name in UTF-8."""


def entry_names(entries: Sequence[ZipInfo]) -> list[str]:
    """Decodes the name of each entry; names of one archive that are not UTF-8 share one encoding."""
    encoding = guess_name_encoding([raw for entry in entries if (raw := raw_name(entry)) and not is_utf8(raw)])
    return [decode_entry_name(entry, encoding) for entry in entries]


def decode_entry_name(entry: ZipInfo, encoding: str) -> str:
    raw = raw_name(entry)
    if raw is None:
        return entry.filename
    return unicode_path(entry.extra, raw) or raw.decode("utf-8" if is_utf8(raw) else encoding, "replace")


def raw_name(entry: ZipInfo) -> bytes | None:
    """Returns the name's bytes in the archive; None where it says that they are UTF-8."""
    if entry.flag_bits & IN_UTF8:
        return None
    try:
        return entry.filename.encode(AS_READ)
    except UnicodeEncodeError:
        return None


def unicode_path(extra: bytes, raw: bytes) -> str:
    """Empty where there is none, or one for another name."""
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        content, extra = extra[4 : 4 + size], extra[4 + size :]
        if kind == UNICODE_PATH and content[1:5] == struct.pack("<I", zlib.crc32(raw)):
            return content[5:].decode("utf-8", "replace")
    return ""


def is_utf8(name: bytes) -> bool:
    """Other letters hardly ever are by chance."""
    try:
        name.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def guess_name_encoding(names: Sequence[bytes]) -> str:
    """That in which the names read best: letters of usual words speak for it, signs of frames and mathematics against.

    All of these encodings have one byte for each letter, so the bytes are counted first: a name may be long.
    """
    found = [(bytes([byte]), times) for byte, times in Counter(b"".join(names)).items() if byte > 0x7F]
    return max(
        OF_WESTERN_EUROPE,
        key=lambda encoding: sum(letter_weight(byte.decode(encoding, "replace")) * times for byte, times in found),
    )


def letter_weight(sign: str) -> int:
    if sign in USUAL:
        return 3
    return 1 if "LATIN" in unicodedata.name(sign, "") else -3
