"""Detects encrypted OpenPGP messages (RFC 9580) by their first packet, binary or armoured, and cuts them out.

A line that says so is no proof: signed messages begin with the same one, and texts speak of it.
"""

import re
from base64 import b64decode
from html import unescape
from itertools import zip_longest

MARK = re.compile(r"-----(BEGIN|END) PGP MESSAGE-----")
BEGINS, LONGEST_BLANK = b"-----BEGIN PGP MESSAGE-----", 200
TAG = re.compile(r"<[^<>]*>")
HEAD_LINE = re.compile(r"(?:Version|Comment|Hash|Charset|MessageID): ?.{0,80}")
LETTERS = re.compile(r"[A-Za-z0-9+/]+={0,2}")
CHECKSUM = re.compile(r"=[A-Za-z0-9+/]{4}")
AROUND_A_LINE = " \t\r\xa0>"
MOST_HEAD_LINES, SHORTEST_FULL_LINE = 4, 32
"""Programs break armour after 64 or 76 letters. Words one below the other are none, whatever stands around them."""
ENCRYPTED_PACKETS = frozenset({1, 3, 9, 18, 20})
"""Session keys for recipients and for passwords, and encrypted data in its three forms."""
VERSIONS_OF_SESSION_KEYS = {1: (3, 6), 3: (4, 5, 6)}
SHORTEST = 20
"""Bytes of a message that is taken for one by its bytes alone."""


def is_encrypted_open_pgp(data: bytes) -> bool:
    """Whether the whole content is such a message, or begins as one that is cut."""
    if data[:LONGEST_BLANK].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(BEGINS):
        rest, found = cut_out_encrypted(data.decode("latin-1").removeprefix("ï»¿"))
        return found and not rest.strip()
    return begins_as_encrypted_packets(data)


def cut_out_encrypted(text: str) -> tuple[str, bool]:
    """The text, or the HTML, without such messages, and whether it has any. Anything that can be read is kept."""
    kept, place, found = "", 0, False
    marks = list(MARK.finditer(text))
    for mark, following in zip_longest(marks, marks[1:]):
        is_closed = following is not None and following[1] == "END"
        inside = text[mark.end() : following.start() if following else len(text)]
        letters = letters_of_armour(inside)
        if mark[1] != "BEGIN" or not begins_encrypted(letters):
            continue
        found = True
        if (is_closed or following is None) and is_armour(letters):
            kept += text[place : mark.start()] + "".join(TAG.findall(inside))
            place = following.end() if following else len(text)
    return kept + text[place:], found


def letters_of_armour(inside: str) -> list[str]:
    """Returns its lines below its head."""
    stripped = (line.strip(AROUND_A_LINE) for line in unescape(TAG.sub("\n", inside)).split("\n"))
    lines = [line for line in stripped if line]
    heads = [line for line in lines[:MOST_HEAD_LINES] if HEAD_LINE.fullmatch(line)]
    if lines[: len(heads)] != heads:
        return lines
    return lines[len(heads) :]


def begins_encrypted(lines: list[str]) -> bool:
    first = lines[0] if lines and LETTERS.fullmatch(lines[0]) else ""
    begun = b64decode(first[:4]) if len(first) >= 4 else b""
    return bool(begun) and packet_tag(begun[0]) in ENCRYPTED_PACKETS


def is_armour(lines: list[str]) -> bool:
    """Full lines of one length and a shorter one at the end."""
    body = lines[:-1] if len(lines) > 1 and CHECKSUM.fullmatch(lines[-1]) else lines
    if not all(map(LETTERS.fullmatch, body)):
        return False
    lengths = {len(line) for line in body[:-1]}
    return not lengths or (len(lengths) == 1 and max(SHORTEST_FULL_LINE, len(body[-1])) <= lengths.pop())


def begins_as_encrypted_packets(data: bytes) -> bool:
    """A session key, and after it another one or what it opens."""
    if len(data) < SHORTEST:
        return False
    begin, end = bounds_of_first_packet(data)
    if not begin or data[begin] not in VERSIONS_OF_SESSION_KEYS.get(packet_tag(data[0]), ()):
        return False
    return end >= len(data) or packet_tag(data[end]) in ENCRYPTED_PACKETS


def packet_tag(byte: int) -> int:
    """0, which no packet has, of another byte."""
    if not byte & 0x80:
        return 0
    return byte & 0x3F if byte & 0x40 else byte >> 2 & 0x0F


def bounds_of_first_packet(data: bytes) -> tuple[int, int]:
    """Returns where its content begins and ends; zeros without the length that a session key must state."""
    if data[0] & 0x40:
        return bounds_in_new_format(data)
    size = {0: 1, 1: 2, 2: 4}.get(data[0] & 3, 0)
    return (1 + size, 1 + size + int.from_bytes(data[1 : 1 + size])) if size else (0, 0)


def bounds_in_new_format(data: bytes) -> tuple[int, int]:
    first = data[1]
    if first < 192:
        return 2, 2 + first
    if first < 224:
        return 3, 3 + (first - 192 << 8) + data[2] + 192
    return (6, 6 + int.from_bytes(data[2:6])) if first == 255 else (0, 0)
