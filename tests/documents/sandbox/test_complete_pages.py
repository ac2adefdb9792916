"""Printed pages are compared with their file in a child process, with its limits."""

import pytest

from apps.documents.parsing.formats.detect_media_type import PDF
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import ParsedDocument, ParsedPage, ParseFailure, ParseFlag
from apps.documents.sandbox.parser_pool import ParserPool
from tests.documents.office_files import docx

FEES, CUT = "Die Gebühr beträgt zwölf Euro im Jahr.", "Der Kasten nennt die Rufnummer 0345 778812."


def printed(*flags: ParseFlag) -> ParsedDocument:
    body = f"Abschnitt 1\n\n{FEES}\n\nAbschnitt 2"
    page = ParsedPage(1, f"Stadt Musterau\n\n{body}", width=595.0, body=(16, 16 + len(body)))
    return ParsedDocument((page,), PDF, page_count=1, flags=frozenset(flags))


async def test_text_that_print_has_lost_comes_back_with_the_page(pool: ParserPool) -> None:
    (page,) = await pool.complete_pages(printed(), docx(FEES, CUT), DOCX)
    assert page.body_text == f"Abschnitt 1\n\n{FEES}\n\nAbschnitt 2\n\n{CUT}"
    assert (page.text[:14], page.width) == ("Stadt Musterau", 595.0)


async def test_text_behind_the_limit_of_pages_is_left_out(pool: ParserPool) -> None:
    document = printed(ParseFlag.PAGE_LIMIT)
    assert await pool.complete_pages(document, docx(FEES, CUT), DOCX) == document.pages


async def test_a_comparison_without_end_ends_at_the_limits_of_the_file() -> None:
    pool = ParserPool(size=1, limits=ParseLimits(cpu_seconds=1))
    pages = tuple(ParsedPage(number, f"{FEES} {number} " * 50) for number in range(1, 20_000))
    try:
        with pytest.raises(ParseFailure) as failure:
            await pool.complete_pages(ParsedDocument(pages, PDF), docx(FEES, CUT), DOCX)
    finally:
        pool.close()
    assert failure.value.reason_code == "time_limit"
