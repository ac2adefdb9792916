from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from apps.documents.parsing.collection_reading_options import Comments
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, EPUB, ODP, ODT, PPTX
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.office_source_text.word_paragraphs import MATH
from apps.documents.parsing.parse_xml_tree import TABLE
from tests.documents.office_files import docx, epub, odt, packed

RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
RELATION = '<Relationship Id="{}" Type="t" Target="{}"/>'
SHAPE = (
    '<p:sp xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:ph type="{}"/>'
    "<a:p><a:r><a:t>{}</a:t></a:r></a:p></p:sp>"
)
DECK = (
    '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst>'
    '<p:sldId r:id="b"/><p:sldId r:id="a"/></p:sldIdLst></p:presentation>'
)


SPOKEN = "Langsam sprechen."


def pptx() -> bytes:
    return packed(
        {
            "ppt/presentation.xml": DECK,
            "ppt/_rels/presentation.xml.rels": RELATIONS.format(
                RELATION.format("a", "slides/slide1.xml") + RELATION.format("b", "/ppt/slides/slide2.xml")
            ),
            "ppt/slides/slide1.xml": SHAPE.format("title", "Ende"),
            "ppt/slides/slide2.xml": SHAPE.format("title", "Anfang"),
            "ppt/slides/_rels/slide2.xml.rels": RELATIONS.format(RELATION.format("n", "../notesSlides/n1.xml")),
            "ppt/notesSlides/n1.xml": f"<x>{SHAPE.format('body', SPOKEN)}{SHAPE.format('sldNum', '7')}</x>",
        }
    )


def test_slides_come_as_they_are_shown_with_their_notes() -> None:
    assert read_source_paragraphs(pptx(), PPTX) == [
        SourceParagraph("Anfang", 1, apart=True), SourceParagraph(SPOKEN, 1, notes=True),
        SourceParagraph("Ende", 2, apart=True),
    ]  # fmt: skip


def test_notes_in_plain_text_boxes_are_read_without_the_number_of_the_page() -> None:
    """As LibreOffice stores them."""
    plain = SHAPE.replace('<p:ph type="{}"/>', "").format(SPOKEN)
    number = SHAPE.replace('<p:ph type="{}"/>', "").replace("a:r>", "a:fld>").format("7")
    with ZipFile(BytesIO(pptx())) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    deck = packed(parts | {"ppt/notesSlides/n1.xml": f"<x>{plain}{number}{SHAPE.format('hdr', 'Kopf')}</x>"})
    assert [each.text for each in read_source_paragraphs(deck, PPTX) if each.notes] == [SPOKEN]


def test_comments_of_slides_are_left_out_or_follow_what_is_shown() -> None:
    space = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    old = f'<p:cmLst {space}><p:cm authorId="3" dt="2026-02-01T09:00:00"><p:text>Zu lang?</p:text></p:cm></p:cmLst>'
    new = (
        f'<p:cmLst {space} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cm authorId="x">'
        '<p:replyLst><p:reply authorId="x"><p:txBody><a:p><a:r><a:t>Ja.</a:t></a:r></a:p></p:txBody></p:reply>'
        "</p:replyLst><p:txBody><a:p><a:r><a:t>Kürzer?</a:t></a:r></a:p></p:txBody></p:cm></p:cmLst>"
    )
    relations = RELATIONS.format(RELATION.format("c", "../comments/c1.xml") + RELATION.format("d", "../comments/m.xml"))
    with ZipFile(BytesIO(pptx())) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    deck = packed(
        parts
        | {
            "ppt/slides/_rels/slide1.xml.rels": relations, "ppt/comments/c1.xml": old, "ppt/comments/m.xml": new,
            "ppt/commentAuthors.xml": f'<p:cmAuthorLst {space}><p:cmAuthor id="3" name="Mia"/></p:cmAuthorLst>',
        }
    )  # fmt: skip
    assert not [each for each in read_source_paragraphs(deck, PPTX) if each.comment]
    said = [each for each in read_source_paragraphs(deck, PPTX, Comments.APART) if each.comment]
    assert [each.text for each in said] == ["Mia, 2026-02-01: Zu lang?", "Kürzer?", "Ja."]
    assert {each.page for each in said} == {2}


