"""files: single files and folders, read recursively and in order; a JSONL file, an archive and a mail hold several."""

import os
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path, PurePath

from django.utils.translation import gettext as _

from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX
from apps.documents.parsing.limits import ParseLimits
from apps.documents.sources.connectors import jsonl
from apps.documents.sources.connectors.expand_enclosed_items import ARCHIVE_SUFFIX, expand_enclosed_items, shorten_id
from apps.documents.sources.connectors.source_item import Item, SourceError

NOT_SHOWN = re.compile("[\x00\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
READABLE_SUFFIXES = {suffix for suffix in MEDIA_TYPE_BY_SUFFIX if suffix != ".json"}


def items_of_paths(paths: Sequence[Path]) -> Iterator[Item]:
    """Lazily, without a stop at one bad document. A path that is missing beside others is an item of its own.

    Raises SourceError when none of the paths exists.
    """
    missing = [path for path in paths if not path.exists()]
    if len(missing) == len(paths):
        raise SourceError(
            _("There is no file or folder '%(path)s'. Give the path of a file or folder that exists.")
            % {"path": missing[0]}
        )
    for path in paths:
        root = path if path.is_dir() else path.parent
        for file in files_below(path):
            external_id = path_id(file.relative_to(root))
            if path.is_dir() and leads_out(file, path):
                detail = {"error": _("it is a link that leads out of the folder")}
                yield Item(external_id, printable_name(file.name), reason_code="unreadable_file", reason_detail=detail)
            else:
                yield from items_of_local_file(file, external_id)


def leads_out(file: Path, folder: Path) -> bool:
    """Whether a link makes a file elsewhere look as if it were in the folder: who named the folder did not mean it."""
    return not file.resolve().is_relative_to(folder.resolve())


def path_id(path: PurePath) -> str:
    """The path as it can be stored."""
    return shorten_id(printable_name(path.as_posix()))


def printable_name(name: str) -> str:
    """A file name need not be UTF-8, which is all that a database keeps; names that differ still differ.

    Signs that turn the direction of writing are told by their numbers: "fdp.exe" behind one would look like a PDF. So
    is NUL, which names at a server may hold and no database keeps.
    """
    name = NOT_SHOWN.sub(lambda found: f"[U+{ord(found[0]):04X}]", name)
    try:
        name.encode()
    except UnicodeEncodeError:
        return f"{name.encode('utf-8', 'replace').decode()}-{sha256(os.fsencode(name)).hexdigest()[:8]}"
    return name


def files_below(path: Path) -> Iterator[Path]:
    """All files below, sorted by name within each folder; hidden ones are no documents."""
    if not path.is_dir():
        yield path
        return
    try:
        entries = sorted(path.iterdir())
    except OSError:
        yield path
        return
    for entry in entries:
        if entry.name.startswith((".", "~$")):
            continue
        # Links to folders could lead round in a circle.
        if entry.is_dir() and not entry.is_symlink():
            yield from files_below(entry)
        elif not entry.is_dir() and not is_special_file(entry):
            yield entry


def is_special_file(entry: Path) -> bool:
    """Pipes, sockets and devices: who opens a pipe waits for its writer, perhaps for ever."""
    return entry.is_fifo() or entry.is_socket() or entry.is_char_device() or entry.is_block_device()


def items_of_local_file(file: Path, external_id: str) -> Iterator[Item]:
    suffix, name = printable_name(file.suffix.lower()), printable_name(file.name)
    try:
        if suffix == ".jsonl":
            yield from jsonl.items_of_file(file, external_id)
        elif suffix not in READABLE_SUFFIXES | {ARCHIVE_SUFFIX}:
            yield Item(external_id, name, reason_code="unsupported_type", reason_detail={"kind": suffix or name})
        else:
            yield from expand_enclosed_items(read_item(file, external_id))
    except OSError as error:
        detail = {"error": error.strerror or type(error).__name__}
        yield Item(external_id, name, reason_code="unreadable_file", reason_detail=detail)


def read_item(file: Path, external_id: str) -> Item:
    """Raises OSError. A file that is too large is not read into memory."""
    name, size, limit = printable_name(file.name), file.stat().st_size, ParseLimits().size
    if size > limit:
        return Item(external_id, name, reason_code="size_limit", reason_detail={"size": size, "limit": limit})
    return Item(external_id, name, file.read_bytes(), MEDIA_TYPE_BY_SUFFIX.get(file.suffix.lower(), ""))
