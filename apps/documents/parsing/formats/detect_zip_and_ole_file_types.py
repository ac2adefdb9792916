"""Detects the type of an Office file, book or picture by its content: ZIP by what lies in it, OLE by its streams."""

import struct
import zlib
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from apps.documents.parsing.formats.office_and_picture_media_types import (
    DOC,
    DOCX,
    EPUB,
    HEIC,
    JPEG,
    MSG,
    ODP,
    ODS,
    ODT,
    PNG,
    PPT,
    PPTX,
    RTF,
    TIFF,
    WEBP,
    XLS,
    XLSB,
    XLSX,
)
from apps.documents.parsing.types import FailureReason, ParseFailure

if TYPE_CHECKING:
    import olefile

ZIP, OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LARGEST_UNPACKED = 1024 * 2**20
LARGEST_RATIO, RATIO_COUNTS_FROM = 200, 64 * 2**20
"""Of unpacked to packed bytes, in files that are large when unpacked: XML packs twenty to one, zeros a thousand."""
LARGEST_DIRECTORY = 8 * 2**20
END_OF_DIRECTORY = b"PK\x05\x06"

FOLDERS = (("word/", DOCX), ("ppt/", PPTX), ("xl/workbook.bin", XLSB), ("xl/", XLSX))
# The type of a template is that of the document followed by "-template".
MIMETYPES = {ODT: ODT, f"{ODT}-template": ODT, ODP: ODP, f"{ODP}-template": ODP, EPUB: EPUB}
MIMETYPES |= {ODS: ODS, f"{ODS}-template": ODS}
MAGIC = ((b"{\\rtf", RTF), (b"\xff\xd8\xff", JPEG), (b"\x89PNG\r\n\x1a\n", PNG), (b"II*\x00", TIFF), (b"MM\x00*", TIFF))
HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
"""What phones call their pictures and bursts, and the form in which others store them."""
TYPE_BY_STREAM = (
    ("WordDocument", DOC),
    ("PowerPoint Document", PPT),
    ("Workbook", XLS),
    ("Book", XLS),
    ("__properties_version1.0", MSG),
)
ENCRYPTED_STREAMS = ("EncryptedPackage", "EncryptedSummary")
WORD_FLAGS = struct.Struct("<10xH")
WORD_ENCRYPTED = 0x0100
RECORD_HEAD, FILEPASS, MOST_RECORDS = struct.Struct("<HH"), 0x2F, 100


def office_type(data: bytes) -> str | None:
    """Returns its media type, None for everything that is none of them.

    Raises ParseFailure: encrypted, damaged, unpacked_limit. Nothing is unpacked but names and a line.
    """
    if data.startswith(ZIP):
        return type_of_zip(data)
    if data.startswith(OLE):
        return type_of_ole(data)
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return WEBP
    if data[4:8] == b"ftyp" and data[8:12] in HEIC_BRANDS:
        return HEIC
    return next((kind for magic, kind in MAGIC if data.startswith(magic)), None)


def type_of_zip(data: bytes) -> str | None:
    try:
        refuse_long_directory(data)
        with ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            refuse_zip_bomb(entries, len(data))
            kind = type_by_mimetype(archive) or type_by_folder(entries)
            if kind is not None and is_encrypted(archive, entries):
                raise encrypted_failure()
            return kind
    except (BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError, zlib.error) as error:
        raise damaged_failure("ZIP") from error


def refuse_long_directory(data: bytes) -> None:
    """Reading millions of names takes gigabytes. Raises ParseFailure."""
    at = data.rfind(END_OF_DIRECTORY, max(0, len(data) - 65_557))
    if at < 0 or len(data) < at + 16:
        raise damaged_failure("ZIP")
    (size,) = struct.unpack_from("<I", data, at + 12)
    if size > LARGEST_DIRECTORY:
        raise too_large_failure(size)


def refuse_zip_bomb(entries: Sequence[ZipInfo], packed: int) -> None:
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > LARGEST_UNPACKED:
        raise too_large_failure(unpacked)
    if unpacked > RATIO_COUNTS_FROM and unpacked > packed * LARGEST_RATIO:
        detail = f"Unpacked it would be {unpacked / packed:.0f} times as large. Store it anew or split it."
        raise ParseFailure(FailureReason.UNPACKED_LIMIT, detail, size=unpacked, times=LARGEST_RATIO)


