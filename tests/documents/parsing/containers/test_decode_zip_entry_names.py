import io
import struct
import zlib
from zipfile import ZipFile, ZipInfo

import pytest

from apps.documents.parsing.containers.decode_zip_entry_names import guess_name_encoding
from apps.documents.parsing.containers.enclosed_file import safe_name
from apps.documents.parsing.containers.zip_archive import files_of_archive
from tests.processor_time import at_most

NAMES = ["Übersicht der Straßen.txt", "Anträge/Größe.txt", "Café.txt"]


def archive_of(names: list[bytes], extra: bytes = b"") -> bytes:
    """As programs write it that do not say in which letters; by placeholders, since zipfile says it."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for number, name in enumerate(names):
            entry = ZipInfo(str(number).rjust(len(name), "x"))
            entry.extra = extra
            archive.writestr(entry, f"Inhalt {number}")
    data = buffer.getvalue()
    for number, name in enumerate(names):
        data = data.replace(str(number).rjust(len(name), "x").encode(), name)
    return data


def read(data: bytes) -> list[tuple[str, bytes]]:
    return [(file.name, file.data) for file in files_of_archive(data)]


@pytest.mark.parametrize("encoding", ["utf-8", "cp437", "cp850", "cp1252", "latin-1"])
def test_names_without_a_flag_are_read_in_the_letters_they_were_written_in(encoding: str) -> None:
    found = read(archive_of([name.encode(encoding) for name in NAMES]))
    assert found == [(name, f"Inhalt {number}".encode()) for number, name in enumerate(NAMES)]


@pytest.mark.parametrize("letter", "äöüÄÖÜßé")
@pytest.mark.parametrize("encoding", ["cp850", "cp1252"])
def test_one_letter_is_enough(letter: str, encoding: str) -> None:
    assert read(archive_of([f"a{letter}.txt".encode(encoding)])) == [(f"a{letter}.txt", b"Inhalt 0")]


def test_the_name_beside_the_name_wins() -> None:
    name = "Łódź.txt"
    field = b"\x01" + struct.pack("<I", zlib.crc32(b"?od?.txt\x84")) + name.encode()
    extra = struct.pack("<HH", 0x7075, len(field)) + field
    assert read(archive_of([b"?od?.txt\x84"], extra)) == [(name, b"Inhalt 0")]


def test_names_in_utf8_stay_right_beside_names_in_other_letters() -> None:
    """A second program has added to the archive of a first one."""
    found = read(archive_of(["Größe.txt".encode(), "Äpfel.txt".encode("cp850"), "Öl.txt".encode("cp850")]))
    assert [name for name, _ in found] == ["Größe.txt", "Äpfel.txt", "Öl.txt"]


def test_a_name_that_is_empty_costs_its_own_file_alone() -> None:
    assert read(archive_of([b"\0\0", b"b.txt"])) == [("b.txt", b"Inhalt 1")]


@pytest.mark.parametrize("mark", ["\u202e", "\u2067", "\u061c"])
def test_no_sign_turns_the_direction_of_a_name(mark: str) -> None:
    assert safe_name(f"Bescheid{mark}fdp.exe") == "Bescheidfdp.exe"


def test_long_names_take_no_time() -> None:
    """Several megabytes fit into the directory of an archive."""
    names = [f"{number}".encode() + b"\x84" * 3_000 for number in range(1_000)]
    with at_most(0.3):
        assert guess_name_encoding(names) == "cp437"
