import struct

from apps.documents.parsing.office_source_text.ppt_slide_texts import slide_texts_in_stream
from apps.documents.parsing.office_source_text.ppt_speaker_notes import notes_of_stream
from tests.documents.parsing.office_source_text.test_ppt_speaker_notes import (
    FIRST,
    NOTES,
    SECOND,
    atom,
    container,
    edit,
    slides,
)

OF_MASTERS = 1


def persist(place: int, identifier: int) -> bytes:
    return atom(0x3F3, struct.pack("<IIiII", place, 0, 0, identifier, 0))


def slide(*texts: str) -> bytes:
    boxes = (container(0xF00D, atom(0xFA0, text.encode("utf-16-le"))) for text in texts)
    return container(0x3EE, container(0x40C, container(0xF002, container(0xF003, *boxes))))


def test_texts_of_the_outline_and_of_boxes_stand_on_their_slides() -> None:
    outline = container(
        0xFF0,
        persist(2, FIRST),
        atom(0xFA8, "Übersicht".encode("latin-1")),
        persist(3, SECOND),
        atom(0xFA8, b"Kosten"),
        instance=0,
    )
    masters = container(0xFF0, persist(9, 900), atom(0xFA8, b"Titelmuster bearbeiten"), instance=OF_MASTERS)
    document = container(0x3E8, masters, outline, slides(2, (4, 300), (5, 301)))
    objects = {1: document, 2: slide("Links\rUnten", "Rechts"), 3: slide("Gebühr\v2026"), **NOTES}
    stream, last = edit(b"", objects)
    assert slide_texts_in_stream(stream, last) == [
        (1, "Übersicht"), (1, "Links"), (1, "Unten"), (1, "Rechts"), (2, "Kosten"), (2, "Gebühr 2026"),
    ]  # fmt: skip
    assert (1, "Anfang") in notes_of_stream(stream, last)
