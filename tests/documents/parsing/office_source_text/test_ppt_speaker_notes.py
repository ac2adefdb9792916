import struct

import pytest

from apps.documents.parsing.formats.office_and_picture_media_types import PPT
from apps.documents.parsing.office_source_text.ppt_speaker_notes import notes_of_stream
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs

FIRST, SECOND = 256, 257
OTHER = 4


def atom(kind: int, content: bytes, instance: int = 0) -> bytes:
    return struct.pack("<HHI", instance << 4, kind, len(content)) + content


def container(kind: int, *parts: bytes, instance: int = 0) -> bytes:
    content = b"".join(parts)
    return struct.pack("<HHI", instance << 4 | 0xF, kind, len(content)) + content


def slides(instance: int, *places: tuple[int, int]) -> bytes:
    atoms = (atom(0x3F3, struct.pack("<IIiII", place, 0, 0, identifier, 0)) for place, identifier in places)
    return container(0xFF0, *atoms, instance=instance)


def notes(slide: int, text: bytes, kind: int = 0xFA0) -> bytes:
    body = container(0xF00D, atom(0xF9F, struct.pack("<I", 2)), atom(kind, text))
    return page_of_notes(slide, box(b"*", atom(0xFD8, bytes(4))), container(0xF004, body))


def box(text: bytes, *fields: bytes, data: bytes = b"") -> bytes:
    """A shape with text of no kind of its own; `data` says what placeholder it is."""
    return container(0xF004, data, container(0xF00D, atom(0xF9F, struct.pack("<I", OTHER)), atom(0xFA8, text), *fields))


def page_of_notes(slide: int, *shapes: bytes) -> bytes:
    return container(0x3F0, atom(0x3F1, struct.pack("<IHH", slide, 0, 0)), *shapes)


def edit(stream: bytes, objects: dict[int, bytes], before: int = 0) -> tuple[bytes, int]:
    """The stream with an edit behind it that stores these objects; and where the edit stands."""
    places = {}
    for number, content in objects.items():
        places[number] = len(stream)
        stream += content
    entries = b"".join(struct.pack("<II", 1 << 20 | number, place) for number, place in places.items())
    directory = len(stream)
    stream += atom(0x1772, entries)
    return stream + atom(0xFF5, struct.pack("<IIIII8x", 0, 0, before, directory, 1)), len(stream)


DOCUMENT = container(0x3E8, slides(0, (2, FIRST), (3, SECOND)), slides(2, (4, 300), (5, 301)))
NOTES = {4: notes(SECOND, "Begrüßen.\rDann\vfragen.".encode("utf-16-le")), 5: notes(FIRST, b"Anfang", 0xFA8)}


def test_notes_stand_behind_their_slides_without_the_number_of_the_page() -> None:
    stream, last = edit(b"", {1: DOCUMENT, **NOTES})
    assert notes_of_stream(stream, last) == [(1, "Anfang"), (2, "Begrüßen."), (2, "Dann fragen.")]


def test_notes_in_plain_text_boxes_are_read_without_date_head_and_foot() -> None:
    """As LibreOffice stores them."""
    foot = container(0xF011, atom(0xBC3, struct.pack("<iBBH", 0, 9, 0, 0)))
    plain = page_of_notes(FIRST, box(b"Zum Beschluss."), box(b"*", atom(0xFF7, bytes(8))), box(b"Amt", data=foot))
    stream, last = edit(b"", {1: DOCUMENT, **NOTES, 5: plain})
    assert notes_of_stream(stream, last)[0] == (1, "Zum Beschluss.")
    assert len(notes_of_stream(stream, last)) == 3


def test_notes_that_were_changed_or_deleted_later_do_not_come_back() -> None:
    stream, first = edit(b"", {1: DOCUMENT, **NOTES})
    kept = container(0x3E8, slides(0, (2, FIRST), (3, SECOND)), slides(2, (4, 300)))
    stream, last = edit(stream, {1: kept, 4: notes(SECOND, b"Neu", 0xFA8)}, before=first)
    assert notes_of_stream(stream, last) == [(2, "Neu")]


def test_an_edit_that_names_itself_as_the_one_before_ends() -> None:
    stream, last = edit(b"\0" * 8, {1: DOCUMENT, **NOTES})
    loop = stream[: last + 16] + struct.pack("<I", last) + stream[last + 20 :]
    assert notes_of_stream(loop, last)[0] == (1, "Anfang")


def test_damaged_records_are_said_and_the_printed_slides_stay() -> None:
    stream, last = edit(b"", {1: DOCUMENT, **NOTES})
    with pytest.raises((struct.error, KeyError)):
        notes_of_stream(stream[: last + 10], last)
    assert read_source_paragraphs(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 kein Container", PPT) == []
