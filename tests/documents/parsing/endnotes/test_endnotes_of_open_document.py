"""Endnotes of OpenDocument texts belong to the paragraph that names them; footnotes are told by their print."""

from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.formats.office_and_picture_media_types import ODT
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from tests.documents.office_files import odt

NOTE = (
    "<text:note text:note-class='{}'><text:note-citation>{}</text:note-citation>"
    "<text:note-body><text:p>{}</text:p></text:note-body></text:note>"
)


def test_a_paragraph_has_the_endnotes_that_it_names() -> None:
    foot, end = NOTE.format("footnote", "1", "Am Fuß."), NOTE.format("endnote", "ii", "Für Studierende die Hälfte.")
    [paragraph] = read_source_paragraphs(
        odt(f"<text:p>Die Gebühr{foot} beträgt <text:span>30 Euro</text:span>{end}.</text:p>"), ODT
    )
    assert paragraph.endnotes == (Endnote("ii", "Für Studierende die Hälfte.", "Die Gebühr beträgt 30 Euro"),)


def test_text_is_kept_once_between_the_marks_of_a_paragraph() -> None:
    end = NOTE.format("endnote", "i", "Im Mai.")
    [paragraph] = read_source_paragraphs(odt(f"<text:p>Der Eintritt{end} ist frei{end}.</text:p>"), ODT)
    assert [each.before for each in paragraph.endnotes] == ["Der Eintritt", " ist frei"]