def type_by_mimetype(archive: ZipFile) -> str | None:
    """OpenDocument and EPUB say what they are in a file of that name."""
    if "mimetype" not in archive.namelist():
        return None
    with archive.open("mimetype") as file:
        return MIMETYPES.get(file.read(200).decode("ascii", "replace").strip())


def type_by_folder(entries: Sequence[ZipInfo]) -> str | None:
    names = [entry.filename.replace("\\", "/").lower().lstrip("/") for entry in entries]
    if "[content_types].xml" not in names:
        return None
    return next((kind for folder, kind in FOLDERS if any(name.startswith(folder) for name in names)), None)


def is_encrypted(archive: ZipFile, entries: Sequence[ZipInfo]) -> bool:
    if any(entry.flag_bits & 1 for entry in entries):
        return True
    if "META-INF/manifest.xml" not in archive.namelist():
        return False
    with archive.open("META-INF/manifest.xml") as file:
        return b"encryption-data" in file.read(2**20)


def type_of_ole(data: bytes) -> str | None:
    import olefile

    try:
        with olefile.OleFileIO(BytesIO(data)) as file:
            if is_truncated(file):
                raise damaged_failure("OLE")
            roots = {path[0] for path in file.listdir() if len(path) == 1}
            kind = next((kind for stream, kind in TYPE_BY_STREAM if stream in roots), None)
            if roots & set(ENCRYPTED_STREAMS) or (
                kind in ENCRYPTION_CHECKS and ENCRYPTION_CHECKS[kind](open_main_stream(file, kind))
            ):
                raise encrypted_failure()
            return kind
    except (OSError, ValueError, IndexError, AttributeError, RecursionError, struct.error) as error:
        raise damaged_failure("OLE") from error


def is_truncated(file: "olefile.OleFileIO") -> bool:
    """Whether a sector is named that the file does not have: the library gives what is left of a stream.

    A last sector that is cut short counts, since some programs do not fill it.
    """
    import olefile

    streams = (each for each in file.direntries if each is not None and each.size >= file.minisectorcutoff)
    named = chain(file.fat, (each.isectStart for each in streams), [file.first_dir_sector])
    return any(file.nb_sect <= sector < olefile.MAXREGSECT for sector in named)


def word_is_encrypted(stream: BinaryIO) -> bool:
    """Asks a bit in the header of the document, [MS-DOC] 2.5.2."""
    head = stream.read(WORD_FLAGS.size)
    return len(head) == WORD_FLAGS.size and bool(WORD_FLAGS.unpack(head)[0] & WORD_ENCRYPTED)


def workbook_is_encrypted(stream: BinaryIO) -> bool:
    """Looks for a record of its own among the first, [MS-XLS] 2.4.117."""
    for _ in range(MOST_RECORDS):
        head = stream.read(RECORD_HEAD.size)
        if len(head) < RECORD_HEAD.size:
            return False
        kind, length = RECORD_HEAD.unpack(head)
        if kind == FILEPASS:
            return True
        stream.read(length)
    return False


ENCRYPTION_CHECKS: dict[str, Callable[[BinaryIO], bool]] = {DOC: word_is_encrypted, XLS: workbook_is_encrypted}


def open_main_stream(file: "olefile.OleFileIO", kind: str) -> BinaryIO:
    """The stream of the kind. Raises OSError."""
    stream: BinaryIO = file.openstream(
        next(name for name, made in TYPE_BY_STREAM if made == kind and file.exists(name))
    )
    return stream


def encrypted_failure() -> ParseFailure:
    return ParseFailure(FailureReason.ENCRYPTED, "The file opens with a password only. Store it without one.")


def damaged_failure(container: str) -> ParseFailure:
    return ParseFailure(FailureReason.DAMAGED, f"The file begins like {container}, but its parts cannot be found.")


def too_large_failure(size: int) -> ParseFailure:
    detail = f"Unpacked it would be {size / 2**20:.0f} MiB. Store it anew or split it."
    return ParseFailure(FailureReason.UNPACKED_LIMIT, detail, size=size, limit=LARGEST_UNPACKED)
