"""Allows links in an answer whose complete address stands in a cited source, shown with their host; others are text."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from apps.chat.proof.annotate_answer import OWN_SIGNS
from apps.text.normalise_identifiers import MAIL

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'„“”«»\[\]{}|\\^`\x00-\x1f\ue000-\uf8ff]{1,2000}+", re.IGNORECASE)
AFTER_ADDRESS = ".,;:!?)*_"
"""Signs that end a sentence around an address and not the address."""
LIKE_A_MARKER = re.compile(r"[\[(【［〔⟦⟨{]\s*+(?:\^\s*+)?(?:[^\W\d_]{1,8}+\.?\s*+)?\d{1,3}\s*+[\])】］〕⟧⟩}]")
OWN_SIGNS_ENCODED = re.compile(r"%EE%80%8[0-7]", re.IGNORECASE)

Address = tuple[str, str, str]
"""Scheme and host in small letters, and the rest as it is."""


def source_addresses(texts: Sequence[str], parser: "MarkdownIt") -> frozenset[Address]:
    """Every complete address of the web and of mail in the texts, as Markdown would write it."""
    return frozenset(
        address
        for text in texts
        for written in written_addresses(text)
        if (address := parse_link_address(parser.normalizeLink(written))) is not None
    )


def written_addresses(text: str) -> Iterator[str]:
    for found in ADDRESS.finditer(text):
        for written in {found[0], found[0].rstrip(AFTER_ADDRESS)}:
            yield from (written,) if "://" in written[:8] else (f"https://{written}", f"http://{written}")
    for found in MAIL.finditer(text):
        yield f"mailto:{found[0].rstrip('.')}"


def parse_link_address(address: str) -> Address | None:
    """None for what is no address that may be linked to: other schemes, a person before the host, our own signs."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    if OWN_SIGNS.search(address) or OWN_SIGNS_ENCODED.search(address):
        return None
    if parts.scheme == "mailto":
        return None if parts.query or parts.fragment else ("mailto", parts.path.lower(), "")
    if parts.scheme not in ("http", "https") or not parts.netloc or "@" in parts.netloc:
        return None
    rest = address[address.index("//") + 2 + len(parts.netloc) :]
    return parts.scheme, parts.netloc.lower(), rest or "/"


def has_link(token: "Token") -> bool:
    return any(child.type == "link_open" for child in token.children or ())


def keep_known_links(tokens: Sequence["Token"], known: frozenset[Address]) -> Iterator["Token"]:
    """The children of a token; links to addresses that no source holds become text with the address after it."""
    inside: list[Token] = []
    opened: Token | None = None
    for token in tokens:
        if token.type == "link_open":
            opened, inside = token, []
        elif token.type == "link_close" and opened is not None:
            yield from render_link_tokens(str(opened.attrGet("href") or ""), inside, token, known)
            opened = None
        elif opened is not None:
            inside.append(token)
        else:
            yield token


def render_link_tokens(
    address: str, label: Sequence["Token"], closing: "Token", known: frozenset[Address]
) -> Iterator["Token"]:
    words = "".join(token.content for token in label)
    parts = parse_link_address(address)
    if parts is None or parts not in known or OWN_SIGNS.search(words):
        yield from label
        yield text_token(f" ({OWN_SIGNS_ENCODED.sub('', OWN_SIGNS.sub('', address))})")
        return
    host = parts[1]
    is_address = words.strip() in (format_address(parts), host)
    opening = text_token("")
    opening.type, opening.tag, opening.nesting = "link_open", "a", 1
    opening.attrSet("href", format_address(parts))
    yield opening
    # What looks like a number of a source would be taken for one.
    is_forged = LIKE_A_MARKER.search(words) or not any(letter.isalpha() for letter in words)
    yield from [text_token(host)] if is_forged else label
    yield closing
    if not is_forged and not is_address:
        yield text_token(f" ({host})")


def format_address(address: Address) -> str:
    scheme, host, rest = address
    return f"mailto:{host}" if scheme == "mailto" else f"{scheme}://{host}{rest}"


def text_token(content: str) -> "Token":
    from markdown_it.token import Token

    return Token("text", "", 0, content=content)
