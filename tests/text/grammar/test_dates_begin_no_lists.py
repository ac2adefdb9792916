"""Days keep their numbers in Markdown; items of lists stay items."""

import pytest
from markdown_it import MarkdownIt

from apps.chat.rendering.answer_html import render_answer_html
from apps.documents.pages.page_html import page_html
from apps.text.grammar.dates_begin_no_lists import begin_no_lists_with_dates

DAYS = "1. Januar: Neujahr\n6. Januar: Heilige Drei Könige"


@pytest.mark.parametrize("text", [DAYS, "20. Jan. 2026", "3. MÄRZ ist der Termin.", "4. July", "Feiertage:\n\n1. Mai"])
def test_a_day_begins_no_list(text: str) -> None:
    assert "<li>" not in begin_no_lists_with_dates(MarkdownIt("commonmark")).render(text)


@pytest.mark.parametrize("text", ["1. Antrag\n2. Ausweis", "1. Maibaum", "- 20. Januar", "20) Januar", "5. Satz"])
def test_items_stay_items(text: str) -> None:
    assert "<li>" in begin_no_lists_with_dates(MarkdownIt("commonmark")).render(text)


def test_answers_and_pages_show_the_day_that_is_written() -> None:
    for html in (render_answer_html(DAYS, {}), str(page_html(DAYS))):
        assert "6. Januar: Heilige" in html
        assert "<li>" not in html
