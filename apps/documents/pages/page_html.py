"""Renders the text of a page: Markdown as sanitised HTML, a quote inside one mark where that is possible."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe

from apps.text.grammar.dates_begin_no_lists import begin_no_lists_with_dates
from apps.text.locate_quote import Span

if TYPE_CHECKING:
    from markdown_it.token import Token

# Measured: the worst of this length (nothing but brackets) takes half a second; longer pages are shown as they are.
LONGEST_RENDERED = 30_000
# Signs for private use stand for the mark while Markdown is rendered. A page that has them itself is shown plain.
OPEN, CLOSE = "\uf8f0", "\uf8f1"
TAG = re.compile(r"<(/?)([a-z0-9]++)[^<>]*+>")
ROW = re.compile(r"<tr>(?:[^<]++|<(?!/?tr>))*+</tr>")
CELL = re.compile(r"<t[dh]>((?:[^<]++|<(?!/?t[dh]>))*+)</t[dh]>")
LINK = re.compile(r'\[[^\[\]\n]*\]\([^()\s]*(?: "[^"\n]*")?\)')
EM_SPACE = "\u2003"
INLINE = {"a", "code", "del", "em", "s", "strong", "sub", "sup"}
VOID = {"br"}
BLOCKS = frozenset(
    "blockquote h3 h4 h5 h6 hr li ol p pre table tbody td th thead tr ul".split()  # noqa: SIM905
)
MOST_DEEP_HEADING = 6
HEADINGS_START_AT = 3


def page_html(text: str, span: Span | None = None) -> SafeString | None:
    """The page as HTML, the span marked. None when it is too long or the mark would cross paragraphs or rows."""
    if len(text) > LONGEST_RENDERED or OPEN in text or CLOSE in text:
        return None
    if span is None:
        return mark_safe(render_sanitised_html(text))  # noqa: S308 - sanitised
    span = extend_span_over_links(text, span)
    signed = text[: span.start] + OPEN + text[span.start : span.end] + CLOSE + text[span.end :]
    return insert_mark(join_marked_row(render_sanitised_html(signed)))


def extend_span_over_links(text: str, span: Span) -> Span:
    """The span with the whole of each link of which it holds one end: a quote leaves out the address behind its last
    words, and a mark cannot cross the end of a link."""
    paragraph = max(text.rfind("\n\n", 0, span.start), 0)
    start, end = span.start, span.end
    for found in LINK.finditer(text, paragraph):
        if found.start() >= end:
            break
        is_around = found.start() <= span.start and span.end <= found.end()
        if found.end() > start and not is_around:
            start, end = min(start, found.start()), max(end, found.end())
    return Span(start, end)


def join_marked_row(html: str) -> str:
    """A mark cannot cross cells: the row that a quote runs through becomes one cell, its texts side by side."""
    for row in ROW.finditer(html):
        cells = CELL.findall(row[0])
        if any(OPEN in cell and CLOSE in cell for cell in cells) or not (OPEN in row[0] and CLOSE in row[0]):
            continue
        joined = f'<tr><td colspan="{len(cells)}">{EM_SPACE.join(cells)}</td></tr>'
        return html[: row.start()] + joined + html[row.end() :]
    return html


def insert_mark(html: str) -> SafeString | None:
    before, opened, rest = html.partition(OPEN)
    marked, closed, after = rest.partition(CLOSE)
    if not (opened and closed and is_inline(marked)):
        return None
    return mark_safe(f'{before}<mark id="quote">{marked}</mark>{after}')  # noqa: S308 - sanitised


def is_inline(html: str) -> bool:
    """True when the piece may stand inside one mark: only inline tags, each closed where it was opened."""
    open_tags: list[str] = []
    for closing, name in TAG.findall(html):
        if name in VOID:
            continue
        if name not in INLINE or (closing and (not open_tags or open_tags.pop() != name)):
            return False
        if not closing:
            open_tags.append(name)
    return not open_tags


def render_sanitised_html(text: str) -> str:
    """HTML of the listed tags only: no images, no scripts, no styles, links to http, https and mailto."""
    import nh3
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    tokens = begin_no_lists_with_dates(markdown).parse(text)
    lower_headings(tokens)
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return nh3.clean(
        html,
        tags=INLINE | VOID | BLOCKS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )


def lower_headings(tokens: Sequence["Token"]) -> None:
    """The page's headings stand below those of the site, and none leaves a level out: a page may begin in the middle of
    a chapter. So a screen reader tells what belongs to what.
    """
    above: list[int] = []
    for token in tokens:
        if token.type == "heading_open":
            level = int(token.tag[1])
            above = [*(each for each in above if each < level), level]
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(HEADINGS_START_AT + len(above) - 1, MOST_DEEP_HEADING)}"
