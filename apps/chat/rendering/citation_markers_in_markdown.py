"""Citation markers as tokens of the Markdown tree: elements in texts only, never in attributes or markup."""

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from apps.chat.proof.annotate_answer import OWN_SIGNS

if TYPE_CHECKING:
    from markdown_it.token import Token

SIGN = re.compile(
    r"\ue000(?P<link>\d{1,6})\ue001|\ue004(?P<level>\d{1,6})\ue005"
    r"|(?P<open>[\ue002\ue006]) ?|(?:(?<! ) )?(?P<close>[\ue003\ue007])"
)
HtmlOfSign = Callable[[re.Match[str]], str]
"""Makes safe HTML of a match of SIGN."""


def replace_signs_in_tokens(tokens: Sequence["Token"], html_of: HtmlOfSign) -> list["Token"]:
    """The tokens of a document. Afterwards no sign is left in them, wherever a model had put one."""
    found = []
    for token in tokens:
        if token.type in ("fence", "code_block"):
            found.append(
                html_token("html_block", f"<pre><code>{render_text_with_signs(token.content, html_of)}</code></pre>\n")
            )
        else:
            token.children = [
                new for child in token.children or () for new in replace_signs_in_text(child, html_of)
            ] or None
            found.append(token)
    return found


def replace_signs_in_text(token: "Token", html_of: HtmlOfSign) -> Iterator["Token"]:
    if not OWN_SIGNS.search(token.content):
        yield token
    elif token.type == "code_inline":
        yield html_token("html_inline", f"<code>{render_text_with_signs(token.content, html_of)}</code>")
    else:
        yield html_token("html_inline", render_text_with_signs(token.content, html_of))


def render_text_with_signs(text: str, html_of: HtmlOfSign) -> str:
    """A text as HTML: what stands between the signs is escaped."""
    pieces: list[str] = []
    position = 0
    for sign in SIGN.finditer(text):
        pieces += [escape_without_signs(text[position : sign.start()]), html_of(sign)]
        position = sign.end()
    return "".join([*pieces, escape_without_signs(text[position:])])


def escape_without_signs(text: str) -> str:
    return escape(OWN_SIGNS.sub("", text))


def html_token(kind: str, html: str) -> "Token":
    from markdown_it.token import Token

    return Token(kind, "", 0, content=html)
