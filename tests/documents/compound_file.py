"""Writes compound files ([MS-CFB], version 3): what .msg, .doc and .xls are stored in."""

import struct
from collections.abc import Mapping
from typing import Union

Tree = Mapping[str, Union[bytes, "Tree"]]
SECTOR, MINI, CUTOFF = 512, 64, 4096
FREE, END, FAT, NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5
ENTRY = struct.Struct("<64sHBBIII36xIQ")


class CompoundFile:
    """Streams shorter than CUTOFF lie in mini sectors; siblings hang on each other in a row instead of a tree."""

    def __init__(self, tree: Tree) -> None:
        self.entries: list[list[object]] = []
        self.streams: list[tuple[int, bytes]] = []
        self.add("Root Entry", ROOT, tree)

    def add(self, name: str, kind: int, inner: bytes | Tree) -> int:
        place = len(self.entries)
        self.entries.append([name, kind, NONE, NONE, 0, 0])
        if isinstance(inner, bytes):
            self.streams.append((place, inner))
            return place
        before = None
        for each in sorted(inner, key=lambda one: (len(one), one.upper())):
            child = inner[each]
            number = self.add(each, STREAM if isinstance(child, bytes) else STORAGE, child)
            if before is None:
                self.entries[place][3] = number
            else:
                self.entries[before][2] = number
            before = number
        return place

    def data(self) -> bytes:
        mini, mini_fat = b"", list[int]()
        body, fat = b"", list[int]()
        for place, content in self.streams:
            if len(content) < CUTOFF:
                start, mini = chained(mini_fat, mini, content, MINI)
            else:
                start, body = chained(fat, body, content, SECTOR)
            self.entries[place][4:] = [start, len(content)]
        start, body = chained(fat, body, mini, SECTOR)
        self.entries[0][4:] = [start, len(mini)]
        directory = b"".join(map(entry, self.entries))
        directory_at, body = chained(fat, body, directory, SECTOR, filler=entry(["", 0, NONE, NONE, 0, 0]))
        mini_at, body = chained(fat, body, struct.pack(f"<{len(mini_fat)}I", *mini_fat), SECTOR, filler=b"\xff" * 4)
        sectors = -(-(len(fat) + 1) // (SECTOR // 4 - 1))
        places = range(len(fat), len(fat) + sectors)
        fat += [FAT] * sectors
        table = struct.pack(f"<{len(fat)}I", *fat)
        head = struct.pack(
            "<8s16xHHHHH6xIIIIIIIII",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6,
            0, sectors, directory_at, 0, CUTOFF, mini_at, -(-len(mini_fat) * 4 // SECTOR), END, 0,
        )  # fmt: skip
        head += struct.pack("<109I", *places, *[FREE] * (109 - sectors))
        return head + body + table.ljust(sectors * SECTOR, b"\xff")


def chained(table: list[int], before: bytes, content: bytes, size: int, filler: bytes = b"\0") -> tuple[int, bytes]:
    """Where it begins, and all sectors so far."""
    count, start = -(-len(content) // size), len(table)
    if not count:
        return END, before
    table += [*range(start + 1, start + count), END]
    missing = count * size - len(content)
    return start, before + content + filler * (missing // len(filler))


def entry(said: list[object]) -> bytes:
    name, kind, right, child, start, size = said
    letters = f"{name}\0".encode("utf-16-le") if name else b""
    return ENTRY.pack(letters, len(letters), kind, 1, NONE, right, child, start, size)
