"""ZIP archives: the files in them one by one, within limits. What stands in an archive within it stays closed."""

import zlib
from collections.abc import Iterator
from io import BytesIO
from lzma import LZMAError
from zipfile import BadZipFile, ZipFile, ZipInfo

from apps.documents.parsing.containers.decode_zip_entry_names import entry_names
from apps.documents.parsing.containers.enclosed_file import EnclosedFile, is_system_file, safe_name
from apps.documents.parsing.formats.detect_zip_and_ole_file_types import (
    damaged_failure,
    encrypted_failure,
    office_type,
    refuse_long_directory,
    refuse_zip_bomb,
)
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import FailureReason, ParseFailure

MOST_FILES = 2_000
BEGINS = (b"PK\x03\x04", b"PK\x05\x06")
"""The second is an archive without a file."""
BROKEN = (BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError, zlib.error, LZMAError)


def is_zip_archive(data: bytes) -> bool:
    """Whether it is a ZIP and none of the formats that are a ZIP inside. Raises ParseFailure as office_type does."""
    return data.startswith(BEGINS) and office_type(data) is None


def files_of_archive(data: bytes) -> Iterator[EnclosedFile]:
    """Yields files in the order of the archive, unpacked one at a time, each of at most ParseLimits.size bytes.

    Raises ParseFailure before the first file: damaged, unpacked_limit, no_text when it holds no file.
    """
    try:
        refuse_long_directory(data)
        archive = ZipFile(BytesIO(data))
        entries = wanted_entries(archive)
        refuse_zip_bomb([entry for entry, _ in entries], len(data))
    except BROKEN as error:
        raise damaged_failure("ZIP") from error
    if not entries:
        raise ParseFailure(FailureReason.NO_TEXT, "The archive holds no file.")
    if len(entries) > MOST_FILES:
        detail = f"The archive holds {len(entries)} files, more than the {MOST_FILES} allowed. Split it."
        raise ParseFailure(FailureReason.UNPACKED_LIMIT, detail, files=len(entries), most=MOST_FILES)
    return (unpack_entry(archive, entry, name) for entry, name in entries)


def wanted_entries(archive: ZipFile) -> list[tuple[ZipInfo, str]]:
    """Each with its name as it is safe."""
    # A name may be empty, of which zipfile asks the last letter.
    entries = [entry for entry in archive.infolist() if entry.filename and not entry.is_dir()]
    named = zip(entries, map(safe_name, entry_names(entries)), strict=True)
    return [(entry, name) for entry, name in named if name and not is_system_file(name)]


def unpack_entry(archive: ZipFile, entry: ZipInfo, name: str) -> EnclosedFile:
    limit = ParseLimits().size
    if entry.flag_bits & 1:
        return EnclosedFile(name, failure=encrypted_failure())
    if entry.file_size > limit:
        detail = "The file is larger than is allowed."
        failure = ParseFailure(FailureReason.SIZE_LIMIT, detail, size=entry.file_size, limit=limit)
        return EnclosedFile(name, failure=failure)
    try:
        # Never more than the directory says: the reader stops there, whatever the packed bytes become.
        return EnclosedFile(name, archive.read(entry))
    except BROKEN:
        return EnclosedFile(name, failure=damaged_failure("ZIP"))
