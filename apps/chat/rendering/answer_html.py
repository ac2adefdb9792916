"""Renders the finished answer as HTML: Markdown once, then sanitised. Run it outside the event loop."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from apps.chat.contradictions.between_documents import conflict_notice_html
from apps.chat.proof.annotate_answer import (
    CONTRADICTED_CLOSE,
    CONTRADICTED_OPEN,
    UNPROVED_CLOSE,
    UNPROVED_OPEN,
)
from apps.chat.proof.proof_levels import LeveledSentence, ProofLevel
from apps.chat.rendering.allowed_links import has_link, keep_known_links, source_addresses
from apps.chat.rendering.citation_markers_in_markdown import HtmlOfSign, render_text_with_signs, replace_signs_in_tokens
from apps.chat.rendering.proof_level_badges import proof_level_badge
from apps.chat.rendering.proof_level_labels import level_label
from apps.conflicts.open_conflicts import OpenConflict
from apps.text.grammar.dates_begin_no_lists import begin_no_lists_with_dates

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from nh3 import Cleaner

# Measured: what lies within renders in at most 200 ms whatever it says; the rest is shown as plain text.
MOST_CHARACTERS = 20_000
MOST_SIGNS = 1_500
MOST_LINES = 1_000
DEEPEST_NESTING = 12
SPECIAL = re.compile(r"[\[\]<>*_`~!\\&|]")
NESTED_LINE = re.compile(r"^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){6}|^[ \t]{24}", re.MULTILINE)

TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "small", "span",
    "q", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
# "*" is said because the default lets title and lang through on every tag.
ATTRIBUTES: dict[str, set[str]] = {"*": set(), "a": {"href", "title"}, "ol": {"start"}, "small": {"data-sentence"}}
CLASSES = {
    "a": {"citation"},
    "span": {"unproved", "contradicted"},
    "small": {"unproved-hint", "contradicted-hint", "proof-level", "verbatim", "checked", "quoted", "contradicted"},
    "q": {"proof-quote"},
    "p": {"answer-notice", "conflict-notice"},
}
KINDS = {
    UNPROVED_OPEN: ("unproved", ProofLevel.WITHOUT_SOURCE),
    UNPROVED_CLOSE: ("unproved", ProofLevel.WITHOUT_SOURCE),
    CONTRADICTED_OPEN: ("contradicted", ProofLevel.CONTRADICTED),
    CONTRADICTED_CLOSE: ("contradicted", ProofLevel.CONTRADICTED),
}
"""Sign -> the class of its span, and what that says."""
SCHEMES = {"http", "https", "mailto"}


@dataclass(frozen=True, slots=True)
class CitationLink:
    """What a sign in the answer becomes: its number, and where that leads; without an address there is no link."""

    number: int
    url: str
    title: str


def render_answer_html(
    marked: str,
    links: Mapping[int, CitationLink],
    *,
    sources: Sequence[str] = (),
    notices: Sequence[str] = (),
    conflicts: Sequence[OpenConflict] = (),
    sentences: Sequence[LeveledSentence] = (),
) -> str:
    """Safe HTML of an answer as annotate_answer.py marks it; long or tangled text comes out as plain text.

    `sources` are the cited texts, to whose addresses the answer may link; `sentences` what the signs of levels count.
    """

    def html_of(sign: re.Match[str]) -> str:
        return html_of_sign(sign, links, sentences)

    html = (
        render_markdown(marked, sources, html_of) if is_cheap_to_render(marked) else render_plain_text(marked, html_of)
    )
    html += "".join(f'<p class="answer-notice">{escape(notice)}</p>' for notice in notices)
    html += "".join(map(conflict_notice_html, conflicts))
    return str(html_cleaner().clean(html))


def is_cheap_to_render(text: str) -> bool:
    """False for text that could keep the parser busy: too long, too many special characters, nested too deep."""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES or NESTED_LINE.search(text):
        return False
    return len(SPECIAL.findall(text)) <= MOST_SIGNS


def render_markdown(text: str, sources: Sequence[str], html_of: HtmlOfSign) -> str:
    parser = markdown_parser()
    try:
        tokens = parser.parse(text)
    except RecursionError:
        return render_plain_text(text, html_of)
    known = source_addresses(sources, parser) if any(has_link(token) for token in tokens) else frozenset()
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            # The answer stands below headings of the page.
            token.tag = f"h{min(6, int(token.tag[1]) + 3)}"
        # It would become an attribute, where our signs have no place.
        token.info = ""
        if has_link(token):
            token.children = list(keep_known_links(token.children or [], known))
    return str(parser.renderer.render(replace_signs_in_tokens(tokens, html_of), parser.options, {}))


@cache
def markdown_parser() -> "MarkdownIt":
    """CommonMark with tables; no HTML, no images, no link definitions (a model's "[1]: …" would become a link)."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST_NESTING})
    parser.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline", "reference"])
    return begin_no_lists_with_dates(parser)


@cache
def html_cleaner() -> "Cleaner":
    from nh3 import Cleaner

    return Cleaner(
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )


def render_plain_text(text: str, html_of: HtmlOfSign) -> str:
    paragraphs = re.split(r"\n[ \t]*+\n", text.strip())
    return "".join(
        f"<p>{'<br>'.join(render_text_with_signs(line, html_of) for line in part.splitlines())}</p>"
        for part in paragraphs
    )


def html_of_sign(sign: re.Match[str], links: Mapping[int, CitationLink], sentences: Sequence[LeveledSentence]) -> str:
    """A number as a link, the level of a sentence, or a bound of a span that says in words what it means."""
    if sign["link"]:
        return link_html(int(sign["link"]), links)
    if sign["level"]:
        place = int(sign["level"])
        return proof_level_badge(sentences, place) if place < len(sentences) else ""
    if sign["open"]:
        return f'<span class="{KINDS[sign["open"]][0]}">'
    kind, level = KINDS[sign["close"]]
    return f' <small class="{kind}-hint">({escape(level_label(level))})</small></span>'


def link_html(key: int, links: Mapping[int, CitationLink]) -> str:
    link = links.get(key)
    if link is None or not link.url:
        return f"[{link.number if link else key}]"
    return f'<a class="citation" href="{escape(link.url)}" title="{escape(link.title)}">[{link.number}]</a>'
