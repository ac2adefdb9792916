"""The finished answer as HTML: Markdown once, then sanitised. Run it outside the event loop."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from apps.chat.proof.level_labels import level_label
from apps.chat.proof.levels import PROVED_LEVELS, LeveledSentence, ProofLevel
from apps.chat.proof.mark_text import (
    CONTRADICTED_CLOSE,
    CONTRADICTED_OPEN,
    LEVEL_SIGN,
    LINK_SIGN,
    OWN_SIGNS,
    UNPROVED_CLOSE,
    UNPROVED_OPEN,
)

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
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
ATTRIBUTES: dict[str, set[str]] = {"*": set(), "a": {"href", "title"}, "ol": {"start"}}
CLASSES = {
    "a": {"citation"},
    "span": {"unproved", "contradicted"},
    "small": {"unproved-hint", "contradicted-hint", "proof-level", "verbatim", "checked", "quoted"},
    "q": {"proof-quote"},
    "p": {"answer-notice"},
}
LONGEST_QUOTE = 400
"""Characters of a quote that are shown below its sentence; the whole of it opens with the link."""
SCHEMES = {"http", "https", "mailto"}
HOST = re.compile(r"(?:https?://|www\.)([^\s/?#:\"'<>()\[\]]{1,253})|\b([\w.+-]{1,64}@[\w.-]{1,253})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CitationLink:
    """What a sign in the answer becomes: its number, and where that leads; without an address there is no link."""

    number: int
    url: str
    title: str


def hosts_in_sources(texts: Sequence[str]) -> frozenset[str]:
    """Hosts and mail addresses that stand in the sources: only there may an answer link to."""
    found = (match for text in texts for match in HOST.finditer(text))
    return frozenset((match[1] or match[2]).lower().rstrip(".,;").removeprefix("www.") for match in found)


def render(
    marked: str,
    links: Mapping[int, CitationLink],
    *,
    sources: Sequence[str] = (),
    notices: Sequence[str] = (),
    sentences: Sequence[LeveledSentence] = (),
) -> str:
    """Safe HTML of an answer as mark_text.py marks it; long or tangled text comes out as plain text.

    `sources` are the texts whose addresses the answer may link to, `sentences` what the signs of levels count.
    """
    html = from_markdown(marked, sources) if is_cheap_to_render(marked) else from_plain_text(marked)
    html = with_levels(with_links(html, links), sentences) + "".join(
        f'<p class="answer-notice">{escape(notice)}</p>' for notice in notices
    )
    return str(cleaner().clean(html))


def is_cheap_to_render(text: str) -> bool:
    """False for text that could keep the parser busy: too long, too many special signs, nested too deep."""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES or NESTED_LINE.search(text):
        return False
    return len(SPECIAL.findall(text)) <= MOST_SIGNS


def from_markdown(text: str, sources: Sequence[str]) -> str:
    parser = markdown()
    try:
        tokens = parser.parse(text)
    except RecursionError:
        return from_plain_text(text)
    places = hosts_in_sources(sources) if any(has_link(token) for token in tokens) else frozenset()
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            # The answer stands below headings of the page.
            token.tag = f"h{min(6, int(token.tag[1]) + 3)}"
        # It would become an attribute, where our signs have no place.
        token.info = ""
        if has_link(token):
            token.children = list(without_unknown_links(token.children or [], places))
    return str(parser.renderer.render(tokens, parser.options, {}))


def has_link(token: "Token") -> bool:
    return any(child.type == "link_open" for child in token.children or ())


def without_unknown_links(tokens: Sequence["Token"], places: frozenset[str]) -> Iterator["Token"]:
    """Links to places that no source names become text: a disguised address is not one click away."""
    refused: list[str] = []
    for token in tokens:
        if token.type == "link_open":
            address = str(token.attrGet("href") or "")
            refused.append("" if is_known(address, places) else address)
        closing = token.type == "link_close" and refused.pop() if refused else ""
        if token.type == "link_open" and refused[-1]:
            token = text_token("")
        elif closing:
            token = text_token(f" ({closing})")
        yield token


def is_known(address: str, places: frozenset[str]) -> bool:
    try:
        parts = urlsplit(address)
        place = parts.path if parts.scheme == "mailto" else parts.hostname or ""
    except ValueError:
        return False
    return parts.scheme in SCHEMES and place.lower().removeprefix("www.") in places


def text_token(content: str) -> "Token":
    from markdown_it.token import Token

    return Token("text", "", 0, content=content)


@cache
def markdown() -> "MarkdownIt":
    """CommonMark with tables; no HTML, no images, no link definitions (a model's "[1]: …" would become a link)."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST_NESTING})
    return parser.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline", "reference"])


@cache
def cleaner() -> "Cleaner":
    from nh3 import Cleaner

    return Cleaner(
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )


def from_plain_text(text: str) -> str:
    paragraphs = re.split(r"\n[ \t]*\n", text.strip())
    return "".join(f"<p>{'<br>'.join(escape(line) for line in part.splitlines())}</p>" for part in paragraphs)


def with_links(html: str, links: Mapping[int, CitationLink]) -> str:
    """The signs replaced: numbers by links, bounds by a span that says in words what it means."""
    html = LINK_SIGN.sub(lambda found: link_html(int(found[1]), links), html)
    for kind, level, opening, closing in (
        ("unproved", ProofLevel.WITHOUT_SOURCE, UNPROVED_OPEN, UNPROVED_CLOSE),
        ("contradicted", ProofLevel.CONTRADICTED, CONTRADICTED_OPEN, CONTRADICTED_CLOSE),
    ):
        hint = f'<small class="{kind}-hint">({escape(level_label(level))})</small></span>'
        html = re.sub(rf"{opening} ?", f'<span class="{kind}">', html)
        html = re.sub(rf" ?{closing}", f" {hint}", html)
    return html


def with_levels(html: str, sentences: Sequence[LeveledSentence]) -> str:
    """A sign behind each sentence with a source: proved, or the quote itself, for readers to compare."""

    def shown(found: re.Match[str]) -> str:
        place = int(found[1])
        return level_html(sentences[place]) if place < len(sentences) else ""

    return OWN_SIGNS.sub("", LEVEL_SIGN.sub(shown, html))


def level_html(sentence: LeveledSentence) -> str:
    label = escape(level_label(sentence.level))
    if sentence.level in PROVED_LEVELS:
        return f' <small class="proof-level {sentence.level}">✓ {label}</small>'
    quotes = " … ".join(shortened(quote) for quote in sentence.quotes[:2])
    return f' <small class="proof-level quoted">{label}: <q class="proof-quote">{escape(quotes)}</q></small>'


def shortened(quote: str) -> str:
    flat = " ".join(quote.split())
    return flat if len(flat) <= LONGEST_QUOTE else flat[:LONGEST_QUOTE].rstrip() + " …"


def link_html(key: int, links: Mapping[int, CitationLink]) -> str:
    link = links.get(key)
    if link is None or not link.url:
        return f"[{link.number if link else key}]"
    return f'<a class="citation" href="{escape(link.url)}" title="{escape(link.title)}">[{link.number}]</a>'
