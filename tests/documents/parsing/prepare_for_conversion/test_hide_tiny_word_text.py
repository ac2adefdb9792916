"""Letters of Word that nobody can see are hidden before the file is printed; small print stays."""

import pytest

from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy
from tests.documents.office_files import packed
from tests.documents.parsing.prepare_for_conversion.test_resolve_word_tracked_changes import document

SEEN = "<w:p><w:r><w:t>Der Jagdausweis kostet 70 Euro.</w:t></w:r></w:p>"
WORDS = "Das gilt auch hier."


def read(body: str, styles: str = "") -> list[str]:
    main = document(body).decode()
    parts = {"word/document.xml": main}
    if styles:
        opening = main[: main.index(">", main.index("<w:document")) + 1].replace("w:document", "w:styles")
        parts["word/styles.xml"] = f"{opening}{styles}</w:styles>"
    file = packed(parts)
    return [
        each.text
        for each in read_source_paragraphs(printable_copy(file, DOCX, TrackedChanges.SHOWN) or file, DOCX)
        if each.text.strip()
    ]


def run(form: str, text: str = WORDS) -> str:
    return f"<w:r><w:rPr>{form}</w:rPr><w:t>{text}</w:t></w:r>"


SHOWN = '<w:vanish w:val="0"/>'
OF_STYLE = '<w:rStyle w:val="A"/>'


def size(value: str) -> str:
    return f'<w:sz w:val="{value}"/>'


@pytest.mark.parametrize("value", ["1", "2", "3", "2.5", "1pt", "0.5mm"])
def test_letters_of_a_point_and_a_half_and_less_are_no_text(value: str) -> None:
    assert read(f"{SEEN}<w:p>{run(size(value))}</w:p>") == ["Der Jagdausweis kostet 70 Euro."]
    assert read(f"{SEEN}<w:p>{run(SHOWN + size(value))}</w:p>") == ["Der Jagdausweis kostet 70 Euro."]


@pytest.mark.parametrize("form", ["", *map(size, ["0", "4", "8", "12", "6pt", "9pt", "krumm", "1000"])])
def test_small_print_is_text(form: str) -> None:
    assert read(f'<w:p><w:pPr><w:rPr><w:sz w:val="1"/></w:rPr></w:pPr>{run(form)}</w:p>') == [WORDS]


def test_letters_with_a_size_of_their_own_are_text() -> None:
    form = f'<w:rtl/>{size("1")}<w:szCs w:val="24"/>'
    assert read(f"<w:p>{run(form)}</w:p>") == [WORDS]


@pytest.mark.parametrize(
    "styles",
    [
        f'<w:style w:styleId="A"><w:rPr>{size("2")}</w:rPr></w:style>',
        '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style>'
        f'<w:style w:styleId="B"><w:rPr>{size("2")}</w:rPr></w:style>',
        f"<w:docDefaults><w:rPrDefault><w:rPr>{size('2')}</w:rPr></w:rPrDefault></w:docDefaults>",
        f'<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:rPr>{size("2")}</w:rPr></w:style>',
    ],
)
def test_a_style_says_how_large_letters_are_that_do_not_say_it_themselves(styles: str) -> None:
    styled = f'<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>Winzig.</w:t></w:r>{run(size("20"))}</w:p>'
    assert read(styled, styles) == [WORDS]
    assert read(f"<w:p>{run(OF_STYLE, 'Winzig.')}{run(size('20'))}</w:p>", styles) == [WORDS]


def test_styles_based_on_each_other_keep_nobody_busy() -> None:
    styles = "".join(f'<w:style w:styleId="{a}"><w:basedOn w:val="{b}"/></w:style>' for a, b in ("AB", "BA"))
    styled = f'<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>{WORDS}</w:t></w:r></w:p>'
    assert read(styled, f'{styles}<w:style w:styleId="C"><w:rPr>{size("2")}</w:rPr></w:style>') == [WORDS]


def test_a_file_without_minute_letters_is_not_copied() -> None:
    file = packed({"word/document.xml": document(f"<w:p>{run(size('22'))}</w:p>").decode()})
    assert printable_copy(file, DOCX, TrackedChanges.SHOWN) == b""
