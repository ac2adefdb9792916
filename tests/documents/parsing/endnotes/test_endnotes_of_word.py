"""Endnotes of Word files belong to the paragraph that names them."""

import pytest

from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from tests.documents.office_files import packed

SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TEXT = (
    f"<w:document {SPACE}><w:body><w:p><w:r><w:t>Die Gebühr beträgt 30 Euro</w:t></w:r>"
    '<w:r><w:endnoteReference w:id="2"/></w:r><w:r><w:t>.</w:t></w:r></w:p><w:p><w:r><w:t>Ende.</w:t></w:r></w:p>'
    "</w:body></w:document>"
)
NOTES = (
    f'<w:endnotes {SPACE}><w:endnote w:id="0"><w:p/></w:endnote><w:endnote w:id="2"><w:p><w:r><w:endnoteRef/>'
    "<w:t>Für Studierende die Hälfte.</w:t></w:r></w:p></w:endnote></w:endnotes>"
)
DECIMAL = f'<w:settings {SPACE}><w:endnotePr><w:numFmt w:val="decimal"/></w:endnotePr></w:settings>'


@pytest.mark.parametrize(("settings", "mark"), [({}, "i"), ({"word/settings.xml": DECIMAL}, "1")])
def test_a_paragraph_has_the_endnotes_that_it_names(settings: dict[str, str], mark: str) -> None:
    data = packed({"word/document.xml": TEXT, "word/endnotes.xml": NOTES} | settings)
    first, second, *_ = read_source_paragraphs(data, DOCX)
    assert first.endnotes == (Endnote(mark, "Für Studierende die Hälfte.", "Die Gebühr beträgt 30 Euro"),)
    assert second.endnotes == ()


def test_text_is_kept_once_between_the_marks_of_a_paragraph_and_none_of_a_box_within_it() -> None:
    named = '<w:r><w:endnoteReference w:id="2"/></w:r>'
    box = "<w:r><w:pict><w:txbxContent><w:p><w:r><w:t>Kasten.</w:t></w:r></w:p></w:txbxContent></w:pict></w:r>"
    text = TEXT.replace("<w:r><w:t>.</w:t></w:r>", f"<w:r><w:t> im Jahr</w:t></w:r>{box}{named}")
    first, *_ = read_source_paragraphs(packed({"word/document.xml": text, "word/endnotes.xml": NOTES}), DOCX)
    assert [each.before for each in first.endnotes] == ["Die Gebühr beträgt 30 Euro", " im Jahr"]


def test_a_note_that_the_file_lacks_is_none() -> None:
    assert not any(each.endnotes for each in read_source_paragraphs(packed({"word/document.xml": TEXT}), DOCX))