def test_paragraphs_of_word_are_those_of_the_text() -> None:
    found = read_source_paragraphs(docx("Der Antrag ist schriftlich zu stellen."), DOCX)
    assert [each.text for each in found] == ["Abschnitt 1", "Der Antrag ist schriftlich zu stellen."]


WORD = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:p><w:r><w:t>Sie </w:t></w:r>'
    "<w:del><w:r><w:delText>müssen</w:delText></w:r></w:del><w:ins><w:r><w:t>können</w:t></w:r></w:ins>"
    "<w:moveFrom><w:r><w:t>fort</w:t></w:r></w:moveFrom><w:r><w:tab/><w:t>kommen.</w:t></w:r>"
    "<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>Kasten</w:t></w:r></w:p></mc:Choice>"
    "<mc:Fallback><w:p><w:r><w:t>Kasten</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:p></w:document>"
)


def test_what_was_deleted_or_moved_away_is_no_text_and_boxes_count_once() -> None:
    found = read_source_paragraphs(packed({"word/document.xml": WORD}), DOCX)
    assert [each.text for each in found] == ["Sie können kommen.", "Kasten"]


def test_comments_of_opendocument_are_left_out() -> None:
    comment = "<office:annotation><text:p>Stimmt das?</text:p></office:annotation>"
    body = f"<text:p>Text{comment}<text:s text:c='2'/>hier</text:p>"
    assert [each.text for each in read_source_paragraphs(odt(body), ODT)] == ["Text hier"]


def test_entities_reach_no_file(tmp_path: Path) -> None:
    secret = tmp_path / "geheim.txt"
    secret.write_text("Simsalabim")
    hostile = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]>' + WORD.replace("Sie ", "Sie &e;")
    assert "Simsalabim" not in str(read_source_paragraphs(packed({"word/document.xml": hostile}), DOCX))


def test_a_thousand_million_laughs_are_not_laughed() -> None:
    entities = '<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 30}">' for before, name in zip("abcdef", "bcdefg", strict=True)
    )
    hostile = f"<!DOCTYPE x [{entities}]>" + WORD.replace("Sie ", "&g;")
    assert len(str(read_source_paragraphs(packed({"word/document.xml": hostile}), DOCX))) < 1_000


@pytest.mark.parametrize("kind", [DOCX, ODT, PPTX, ODP, EPUB])
@pytest.mark.parametrize("data", [b"", packed({"a": "b"}), packed({"word/document.xml": "<x", "content.xml": "<x"})])
def test_what_cannot_be_read_has_no_paragraphs(kind: str, data: bytes) -> None:
    assert read_source_paragraphs(data, kind) == []


def commented_docx() -> bytes:
    from docx import Document

    document = Document()
    paragraph = document.add_paragraph("Die Frist beträgt einen Monat.")
    document.add_comment(paragraph.runs, text="Nicht drei?", author="Mia Muster")
    document.add_paragraph("Der Antrag ist schriftlich zu stellen.")
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def test_comments_of_word_are_left_out_or_follow_their_paragraph() -> None:
    assert all("Nicht drei" not in each.text for each in read_source_paragraphs(commented_docx(), DOCX))
    first, comment, second = read_source_paragraphs(commented_docx(), DOCX, Comments.APART)
    assert (first.comment, comment.comment, second.comment) == (False, True, False)
    assert comment.text.startswith("Mia Muster, 20")
    assert comment.text.endswith(": Nicht drei?")


def test_comments_of_an_open_document_are_left_out_or_follow_their_paragraph() -> None:
    said = (
        '<office:annotation xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Mia</dc:creator>'
        "<dc:date>2024-02-05T10:00:00</dc:date><text:p>Nicht <text:span>drei</text:span>?</text:p></office:annotation>"
    )
    data = odt(f"<text:p>Die Frist beträgt {said}einen Monat.</text:p>")
    assert read_source_paragraphs(data, ODT) == [SourceParagraph("Die Frist beträgt einen Monat.")]
    assert read_source_paragraphs(data, ODT, Comments.APART)[1] == SourceParagraph(
        "Mia, 2024-02-05: Nicht drei?", comment=True
    )


