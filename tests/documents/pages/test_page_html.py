"""The text of a page as HTML: readable, harmless, with at most one mark."""

import re

import pytest

from apps.documents.pages.page_html import LONGEST_RENDERED, OPEN, join_marked_row, page_html
from apps.text.locate_quote import find_quote_span
from tests.processor_time import at_most

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[klick](javascript:alert(1))",
    "[klick](data:text/html,<script>alert(1)</script>)",
    "![bild](https://example.org/pixel.png)",
    '<a href="https://example.org" style="position:fixed" onclick="alert(1)">x</a>',
    "<svg onload=alert(1)>",
]


def marked(text: str, quote: str) -> str | None:
    span = find_quote_span(text, quote)
    assert span is not None
    return page_html(text, span)


def test_headings_of_a_page_leave_no_level_out_wherever_it_begins() -> None:
    html = page_html("#### Stadt\n\n## Satzung\n\n#### Absatz\n\n### Teil\n\n# Ende")
    assert html is not None
    assert re.findall(r"<(h\d)>", html) == ["h3", "h3", "h4", "h4", "h3"]


def test_it_renders_headings_below_those_of_the_site() -> None:
    html = page_html("# Satzung\n\n###### Anhang")
    assert html is not None
    assert "<h3>Satzung</h3>" in html
    assert "<h4>Anhang</h4>" in html


def test_it_renders_tables() -> None:
    html = page_html("| Hund | Euro |\n|---|---:|\n| erster | 120 |")
    assert html is not None
    assert "<td>120</td>" in html
    assert "style" not in html


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_active_or_foreign_survives(text: str) -> None:
    html = page_html(f"Vorher. {text} Nachher.")
    assert html is not None
    for active in ("<script", "<img", "<svg", 'href="javascript', 'href="data', '<a href="https://example.org" style'):
        assert active not in html


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("Die Gebühr beträgt drei Euro.", "beträgt drei Euro", '<mark id="quote">beträgt drei Euro</mark>'),
        ("Sie kostet **drei Euro** je Tag.", "drei Euro", '<strong><mark id="quote">drei Euro</mark></strong>'),
        (
            "Sie kostet **drei** Euro.",
            "Sie kostet drei Euro",
            '<mark id="quote">Sie kostet <strong>drei</strong> Euro</mark>',
        ),
        (
            "Sie kostet, siehe [Liste](https://stadt.example/liste). Mehr",
            "Sie kostet, siehe Liste",
            '<mark id="quote">Sie kostet, siehe <a href="https://stadt.example/liste" '
            'rel="noopener noreferrer">Liste</a></mark>. Mehr',
        ),
        (
            "Die [alte Liste](https://stadt.example/liste) gilt.",
            "alte",
            '<a href="https://stadt.example/liste" rel="noopener noreferrer"><mark id="quote">alte</mark> Liste</a>',
        ),
        ("# Gebühren der Stadt", "Gebühren der Stadt", '<h3><mark id="quote">Gebühren der Stadt</mark></h3>'),
        ("- erstens\n- zweitens", "zweitens", '<li><mark id="quote">zweitens</mark></li>'),
        ("| Hund | 120 |\n|---|---|\n| Katze | 0 |", "Katze", '<td><mark id="quote">Katze</mark></td>'),
    ],
)
def test_it_marks_a_quote_within_a_paragraph(text: str, quote: str, expected: str) -> None:
    html = marked(text, quote)
    assert html is not None
    assert expected in html
    assert html.count("<mark") == 1


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Erster Absatz.\n\nZweiter Absatz.", "Erster Absatz. Zweiter Absatz."),
        ("| Hund | Euro |\n|---|---|\n| erster | 120 |\n| zweiter | 144 |", "erster 120 zweiter 144"),
        ("Sie **kostet drei** Euro.", "drei Euro"),
    ],
)
def test_it_says_when_a_mark_would_cross_paragraphs_cells_or_tags(text: str, quote: str) -> None:
    assert marked(text, quote) is None
    assert page_html(text) is not None


def test_it_marks_a_quote_across_the_cells_of_a_row() -> None:
    html = marked("| Nr. | Hund | Euro |\n|---|---|---|\n| 1 | erster | 120 |\n| 2 | zweiter | 144 |", "zweiter 144")
    assert html is not None
    assert '<td colspan="3">2\u2003<mark id="quote">zweiter\u2003144</mark></td>' in html
    assert "<td>erster</td>" in html


def test_it_leaves_long_and_strange_pages_to_the_plain_view() -> None:
    assert page_html("a" * (LONGEST_RENDERED + 1)) is None
    assert page_html(f"Text mit {OPEN}") is None


@pytest.mark.parametrize("html", ["<tr>" * 20_000, f"<tr>{'<td>' * 20_000}</tr>"])
def test_rows_and_cells_without_end_take_no_time_by_the_square(html: str) -> None:
    with at_most(5):  # twenty seconds, when each looked for its end through all others
        assert join_marked_row(html) == html
