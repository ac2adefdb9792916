"""Words that print has broken, or run together, get the blanks that the file has."""

import asyncio
import io
import shutil
from random import Random
from string import ascii_lowercase
from time import process_time

import pytest

from apps.documents.conversion.libreoffice import print_to_pdf
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.pdf.read_pdf import open_pdf, read_pdf_pages
from apps.documents.parsing.repair_printed_pages.restore_lost_text import complete_pages
from apps.documents.parsing.repair_printed_pages.restore_word_spacing import restore_word_spacing
from apps.documents.parsing.types import ParsedPage
from tests.processor_time import at_most


def mended(printed: str, *own: str) -> str:
    (page,) = restore_word_spacing([ParsedPage(1, printed)], [SourceParagraph(text) for text in own])
    return page.text


@pytest.mark.parametrize(
    ("printed", "own", "expected"),
    [
        ("| Verkehr sordnun gswidri | nein |", ("Verkehrsordnungswidri", "nein"), "| Verkehrsordnungswidri | nein |"),
        ("| Auftrags-Vera rbeitung |", ("Auftrags-Verarbeitung",), "| Auftrags-Verarbeitung |"),
        ("| Löschfri st |", ("Lösch\u00adfrist",), "| Löschfrist |"),
        ("Das Wort B e s c h l u s s steht gesperrt.", ("Das Wort Beschluss steht gesperrt.",), None),
        ("Sie ist spätestensam Freitag bei uns.", ("Sie ist spätestens am Freitag bei uns.",), None),
    ],
    ids=["broken in a cell", "with a hyphen", "soft hyphen", "letters set apart", "run together"],
)
def test_words_are_written_as_in_the_file(printed: str, own: tuple[str, ...], expected: str | None) -> None:
    assert mended(printed, *own) == (expected or own[0])


@pytest.mark.parametrize(
    ("printed", "own"),
    [
        ("| an Teilen |", ("Anteilen",)),
        ("| Anteile | Höhe des anteils |", ("Anteilehöhe",)),
        ("Wir nehmen Anteil eines Hauses wahr.", ("Anteileines",)),
        ("| Ober Bürger |", ("Ober Bürger und Meister", "OberBürger")),
        ("| Nord Südbahn |", ("Nord-Südbahn",)),
        ("| Bau kosten |", ("kosten", "Baukost")),
    ],
    ids=["other case", "two cells", "short, in running text", "both are written", "a hyphen lost", "part of a word"],
)
def test_what_may_be_right_as_it_is_printed_stays(printed: str, own: tuple[str, ...]) -> None:
    assert mended(printed, *own) == printed


def test_head_and_foot_stay_where_they_are() -> None:
    text = "Kopf\n\n| Löschfri st |\n\nFuß"
    (page,) = restore_word_spacing([ParsedPage(1, text, body=(6, 21))], [SourceParagraph("Löschfrist")])
    assert page.body_text == "| Löschfrist |"
    assert page.text == "Kopf\n\n| Löschfrist |\n\nFuß"


def test_a_slide_is_mended_by_its_own_words_only() -> None:
    pages = [ParsedPage(1, "| Löschfri st |"), ParsedPage(2, "| Löschfri st |")]
    first, second = restore_word_spacing(pages, [SourceParagraph("Löschfrist", page=2)])
    assert (first.text, second.text) == ("| Löschfri st |", "| Löschfrist |")


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_long_words_of_narrow_columns_are_whole() -> None:
    from docx import Document
    from docx.shared import Cm

    document, word = Document(), "Verkehrsordnungswidrigkeitenverfahren"
    table = document.add_table(2, 5, style="Table Grid")
    for column in table.columns:
        for cell in column.cells:
            cell.width = Cm(1.5)
            cell.text = word
    buffer = io.BytesIO()
    document.save(buffer)
    printed = asyncio.run(print_to_pdf(buffer.getvalue(), DOCX))
    pages = complete_pages(
        list(read_pdf_pages(open_pdf(printed), 9, ocr_seconds=0)), read_source_paragraphs(buffer.getvalue(), DOCX)
    )
    assert pages[0].text.count(word) == 10


def seconds(pages: int) -> float:
    """Of processor, the least of three, for so many pages whose words are all set apart or run together."""
    random, printed, own = Random(1), [], []  # noqa: S311 - no secret
    for number in range(pages):
        words = ["".join(random.choices(ascii_lowercase, k=8)) for _ in range(150)]
        rows = [words[index : index + 10] for index in range(0, 150, 10)]
        own += [SourceParagraph(" ".join(row)) for row in rows]
        printed.append(ParsedPage(number + 1, "\n\n".join("".join(row) for row in rows)))
    taken = []
    for _ in range(3):
        started = process_time()
        mended = complete_pages(printed, own)
        taken.append(process_time() - started)
        assert mended[-1].text.split("\n\n")[-1] == own[-1].text
    return min(taken)


def test_twice_the_pages_take_hardly_more_than_twice_the_time() -> None:
    assert seconds(120) < 3 * seconds(60)


@pytest.mark.parametrize("row", ["| " + "a " * 8_000 + "|", "|a" * 8_000, "| " + "ab " * 8_000 + "|"])
def test_rows_of_one_letter_are_read_at_once(row: str) -> None:
    own = [SourceParagraph("a" * length) for length in range(6, 406)]
    own += [SourceParagraph("ab" * (4_000 - length) + "a") for length in range(60)]
    with at_most(3):
        restore_word_spacing([ParsedPage(1, row)], own)
