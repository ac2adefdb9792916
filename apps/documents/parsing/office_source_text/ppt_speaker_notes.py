"""Speaker notes of `.ppt`: records of the stream `PowerPoint Document`.

Source: Microsoft's [MS-PPT], records UserEditAtom, PersistDirectoryAtom, SlideListWithTextContainer, SlidePersistAtom,
NotesContainer, NotesAtom, TextHeaderAtom, PlaceholderAtom and TextContainerMetaCharacter.
"""

import struct
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

STREAM, USER = "PowerPoint Document", "Current User"
LIST_OF_SLIDES, SLIDE_OF_LIST = 0x0FF0, 0x03F3
OF_SLIDES, OF_NOTES = 0, 2
NOTES, ABOUT_NOTES = 0x03F0, 0x03F1
KIND_OF_TEXT, TEXT_IN_UNICODE, TEXT_IN_BYTES = 0x0F9F, 0x0FA0, 0x0FA8
BODY_OF_NOTES, OTHER_TEXT = 2, 4
DATA_OF_SHAPE, PLACEHOLDER = 0xF011, 0x0BC3
EDGE_PLACEHOLDERS = (b"\x07", b"\x08", b"\x09", b"\x0a")
"""Date, number, foot and head."""
FIELDS_OF_EDGES = frozenset({0x0FD8, 0x0FF7, 0x0FF8, 0x0FF9, 0x0FFA, 0x1015})
"""Number, three kinds of dates, head and foot within a text; notes may hold them as well."""
IS_CONTAINER = 0xF
MOST_EDITS = 1_000
DEEPEST = 20


class SlideRecord(NamedTuple):
    """`begin` and `end` are those of its content in the stream."""

    kind: int
    instance: int
    is_container: bool
    begin: int
    end: int


def notes_in_ppt(data: bytes) -> list[tuple[int, str]]:
    """(number of the slide, paragraph) in the order of the slides.

    Raises OSError, KeyError, struct.error: the records are damaged.
    """
    return notes_of_stream(*stream_and_edit(data))


def stream_and_edit(data: bytes) -> tuple[bytes, int]:
    """The stream with all records, and where its last edit stands. Raises the same."""
    import olefile

    with olefile.OleFileIO(BytesIO(data)) as file:
        (edit,) = struct.unpack_from("<I", file.openstream(USER).read(), 16)
        return file.openstream(STREAM).read(), edit


def notes_of_stream(stream: bytes, edit: int) -> list[tuple[int, str]]:
    """Reads notes by slide number; `edit` is where the last edit stands in the stream."""
    places, document = current_objects(stream, edit)
    lists = lists_of_slides(stream, places[document])
    numbers = {slide: number for number, (_, slide) in enumerate(listed_objects(stream, lists, OF_SLIDES), 1)}
    found: list[tuple[int, str]] = []
    for place, _ in listed_objects(stream, lists, OF_NOTES):
        notes = read_record(stream, places[place])
        number = numbers.get(slide_identifier(stream, notes), 0)
        found += [(number, text) for text in note_paragraphs(stream, notes) if number]
    return sorted(found, key=lambda each: each[0])


def lists_of_slides(stream: bytes, place: int) -> list[SlideRecord]:
    """Returns the lists of slides, masters and notes in the document that stands there."""
    return [each for each in child_records(stream, read_record(stream, place)) if each.kind == LIST_OF_SLIDES]


def current_objects(stream: bytes, edit: int) -> tuple[dict[int, int], int]:
    """Returns where each object stands that the last edit has kept, and the number of the document among them."""
    places: dict[int, int] = {}
    document = 0
    for _ in range(MOST_EDITS):
        before, directory, number = struct.unpack_from("<III", stream, edit + 16)
        document = document or number
        places = read_directory(stream, directory) | places
        if not before:
            break
        edit = before
    return places, document


def read_directory(stream: bytes, position: int) -> dict[int, int]:
    record = read_record(stream, position)
    places: dict[int, int] = {}
    position = record.begin
    while position < record.end:
        (entry,) = struct.unpack_from("<I", stream, position)
        first, count = entry & 0xFFFFF, entry >> 20
        offsets = struct.unpack_from(f"<{count}I", stream, position + 4)
        places |= dict(enumerate(offsets, first))
        position += 4 + 4 * count
    return places


def listed_objects(stream: bytes, lists: Sequence[SlideRecord], instance: int) -> Iterator[tuple[int, int]]:
    """(object, identifier) of each slide or page of notes."""
    for each in lists:
        if each.instance == instance:
            for record in child_records(stream, each):
                if record.kind == SLIDE_OF_LIST:
                    place, _, _, identifier = struct.unpack_from("<IIiI", stream, record.begin)
                    yield place, identifier


def slide_identifier(stream: bytes, notes: SlideRecord) -> int:
    """The identifier of the slide that a page of notes belongs to; 0 for none."""
    about = (each for each in child_records(stream, notes) if notes.kind == NOTES and each.kind == ABOUT_NOTES)
    return next((int(struct.unpack_from("<I", stream, each.begin)[0]) for each in about), 0)


def note_paragraphs(stream: bytes, record: SlideRecord, depth: int = 0) -> Iterator[str]:
    """Paragraphs of the notes, also of plain text boxes, as LibreOffice stores them; without the edges of the page."""
    parts = list(child_records(stream, record))
    if any(is_header_or_footer(stream, each) for each in parts):
        return
    wanted = {BODY_OF_NOTES} if any(each.kind in FIELDS_OF_EDGES for each in parts) else {BODY_OF_NOTES, OTHER_TEXT}
    kind = -1
    for each in parts:
        if each.is_container and depth < DEEPEST:
            yield from note_paragraphs(stream, each, depth + 1)
        elif each.kind == KIND_OF_TEXT:
            (kind,) = struct.unpack_from("<I", stream, each.begin)
        elif kind in wanted and each.kind in (TEXT_IN_UNICODE, TEXT_IN_BYTES):
            yield from decode_paragraphs(stream, each)


def is_header_or_footer(stream: bytes, record: SlideRecord) -> bool:
    """Whether it says that the shape around it is date, number, head or foot of the page."""
    return record.kind == DATA_OF_SHAPE and any(
        each.kind == PLACEHOLDER and stream[each.begin + 4 : each.begin + 5] in EDGE_PLACEHOLDERS
        for each in child_records(stream, record)
    )


def decode_paragraphs(stream: bytes, text: SlideRecord) -> list[str]:
    encoding = "utf-16-le" if text.kind == TEXT_IN_UNICODE else "latin-1"
    return stream[text.begin : text.end].decode(encoding, "replace").replace("\v", " ").split("\r")


def child_records(stream: bytes, record: SlideRecord) -> Iterator[SlideRecord]:
    position = record.begin
    while position + 8 <= record.end:
        child = read_record(stream, position)
        yield child
        position = child.end


def read_record(stream: bytes, position: int) -> SlideRecord:
    head, kind, length = struct.unpack_from("<HHI", stream, position)
    return SlideRecord(
        kind, head >> 4, head & 0xF == IS_CONTAINER, position + 8, min(position + 8 + length, len(stream))
    )
