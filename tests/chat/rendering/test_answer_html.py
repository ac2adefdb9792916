"""Answers are shown as safe HTML, quickly, whatever a model writes."""

import itertools
import random
import re
from html.parser import HTMLParser

import pytest

from apps.chat.proof.annotate_answer import LINK_CLOSE, LINK_OPEN, UNPROVED_CLOSE, UNPROVED_OPEN
from apps.chat.rendering.answer_html import ATTRIBUTES, TAGS, CitationLink, render_answer_html
from tests.processor_time import takes_at_most

LINKS = {1: CitationLink(1, '/documents/1/pages/3/?quote=drei+Euro"', 'Gebühren "A", Seite 3')}
ONE = f"{LINK_OPEN}1{LINK_CLOSE}"

ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](https://evil.example/pixel.png)",
    "![x][r]\n\n[r]: https://evil.example/pixel.png",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox)",
    "<javascript:alert(1)>",
    "[x](https://evil.example/)",
    "[x](//evil.example/)",
    "[x](/documents/1/pages/1/)",
    "[1]: https://evil.example\n\n[1]",
    "<iframe src=https://evil.example></iframe>",
    "<svg onload=alert(1)>",
    "<a href='x' onclick='y'>z</a>",
    "<style>@import 'https://evil.example'</style>",
    "<base href=https://evil.example>",
    "<form action=https://evil.example><input></form>",
    "`<script>`",
    "    <script>alert(1)</script>",
    "```html\n<img src=x onerror=alert(1)>\n```",
    "[x](mailto:evil@evil.example)",
    "<https://evil.example/>",
    '[x](https://amt.example "onmouseover=alert(1)")',
    "[<img src=x onerror=alert(1)>](https://amt.example)",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;",
]


class Elements(HTMLParser):
    """Tags and attributes as a browser would see them: escaped text is none."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen += [(tag, "", None), *((tag, name, value) for name, value in attrs)]


def harmful(html: str) -> list[tuple[str, str, str | None]]:
    """Everything that is neither plain formatting nor our own link to a page."""
    own = [(tag, name) for tag, names in ATTRIBUTES.items() for name in names]
    return [
        (tag, name, value)
        for tag, name, value in Elements(html).seen
        if tag not in TAGS
        or (name and (tag, name) not in own and name not in {"class", "rel"})
        or (name == "href" and not str(value).startswith("/documents/1/pages/3/"))
    ]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_active_and_nothing_remote_survives(attack: str) -> None:
    wrapped = (f"- {attack}", f"| a |\n|---|\n| {attack} |", f"> **{attack}**", f"{UNPROVED_OPEN} {attack} {ONE}")
    for text in (attack, *wrapped):
        assert harmful(render_answer_html(text, LINKS)) == []


def test_the_check_itself_sees_what_is_harmful() -> None:
    assert harmful('<p onclick="x">a</p><img src="https://evil.example"><a href="https://evil.example">b</a>') == [
        ("p", "onclick", "x"),
        ("img", "", None),
        ("img", "src", "https://evil.example"),
        ("a", "href", "https://evil.example"),
    ]


def test_a_number_becomes_a_link_that_says_where_it_leads() -> None:
    assert render_answer_html(f"Es kostet drei Euro {ONE}.", LINKS) == (
        '<p>Es kostet drei Euro <a class="citation" href="/documents/1/pages/3/?quote=drei+Euro&quot;" '
        'title="Gebühren &quot;A&quot;, Seite 3" rel="noopener noreferrer nofollow">[1]</a>.</p>\n'
    )


def test_a_number_without_an_address_is_text() -> None:
    assert render_answer_html(f"Text {LINK_OPEN}2{LINK_CLOSE}", LINKS) == "<p>Text [2]</p>\n"


def test_an_unproved_sentence_says_so_in_words() -> None:
    html = render_answer_html(f"Gut. {UNPROVED_OPEN} **Fett** und _schräg_. {UNPROVED_CLOSE}", {})
    assert re.search(r'<span class="unproved"><strong>Fett</strong> und <em>schräg</em>\. <small[^>]*>\(.+\)', html)


def test_links_lead_only_to_addresses_that_stand_in_the_sources_and_say_where() -> None:
    source = "Näheres unter www.amt.example/a, Post an info@amt.example."
    html = render_answer_html(
        "[a](https://amt.example/a) [b](https://amt.example/b) [m](mailto:info@amt.example) [e](https://evil.example)",
        {},
        sources=[source.replace("www.", "https://")],
    )
    assert 'href="https://amt.example/a" rel="noopener noreferrer nofollow">a</a> (amt.example)' in html
    assert "b (https://amt.example/b)" in html
    assert 'href="mailto:info@amt.example"' in html
    assert "e (https://evil.example)" in html


def test_notices_stand_below_as_text() -> None:
    assert render_answer_html("Text.", {}, notices=["Nicht <b>fertig</b>"]).endswith(
        '<p class="answer-notice">Nicht &lt;b&gt;fertig&lt;/b&gt;</p>'
    )


def test_tables_and_lists_are_shown() -> None:
    html = render_answer_html("| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n\n# Titel", {})
    assert all(tag in html for tag in ("<table>", "<td>2</td>", "<li>y</li>", "<h4>Titel</h4>"))


PIECES = ["[", "](", "![", "*", "**a", "_", "`", "<", "> ", "- ", "1. ", "\\", "~~", "|", "\n", "# ", "<http://a>", "&"]
PIECES += [LINK_OPEN, UNPROVED_OPEN + " ", UNPROVED_CLOSE, "a", " ", "[x]: y\n", "* * "]


# Over and over, "ab" is the same text as "ba".
LONGEST = 0.4
PAIRS = list(itertools.combinations_with_replacement(PIECES, 2))


def test_twenty_thousand_characters_take_no_longer_than_a_moment() -> None:
    assert [pair for pair in PAIRS if is_slow(("".join(pair) * 20_000)[:20_000])] == []


def is_slow(text: str) -> bool:
    """A machine that is slow for a moment is given two more."""

    def render_both() -> None:
        render_answer_html(text, LINKS)
        render_answer_html(text[:1_400] + "x " * 9_000, LINKS)

    return not any(takes_at_most(LONGEST, render_both) for _ in range(3))


def test_noise_is_rendered_too() -> None:
    choose = random.Random(7)  # noqa: S311 - the same noise every time
    for _ in range(100):
        assert harmful(render_answer_html("".join(choose.choices([*PIECES, *ATTACKS], k=60)), LINKS)) == []