PICTURE = (
    '<text:p>Davor.<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:desc>{}</svg:desc></draw:frame></text:p>'
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Säulen: 2023 kamen 40 Anträge", ["Säulen: 2023 kamen 40 Anträge"]),
        ("logo_200px.png", []),
        ("Ein Bild, das Text enthält. Automatisch generierte Beschreibung", []),
    ],
)
def test_descriptions_of_pictures_are_told_unless_a_program_made_them(said: str, told: list[str]) -> None:
    found = read_source_paragraphs(odt(PICTURE.format(said)), ODT)
    assert [each.text for each in found if each.picture] == told
    assert [each.text for each in found if not each.picture] == ["Davor."]


def test_a_picture_of_word_is_described_behind_its_paragraph() -> None:
    file = docx("Davor.")
    with ZipFile(BytesIO(file)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    drawing = (
        '<w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
        '<wp:inline><wp:docPr id="1" name="Grafik 1" descr="Lageplan des Rathauses"/></wp:inline>'
        "</w:drawing></w:r></w:p>"
    )
    before, _, after = parts["word/document.xml"].decode().rpartition("</w:p>")
    parts["word/document.xml"] = f"{before}{drawing}{after}".encode()
    told = [(each.text, each.picture) for each in read_source_paragraphs(packed(parts), DOCX)]
    assert told == [("Abschnitt 1", False), ("Davor.", False), ("Lageplan des Rathauses", True)]


def of_word(body: str, **parts: str) -> list[str]:
    document = WORD[: WORD.index("<w:p>")] + body + "</w:document>"
    return [each.text for each in read_source_paragraphs(packed({"word/document.xml": document, **parts}), DOCX)]


def test_hidden_text_of_word_is_no_text() -> None:
    main = WORD[: WORD.index("<w:p>")].replace("w:document", "w:styles")
    styles = (
        f'{main}<w:style w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:styleId="I"><w:basedOn w:val="H"/></w:style></w:styles>'
    )
    body = (
        "<w:p><w:r><w:t>Der Antrag</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t> heimlich</w:t></w:r></w:p>"
        '<w:p><w:pPr><w:pStyle w:val="I"/></w:pPr><w:r><w:t>Diese Anleitung ist ausgeblendet.</w:t></w:r>'
        '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>Nur das nicht.</w:t></w:r></w:p>'
        "<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p><w:r><w:t>Darunter</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    )
    assert of_word(body, **{"word/styles.xml": styles}) == ["Der Antrag", "Nur das nicht."]


def test_of_a_field_its_result_is_text_and_what_it_asks_for_is_not() -> None:
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    asked = f"{mark('begin')}<w:r><w:t>Frau</w:t></w:r>{mark('separate')}<w:r><w:t>x</w:t></w:r>{mark('end')}"
    body = f"<w:p>{mark('begin')}{asked}{mark('separate')}<w:r><w:t>Sehr geehrte</w:t></w:r>{mark('end')}</w:p>"
    assert of_word(body) == ["Sehr geehrte"]


def test_formulas_of_word_are_text_in_a_line() -> None:
    """Printing leaves them out where LibreOffice's program for formulas is not installed."""
    fraction = "<m:f><m:num><m:r><m:t>Fläche</m:t></m:r></m:num><m:den><m:r><m:t>12</m:t></m:r></m:den></m:f>"
    formula = f'<m:oMath xmlns:m="{MATH.strip("{}")}"><m:r><m:t>x=</m:t></m:r>{fraction}</m:oMath>'
    body = f"<w:p><w:r><w:t xml:space='preserve'>Es gilt </w:t></w:r>{formula}<w:r><w:t>.</w:t></w:r></w:p>"
    assert of_word(body) == ["Es gilt x=Fläche/12."]


def test_what_the_bar_of_a_fraction_holds_together_stands_in_brackets() -> None:
    part = "<m:{0}><m:r><m:t>{1}</m:t></m:r></m:{0}>".format
    formula = f'<m:f xmlns:m="{MATH.strip("{}")}">{part("num", "a+b")}{part("den", "M+12")}</m:f>'
    assert of_word(f"<w:p>{formula}</w:p>") == ["(a+b)/(M+12)"]


def test_the_large_first_letter_of_a_paragraph_is_part_of_its_word() -> None:
    letter = '<w:p><w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr><w:r><w:t>A</w:t></w:r></w:p>'
    assert of_word(f"{letter}<w:p><w:r><w:t>lle haben Ruhe.</w:t></w:r></w:p>") == ["Alle haben Ruhe."]
    assert of_word(letter) == ["A"]


def test_notes_that_nothing_names_are_no_text() -> None:
    main = WORD[: WORD.index("<w:p>")].replace("w:document", "w:footnotes")
    note = '<w:footnote w:id="{0}"><w:p><w:r><w:t>Fußnote {0}</w:t></w:r></w:p></w:footnote>'
    notes = f"{main}{note.format(2)}{note.format(3)}</w:footnotes>"
    body = '<w:p><w:r><w:t>Satz</w:t></w:r><w:r><w:footnoteReference w:id="3"/></w:r></w:p>'
    assert of_word(body, **{"word/footnotes.xml": notes}) == ["Satz", "Fußnote 3"]


def test_words_of_diagrams_and_charts_follow_their_paragraph() -> None:
    spaces = (
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
        'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    )
    said = "<a:p><a:r><a:t>{}</a:t></a:r></a:p>".format
    parts = {
        "word/_rels/document.xml.rels": RELATIONS.format(
            RELATION.format("a", "diagrams/data1.xml") + RELATION.format("b", "charts/chart1.xml")
        ),
        "word/diagrams/data1.xml": f"<d:dataModel {spaces}><d:pt>{said('Zuerst die Poststelle')}</d:pt>"
        f'<d:pt type="pres">{said("Form")}</d:pt></d:dataModel>',
        "word/charts/chart1.xml": f"<c:chartSpace {spaces}><c:title>{said('Einwohner')}</c:title><c:ser>"
        "<c:tx><c:v>Zuzüge</c:v></c:tx><c:val><c:v>12</c:v></c:val></c:ser></c:chartSpace>",
    }
    body = f'<w:p {spaces}><w:r><d:relIds r:dm="a"/><c:chart r:id="b"/></w:r></w:p>'
    assert of_word(body, **parts) == ["Zuerst die Poststelle", "Einwohner", "Zuzüge"]


def test_hidden_text_of_open_documents_is_no_text() -> None:
    hidden = (
        '<text:section text:display="none"><text:p>Ausgeblendeter Bereich</text:p></text:section>'
        '<text:p>Satz<text:hidden-text text:is-hidden="true"> heimlich</text:hidden-text></text:p>'
        '<text:p>Fort<text:hidden-paragraph text:is-hidden="true"/></text:p>'
    )
    assert [each.text for each in read_source_paragraphs(odt(hidden), ODT)] == ["Satz"]


def test_paragraphs_of_a_book_come_in_the_order_of_its_chapters() -> None:
    book = epub(
        "Buch",
        "<h1>Anfang</h1><div>Der M&uuml;ller <i>fuhr</i>&nbsp;los.<p>Mit Mehl.</p>Allein.</div>"
        '<p style="display: none">Unsichtbar</p><script>var x</script>',
        "<ul><li>Ende</li></ul>",
    )
    found = [each.text for each in read_source_paragraphs(book, EPUB)]
    assert found == ["Anfang", "Der Müller fuhr los.", "Mit Mehl.", "Allein.", "Ende"]


ODP_SPACES = 'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"'
FRAME = "<draw:frame {}><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
NUMBER = "<text:page-number>&lt;number&gt;</text:page-number>"


def test_prompts_and_numbers_of_open_slides_are_no_text_and_what_people_wrote_is() -> None:
    kind = 'presentation:class="{}"'.format
    slide = (
        FRAME.format(kind("title") + ' presentation:placeholder="true"', "Titel durch Klicken hinzufügen")
        + FRAME.format(kind("outline"), "Inhalt, den jemand schrieb")
        + FRAME.format(kind("page-number"), NUMBER)
    )
    notes = FRAME.format(kind("notes"), "Langsam sprechen.") + FRAME.format(kind("page-number"), NUMBER)
    notes += FRAME.format(kind("header"), "Kopf der Notizen")
    page = f"<draw:page {ODP_SPACES}>{slide}<presentation:notes>{notes}</presentation:notes></draw:page>"
    with ZipFile(BytesIO(odt("{}"))) as archive:
        content = archive.read("content.xml").decode().format(page).replace("office:text>", "office:presentation>")
    assert read_source_paragraphs(packed({"mimetype": ODP, "content.xml": content}), ODP) == [
        SourceParagraph("Inhalt, den jemand schrieb", 1, apart=True),
        SourceParagraph("Langsam sprechen.", 1, notes=True),
    ]  # fmt: skip


def table_and_list() -> bytes:
    from docx import Document

    document = Document()
    document.add_table(1, 1).cell(0, 0).text = "Zelle"
    document.add_paragraph("Punkt")._p.get_or_add_pPr().get_or_add_numPr()
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


TABLE_AND_LIST = (
    f'<table:table xmlns:table="{TABLE[1:-1]}"><table:table-row><table:table-cell><text:p>Zelle</text:p>'
    "</table:table-cell></table:table-row></table:table><text:list><text:list-item><text:p>Punkt</text:p>"
    "</text:list-item></text:list>"
)


@pytest.mark.parametrize(
    ("data", "kind", "entries"),
    [
        (table_and_list(), DOCX, {"Punkt"}),
        (odt(TABLE_AND_LIST), ODT, {"Punkt"}),
        (epub("Buch", "<table><tr><td>Zelle</td></tr></table><ul><li>Punkt</li></ul>"), EPUB, set()),
    ],
    ids=["docx", "odt", "epub"],
)
def test_cells_and_entries_of_lists_are_known(data: bytes, kind: str, entries: set[str]) -> None:
    found = read_source_paragraphs(data, kind)
    assert {each.text for each in found if each.cell} == {"Zelle"}
    assert {each.text for each in found if each.apart} == entries


def test_notes_of_open_texts_are_no_paragraphs_where_they_are_named() -> None:
    note = "<text:note><text:note-citation>i</text:note-citation><text:note-body><text:p>Von 2024.</text:p>"
    found = read_source_paragraphs(odt(f"<text:p>Nach der Satzung{note}</text:note-body></text:note>.</text:p>"), ODT)
    assert [each.text for each in found] == ["Nach der Satzung."]


def test_raised_marks_are_parted_from_figures_and_no_part_of_words() -> None:
    """As print is read: 780,00¹⁾ were 780,001)."""
    raised = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>{}</w:t></w:r>'
    runs = f"<w:r><w:t>Grab</w:t></w:r>{raised.format(2)}<w:r><w:t> 780,00</w:t></w:r>{raised.format('1)')}"
    runs += f"<w:r><w:t> 5 m</w:t></w:r>{raised.format(2)}"
    word = WORD[: WORD.index("<w:p>")] + f"<w:p>{runs}</w:p></w:document>"
    span = '<text:span text:style-name="T1">{}</text:span>'
    text = f"<text:p>Grab{span.format(2)} 780,00{span.format('1)')} 5 m{span.format(2)}</text:p>"
    space = 'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    style = (
        f'<style:style {space} style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>'
    )
    for data, kind in ((packed({"word/document.xml": word}), DOCX), (odt(style + text), ODT)):
        assert [each.text for each in read_source_paragraphs(data, kind)] == ["Grab 780,00 (1) 5 m2"]


def test_figures_raised_by_their_own_characters_are_told_as_in_print() -> None:
    text = "<text:p>Grab² 780,00¹ und 45²⁾ Euro für 5 m²</text:p>"
    assert [each.text for each in read_source_paragraphs(odt(text), ODT)] == [
        "Grab 780,00 (1) und 45 (2) Euro für 5 m2"
    ]


def test_raised_marks_on_slides_are_parted_from_figures() -> None:
    runs = '780,00</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>1)</a:t></a:r><a:r><a:rPr baseline="0"/><a:t> Euro'
    with ZipFile(BytesIO(pptx())) as archive:
        parts: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    told = read_source_paragraphs(packed(parts | {"ppt/slides/slide1.xml": SHAPE.format("title", runs)}), PPTX)
    assert told[-1].text == "780,00 (1) Euro"
