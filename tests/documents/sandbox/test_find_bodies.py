"""Heads and feet of a PDF are looked for in a child process, with its limits; those of a short one at once."""

import pytest

from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import ParsedPage, ParseFailure, Word
from apps.documents.sandbox.parser_pool import BRIEF, ParserPool

HEAD = "Stadt Musterau"
LONG = " und so fort" * (BRIEF // 20)


def page(number: int, text: str) -> ParsedPage:
    words = (Word("Stadt", 70.0, 20.0, 99.0, 30.0),)
    return ParsedPage(number, f"{HEAD}\n\n{text}", "ocr", 91.5, 595.0, words=words, margins=(len(HEAD), 0))


@pytest.mark.parametrize("more", ["", LONG], ids=["short", "long"])
async def test_pages_keep_all_they_have_and_get_their_body(pool: ParserPool, more: str) -> None:
    pages = [page(1, f"Erstens{more}"), page(2, f"Zweitens{more}"), ParsedPage(3, "Ohne Kopf.")]
    found = await pool.find_bodies(pages)
    assert [each.body_text for each in found] == [f"Erstens{more}", f"Zweitens{more}", "Ohne Kopf."]
    assert [(each.text, each.words, each.ocr_confidence, each.width) for each in found] == [
        (each.text, each.words, each.ocr_confidence, each.width) for each in pages
    ]
    assert found[2] is pages[2]
    assert (pool.launcher.server is not None) is bool(more)


async def test_halves_of_characters_keep_their_place(pool: ParserPool) -> None:
    pages = [page(number, f"\ud83d {number}. Absatz{LONG}") for number in (1, 2)]
    found = await pool.find_bodies(pages)
    assert [each.body_text for each in found] == [f"\ud83d {number}. Absatz{LONG}" for number in (1, 2)]


async def test_a_search_without_end_ends_at_the_limits_of_the_file() -> None:
    pool = ParserPool(size=1, limits=ParseLimits(cpu_seconds=1))
    text = "\n\n".join(f"Zeile {number}" for number in range(150))
    pages = [ParsedPage(number, text, margins=(len(text), 0)) for number in range(1, 10_000)]
    try:
        with pytest.raises(ParseFailure) as failure:
            await pool.find_bodies(pages)
    finally:
        pool.close()
    assert failure.value.reason_code == "time_limit"
