"""Makes a printable copy of a text document or slides, parts rewritten where needed; in the sandboxed child."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, ODP, ODT, PPTX
from apps.documents.parsing.prepare_for_conversion import (
    hide_tiny_word_text,
    mark_opendocument_strikethrough,
    mark_word_strikethrough,
    remove_word_line_numbers,
    replace_opendocument_symbols_and_fields,
    replace_word_symbols_and_fields,
    resolve_opendocument_tracked_changes,
    resolve_word_tracked_changes,
)
from apps.documents.parsing.prepare_for_conversion.flatten_nested_tables import flatten_deep_tables, has_many_tables
from apps.documents.parsing.prepare_for_conversion.insert_word_imported_parts import (
    MAIN,
    has_imported_parts,
    insert_imported_parts,
)
from apps.documents.parsing.strip_entity_declarations import LOOKED_AT, has_declarations, strip_entity_declarations
from apps.documents.parsing.types import FailureReason, ParseFailure

COPIED_TYPES = frozenset({DOCX, ODT, PPTX, ODP})
"""Types that are looked into before they are printed."""
LARGEST_PART = 64 * 2**20
Rewrite = Callable[[bytes], bytes]
RewriteWhere = tuple[Rewrite, tuple[bytes, ...]]
"""With what a part must hold for it."""
DECIDE = {DOCX: resolve_word_tracked_changes.decide_changes, ODT: resolve_opendocument_tracked_changes.decide_changes}
MARKS = {DOCX: resolve_word_tracked_changes.MARKS, ODT: resolve_opendocument_tracked_changes.MARKS}
HAS_RUNS = re.compile(rb"<w:r[\s>]")
"""Only words are changed or told: not what a part of Word's styles, colours or settings says."""
TELL: dict[str, tuple[RewriteWhere, ...]] = {
    DOCX: (
        (replace_word_symbols_and_fields.replace_symbols_and_fields, replace_word_symbols_and_fields.MARKS),
        (remove_word_line_numbers.remove_line_numbers, remove_word_line_numbers.MARKS),
    ),
    ODT: (
        (
            replace_opendocument_symbols_and_fields.replace_symbols_and_fields,
            replace_opendocument_symbols_and_fields.MARKS,
        ),
    ),
}
"""What is told in words and signs or is no text, by what a part must hold for it."""


def printable_copy(data: bytes, media_type: str, changes: TrackedChanges) -> bytes:
    """Empty where the file itself can be printed. Raises ParseFailure (damaged, unpacked_limit)."""
    with ZipFile(BytesIO(data)) as archive:
        by_styles = rewrites_by_styles(archive, media_type)
        parts = {
            name: part
            for name in archive.namelist()
            if (part := rewrite_part(archive, name, media_type, changes, by_styles))
        }
        return copy_archive(archive, parts) if parts else b""


def rewrite_part(
    archive: ZipFile, name: str, media_type: str, changes: TrackedChanges, by_styles: Sequence[RewriteWhere]
) -> bytes:
    """The part anew; empty where it stays as it is."""
    if not name.endswith(".xml") or is_printed_anyway(archive, name, media_type):
        return b""
    part = original = read_part(archive, name)
    for rewrite in needed_rewrites(archive, name, part, media_type, changes, by_styles):
        part = rewrite(part)
    return part if part != original else b""


def is_printed_anyway(archive: ZipFile, name: str, media_type: str) -> bool:
    """Whether a part is printed at any size: of slides nothing but its beginning is looked at."""
    if media_type in DECIDE:
        return False
    with archive.open(name) as file:
        return not has_declarations(file.read(LOOKED_AT))


def needed_rewrites(
    archive: ZipFile,
    name: str,
    part: bytes,
    media_type: str,
    changes: TrackedChanges,
    by_styles: Sequence[RewriteWhere],
) -> Iterator[Rewrite]:
    """`part` is what the archive holds by this name."""
    if has_declarations(part):
        yield strip_entity_declarations
    if media_type == DOCX and name == MAIN and has_imported_parts(archive):
        yield lambda part: insert_imported_parts(part, archive)
    if media_type not in DECIDE or (media_type == DOCX and not HAS_RUNS.search(part)):
        return
    if has_many_tables(part):
        yield flatten_deep_tables
    if changes != TrackedChanges.SHOWN and any(mark in part for mark in MARKS[media_type]):
        yield lambda part: DECIDE[media_type](part, changes)
    for rewrite, marks in (*by_styles, *TELL[media_type]):
        if any(mark in part for mark in marks):
            yield rewrite


def rewrites_by_styles(archive: ZipFile, media_type: str) -> list[RewriteWhere]:
    """They know the styles of the file, which are read once for all its parts."""
    if media_type == DOCX:
        part = read_part_or_empty(archive, mark_word_strikethrough.STYLES)
        styles, sizes = mark_word_strikethrough.struck_styles(part), hide_tiny_word_text.styles_by_name(part)
        marks = (*mark_word_strikethrough.MARKS, *map(quoted_name, styles))
        return [
            (partial(hide_tiny_word_text.hide_minute_letters, named=sizes), hide_tiny_word_text.MARKS),
            (partial(mark_word_strikethrough.mark_struck_words, styles=styles), marks),
        ]
    if media_type == ODT:
        lines = mark_opendocument_strikethrough.named_strike_styles(
            read_part_or_empty(archive, mark_opendocument_strikethrough.STYLES)
        )
        marks = (
            *mark_opendocument_strikethrough.MARKS,
            *(quoted_name(name) for (_, name), struck in lines.items() if struck),
        )
        return [(partial(mark_opendocument_strikethrough.mark_struck_words, named=lines), marks)]
    return []


def quoted_name(name: str) -> bytes:
    return f'"{name}"'.encode()


def read_part_or_empty(archive: ZipFile, name: str) -> bytes:
    """Empty where the file has no such part."""
    return read_part(archive, name) if name in archive.namelist() else b""


def read_part(archive: ZipFile, name: str) -> bytes:
    """Raises ParseFailure (unpacked_limit)."""
    size = archive.getinfo(name).file_size
    if size > LARGEST_PART:
        detail = f"A part of the file has {size / 2**20:.0f} MiB. Split it."
        raise ParseFailure(FailureReason.UNPACKED_LIMIT, detail, size=size, limit=LARGEST_PART)
    return archive.read(name)


def copy_archive(archive: ZipFile, parts: dict[str, bytes]) -> bytes:
    """Copies in the order of the archive; OpenDocument wants its first file unpacked."""
    buffer = BytesIO()
    with ZipFile(buffer, "w") as made:
        for entry in archive.infolist():
            how = ZIP_STORED if entry.filename == "mimetype" else ZIP_DEFLATED
            made.writestr(entry.filename, parts.get(entry.filename) or archive.read(entry), how)
    return buffer.getvalue()
