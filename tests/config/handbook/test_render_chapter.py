"""Chapters as HTML: what may be in them, and where their links and pictures lead."""

import re

import pytest

from config.handbook.chapters import CHAPTERS, FOLDER, LANGUAGES, Chapter, handbook_chapter
from config.handbook.render_chapter import render_chapter


def written(text: str) -> str:
    return render_chapter(Chapter("trial", "en", f"# Title\n\n{text}"))


def test_headings_can_be_linked_to_and_the_title_is_left_to_the_page() -> None:
    html = written("## Was die Prüfung sagt\n\nText.")
    assert '<h2 id="was-die-prüfung-sagt">' in html
    assert "Title" not in html


def test_links_between_chapters_lead_to_their_pages() -> None:
    assert 'href="/help/prompts/"' in written("[Prompts](prompts.md)")
    assert 'href="/help/prompts/#measure"' in written("[Prompts](prompts.md#measure)")


def test_pictures_are_served_with_the_product() -> None:
    html = written("![A run](../pictures/en/run.webp)")
    assert re.search(r'<img src="/static/handbook/en/run\S*\.webp" alt="A run">|<img alt="A run" src="\S+">', html)


def test_tables_and_commands_stay() -> None:
    assert "<td>b</td>" in written("| a |\n|---|\n| b |")
    assert "<code>manage.py reembed NAME" in written("    manage.py reembed NAME")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        "[x](javascript:alert(1))",
        '<a href="https://a.example" style="color:red">x</a>',
        "<iframe src='/'></iframe>",
    ],
)
def test_what_could_run_or_deceive_is_taken_out(text: str) -> None:
    html = written(text)
    assert not re.search(r"script|onerror|style=|<iframe", html)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHAPTERS)
def test_every_link_of_a_chapter_leads_to_a_chapter(name: str, language: str) -> None:
    text = handbook_chapter(name, language).text
    assert set(re.findall(r"\(([a-z-]+)\.md", text)) <= set(CHAPTERS)
    assert all((FOLDER / language / path).exists() for path in re.findall(r"\]\((\.\./[^)#]+)\)", text))


def test_commands_with_signs_of_html_are_shown_as_they_are() -> None:
    assert "&lt;script src=" in render_chapter(handbook_chapter("rules", "en"))
