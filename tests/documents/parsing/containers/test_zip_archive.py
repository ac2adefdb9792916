import io
import struct
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest

from apps.documents.parsing.containers.enclosed_file import safe_name
from apps.documents.parsing.containers.zip_archive import MOST_FILES, files_of_archive, is_zip_archive
from apps.documents.parsing.types import ParseFailure
from tests.documents.office_files import docx, packed


def names(data: bytes) -> list[str]:
    return [file.name for file in files_of_archive(data)]


def reason(data: bytes) -> str:
    with pytest.raises(ParseFailure) as failure:
        names(data)
    return failure.value.reason_code


@pytest.mark.parametrize(
    ("stored", "name"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/etc/shadow", "etc/shadow"),
        ("C:\\Akten\\a.pdf", "Akten/a.pdf"),
        ("rechnung\u202egnp.exe", "rechnunggnp.exe"),
        ("a\u200b\nb.txt", "ab.txt"),
        ("./..", ""),
    ],
)
def test_names_lead_nowhere_else_and_hide_nothing(stored: str, name: str) -> None:
    assert safe_name(stored) == name


def test_files_come_in_their_order_without_those_of_systems() -> None:
    parts = {"b.txt": "eins", "a/c.txt": "zwei", "__MACOSX/b.txt": "x", ".DS_Store": "x", "a/Thumbs.db": "x"}
    found = list(files_of_archive(packed(parts)))
    assert [(file.name, file.data) for file in found] == [("b.txt", b"eins"), ("a/c.txt", b"zwei")]


def test_an_office_file_is_no_archive() -> None:
    assert is_zip_archive(packed({"a.txt": "x"}))
    assert not is_zip_archive(docx("Text"))
    assert not is_zip_archive(b"Text")


def test_an_archive_of_zeros_is_refused_unopened() -> None:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for number in range(4):
            archive.writestr(f"{number}.txt", b"\0" * 30 * 2**20)
    assert reason(buffer.getvalue()) == "unpacked_limit"


def test_an_entry_that_unpacks_to_more_than_it_says_is_damaged() -> None:
    data = packed({"a.txt": "0" * 5_000_000})
    said = struct.pack("<I", 5_000_000)
    (file,) = files_of_archive(data.replace(said, struct.pack("<I", 100)))
    assert len(file.data) <= 100
    assert file.failure is not None
    assert file.failure.reason_code == "damaged"


def test_too_many_files_an_empty_archive_and_half_of_one_are_refused() -> None:
    assert reason(packed({f"{number}.txt": "x" for number in range(MOST_FILES + 1)})) == "unpacked_limit"
    assert reason(packed({})) == "no_text"
    assert reason(packed({"a.txt": "Text" * 100})[:60]) == "damaged"


def test_a_file_with_a_password_says_so_and_the_others_are_read() -> None:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        archive.writestr(ZipInfo("geheim.txt"), "x")
        archive.writestr(ZipInfo("offen.txt"), "y")
    data = bytearray(buffer.getvalue())
    entry = data.index(b"PK\x01\x02")
    data[entry + 8] |= 1
    secret, plain = files_of_archive(bytes(data))
    assert (secret.data, secret.failure and secret.failure.reason_code) == (b"", "encrypted")
    assert plain.data == b"y"


def test_a_file_that_is_damaged_inside_is_that_file_alone() -> None:
    stored = io.BytesIO()
    with ZipFile(stored, "w", ZIP_LZMA) as archive:
        archive.writestr("a.txt", "eins " * 200)
        archive.writestr("b.txt", "zwei")
    data = bytearray(stored.getvalue())
    # Behind the local header, the file's name and the nine bytes that tell how it is packed.
    at = 30 + len("a.txt") + 9
    data[at : at + 8] = b"\xff" * 8
    first, second = files_of_archive(bytes(data))
    assert first.failure is not None
    assert second.data == b"zwei"
