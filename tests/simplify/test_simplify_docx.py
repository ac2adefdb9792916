from io import BytesIO

import pytest
from docx import Document
from docx.oxml import parse_xml
from lxml import etree
from PIL import Image

from apps.documents.parsing.types import ParseFailure
from apps.simplify.rewriting.rewrite_outcome import DRAFT_LABEL, RewrittenSentence
from apps.simplify.simplify_docx import rewritten_word_file, text_of_word_file


def letter() -> bytes:
    document = Document()
    document.add_heading("Bescheid", level=1)
    paragraph = document.add_paragraph()
    paragraph.add_run("Wichtig: ").bold = True
    paragraph.add_run("Gegen diesen Bescheid kann Widerspruch erhoben werden. Die Frist beträgt einen Monat.")
    table = document.add_table(rows=1, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Gebühr", "30,00 €"
    document.add_paragraph("Die Gebühr ist unverzüglich zu entrichten.", style="List Bullet")
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def kept(text: str, separator: str = "\n\n") -> RewrittenSentence:
    return RewrittenSentence(text, text, separator)


REWRITE = (
    kept("Bescheid"),
    RewrittenSentence(
        "Wichtig: Gegen diesen Bescheid kann Widerspruch erhoben werden.",
        "Wichtig: Sie können Widerspruch einlegen.",
        " ",
    ),
    kept("Die Frist beträgt einen Monat."),
    kept("Gebühr"),
    kept("30,00 €"),
    RewrittenSentence("Die Gebühr ist unverzüglich zu entrichten.", "Zahlen Sie die Gebühr sofort.", ""),
)


def test_its_text_is_that_of_paragraphs_and_tables() -> None:
    assert text_of_word_file(letter()).split("\n\n") == [
        "Bescheid",
        "Wichtig: Gegen diesen Bescheid kann Widerspruch erhoben werden. Die Frist beträgt einen Monat.",
        "Gebühr", "30,00 €", "Die Gebühr ist unverzüglich zu entrichten.",
    ]  # fmt: skip


def test_it_goes_back_with_its_form_and_the_label() -> None:
    made = Document(BytesIO(rewritten_word_file(letter(), REWRITE)))
    assert [(each.text, each.style and each.style.name) for each in made.paragraphs] == [
        (DRAFT_LABEL, "Normal"),
        ("Bescheid", "Heading 1"),
        ("Wichtig: Sie können Widerspruch einlegen. Die Frist beträgt einen Monat.", "Normal"),
        ("Zahlen Sie die Gebühr sofort.", "List Bullet"),
    ]
    assert [cell.text for cell in made.tables[0].rows[0].cells] == ["Gebühr", "30,00 €"]


def test_a_paragraph_that_stays_keeps_its_runs() -> None:
    same = [kept(text) for text in text_of_word_file(letter()).split("\n\n")]
    made = Document(BytesIO(rewritten_word_file(letter(), same)))
    assert next((run.text, run.bold) for run in made.paragraphs[2].runs) == ("Wichtig: ", True)


def test_other_files_are_refused() -> None:
    with pytest.raises(ParseFailure, match="unsupported_type"):
        text_of_word_file(b"Nur Text.")
    with pytest.raises(ParseFailure, match="damaged"):
        text_of_word_file(letter()[:2_000])


SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
CHOSEN = f'<w:sdt {SPACE}><w:sdtContent><w:r><w:t xml:space="preserve">Lastschrift </w:t></w:r></w:sdtContent></w:sdt>'
BOX = (
    f'<w:r {SPACE}><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent><w:p><w:r>'
    "<w:t>Im Kasten steht die Frist.</w:t></w:r></w:p></w:txbxContent></v:textbox></w:pict></w:r>"
)


def with_control_and_box() -> bytes:
    document = Document()
    paragraph = document.add_paragraph("Sie zahlen per ")
    paragraph._p.append(parse_xml(CHOSEN))
    paragraph.add_run("im Monat.")
    paragraph._p.append(parse_xml(BOX))
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def test_what_stands_in_a_content_control_is_text_and_a_box_keeps_its_own() -> None:
    file = with_control_and_box()
    original = "Sie zahlen per Lastschrift im Monat."
    assert text_of_word_file(file) == f"{original}\n\nIm Kasten steht die Frist."
    rewrite = RewrittenSentence(original, "Das Geld wird per Lastschrift abgebucht.", "\n\n")
    made = rewritten_word_file(file, [rewrite, kept("Im Kasten steht die Frist.", "")])
    assert text_of_word_file(made).split("\n\n")[1:] == [rewrite.after, "Im Kasten steht die Frist."]


RUN = '<w:r><w:t xml:space="preserve">{}</w:t></w:r>'.format
ORIGINAL = "Der Antrag ist bei der Meldebehörde zu stellen."
SIMPLE = "Stellen Sie den Antrag bei der Meldebehörde."


def rewritten(inside: str, after: str = SIMPLE) -> str:
    """The XML of the paragraph with these contents whose text became another one."""
    document = Document()
    document.element.body.insert(0, parse_xml(f"<w:p {SPACE}>{inside}</w:p>"))
    file = BytesIO()
    document.save(file)
    original = text_of_word_file(file.getvalue())
    made = rewritten_word_file(file.getvalue(), [RewrittenSentence(original, after, "")])
    return Document(BytesIO(made)).paragraphs[1]._p.xml


def test_the_mark_of_a_note_stands_behind_the_text_that_it_belongs_to() -> None:
    mark = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    xml = rewritten(f"{RUN('Der Antrag')}{mark}{RUN(' ist bei der Meldebehörde zu stellen.')}")
    assert xml.index(SIMPLE) < xml.index("footnoteReference")


def test_the_break_of_a_page_stays_and_a_hyphen_that_was_part_of_the_text_goes() -> None:
    broken = f'<w:r><w:br w:type="page"/></w:r>{RUN(ORIGINAL)}<w:r><w:noBreakHyphen/></w:r>'
    xml = rewritten(broken)
    assert 'w:type="page"' in xml
    assert "noBreakHyphen" not in xml


@pytest.mark.parametrize(
    ("after", "linked"),
    [
        ("Stellen Sie den Antrag bei der Meldebehörde.", "Meldebehörde"),
        ("Stellen Sie den Antrag bei uns.", ""),
        ("Die Meldebehörden nehmen Ihren Antrag an.", "Meldebehörden"),
        ("Stellen Sie den Antrag mit dem Meldebehördenblatt.", ""),
        ("Geben Sie das Meldebehördenblatt bei der Meldebehörde ab.", "Meldebehörde"),
    ],
)
def test_a_link_stays_around_its_words_alone(after: str, linked: str) -> None:
    link = f'<w:hyperlink w:anchor="a">{RUN("Meldebehörde")}</w:hyperlink>'
    paragraph = etree.fromstring(rewritten(f"{RUN('Der Antrag ist bei der ')}{link}{RUN(' zu stellen.')}", after))
    assert "".join(text.text or "" for text in paragraph.iter("{*}t")) == after
    assert "".join(text.text or "" for text in paragraph.iterfind(".//{*}hyperlink//{*}t")) == linked


def test_a_paragraph_that_is_one_link_stays_one() -> None:
    link = f'<w:hyperlink w:anchor="a">{RUN("Hier der ")}{RUN("Antrag")}</w:hyperlink>'
    paragraph = etree.fromstring(rewritten(link, "Zum Antrag hier"))
    assert "".join(text.text or "" for text in paragraph.iterfind("{*}hyperlink//{*}t")) == "Zum Antrag hier"


def test_of_two_links_side_by_side_none_gets_into_the_other() -> None:
    first, second = (f'<w:hyperlink w:anchor="{text}">{RUN(text)}</w:hyperlink>' for text in ("Anleitung", "Antrag"))
    paragraph = etree.fromstring(rewritten(first + second, "Zum Antrag hier"))
    assert "".join(text.text or "" for text in paragraph.iter("{*}t")) == "Zum Antrag hier"
    assert [text.text for text in paragraph.iterfind("{*}hyperlink[2]//{*}t")] == ["Antrag"]
    assert paragraph.find(".//{*}hyperlink//{*}hyperlink") is None


def test_text_that_was_moved_away_is_none_and_a_formula_keeps_its_paragraph() -> None:
    moved = f'<w:moveFrom w:id="1" w:author="a">{RUN("Weg damit.")}</w:moveFrom>'
    document = Document()
    document.element.body.insert(0, parse_xml(f"<w:p {SPACE}>{moved}{RUN(ORIGINAL)}</w:p>"))
    file = BytesIO()
    document.save(file)
    assert text_of_word_file(file.getvalue()) == ORIGINAL
    formula = '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"/>'
    assert ORIGINAL in rewritten(f"{RUN(ORIGINAL)}{formula}")


def test_a_picture_in_a_rewritten_paragraph_and_the_head_of_the_pages_stay() -> None:
    picture, file = BytesIO(), BytesIO()
    Image.new("RGB", (20, 20), "red").save(picture, "PNG")
    document = Document()
    document.sections[0].header.paragraphs[0].text = "Stadt Musterstadt"
    paragraph = document.add_paragraph("Die Nutzung ist nicht gestattet.")
    paragraph.add_run().add_picture(BytesIO(picture.getvalue()))
    document.save(file)
    rewrite = [RewrittenSentence("Die Nutzung ist nicht gestattet.", "Sie dürfen das nicht nutzen.", "")]
    made = Document(BytesIO(rewritten_word_file(file.getvalue(), rewrite)))
    assert made.paragraphs[1].text == "Sie dürfen das nicht nutzen."
    assert len(list(made.paragraphs[1]._p.iter("{*}drawing"))) == 1
    assert made.sections[0].header.paragraphs[0].text == "Stadt Musterstadt"
