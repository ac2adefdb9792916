"""The texts of slides in `.ppt`, which print may have broken or cut off.

Source: Microsoft's [MS-PPT]: texts of titles and outlines stand in the list of slides behind the SlidePersistAtom of
their slide, all others in the drawing of the slide itself. What masters hold is no text of a slide.
"""

from collections.abc import Iterator

from apps.documents.parsing.office_source_text.ppt_speaker_notes import (
    DEEPEST,
    OF_SLIDES,
    SLIDE_OF_LIST,
    TEXT_IN_BYTES,
    TEXT_IN_UNICODE,
    SlideRecord,
    child_records,
    current_objects,
    decode_paragraphs,
    listed_objects,
    lists_of_slides,
    read_record,
    stream_and_edit,
)


def slide_texts_in_ppt(data: bytes) -> list[tuple[int, str]]:
    """(number of the slide, paragraph). Raises OSError, KeyError, struct.error: the records are damaged."""
    return slide_texts_in_stream(*stream_and_edit(data))


def slide_texts_in_stream(stream: bytes, edit: int) -> list[tuple[int, str]]:
    """Reads texts by slide number; `edit` is where the last edit stands in the stream."""
    places, document = current_objects(stream, edit)
    lists = lists_of_slides(stream, places[document])
    found = [each for records in lists if records.instance == OF_SLIDES for each in outline_texts(stream, records)]
    for number, (place, _) in enumerate(listed_objects(stream, lists, OF_SLIDES), 1):
        found += [(number, text) for text in drawn_texts(stream, read_record(stream, places[place]))]
    return sorted(found, key=lambda each: each[0])


def outline_texts(stream: bytes, records: SlideRecord) -> Iterator[tuple[int, str]]:
    number = 0
    for each in child_records(stream, records):
        number += each.kind == SLIDE_OF_LIST
        if is_text_record(each) and number:
            yield from ((number, text) for text in decode_paragraphs(stream, each))


def drawn_texts(stream: bytes, record: SlideRecord, depth: int = 0) -> Iterator[str]:
    for each in child_records(stream, record):
        if is_text_record(each):
            yield from decode_paragraphs(stream, each)
        elif each.is_container and depth < DEEPEST:
            yield from drawn_texts(stream, each, depth + 1)


def is_text_record(record: SlideRecord) -> bool:
    return record.kind in (TEXT_IN_UNICODE, TEXT_IN_BYTES)
