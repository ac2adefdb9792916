"""What staff write for readers becomes HTML, and nothing in it can do harm."""

import pytest
from django.test import Client

from apps.chat.models.service_settings import ServiceRules
from apps.chat.templatetags.staff_markdown import staff_markdown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Ab 10 Uhr **geschlossen**.", "<p>Ab 10 Uhr <strong>geschlossen</strong>.</p>"),
        ("Eine Zeile\nund noch eine", "<p>Eine Zeile<br>\nund noch eine</p>"),
        ("- eins\n- zwei", "<ul>\n<li>eins</li>\n<li>zwei</li>\n</ul>"),
        (
            "[Rathaus](https://example.org/)",
            '<p><a href="https://example.org/" rel="noopener noreferrer">Rathaus</a></p>',
        ),
        ("# Wartung", "<h3>Wartung</h3>"),
        ("2 < 3 & 4 > 1", "<p>2 &lt; 3 &amp; 4 &gt; 1</p>"),
        ("", ""),
    ],
)
def test_markdown_becomes_html(text: str, html: str) -> None:
    assert staff_markdown(text) == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "![x](https://example.org/x.png)",
        '<a href="x" onclick="y">z</a>',
        "<style>p { color: red }</style>",
        "<iframe src='https://example.org'></iframe>",
    ],
)
def test_nothing_that_runs_or_loads_gets_through(text: str) -> None:
    html = staff_markdown(f"Vorher {text} nachher")
    assert not any(sign in html for sign in ("<script", "javascript:", "<img", "onclick", "<style", "<iframe"))


@pytest.mark.django_db
def test_the_notice_on_the_page_is_markdown(client: Client) -> None:
    ServiceRules.objects.update_or_create(pk=1, defaults={"notice": "Ab 10 Uhr **Wartung**."})
    assert "<strong>Wartung</strong>" in client.get("/").content.decode()
