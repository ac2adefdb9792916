"""Renders a fixed answer as a card for the page and as text for every other channel."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from apps.chat.fixed_answers.find_fixed_answer import FixedReply
from apps.text.numbers.strip_phone_formatting import strip_phone_formatting


def card_html(reply: FixedReply) -> str:
    """Safe HTML; telephone numbers are large links that a phone dials."""
    kind = "fixed-answer urgent" if reply.is_urgent else "fixed-answer"
    parts = [f'<p class="fixed-heading"><strong>{escape(reply.heading)}</strong></p>']
    parts += [f"<p>{escape(line)}</p>" for line in reply.text.splitlines() if line.strip()]
    parts.append(telephones_html(reply.telephones))
    if reply.link:
        name = reply.link.removeprefix("https://").removesuffix("/")
        parts.append(f'<p><a href="{escape(reply.link)}" rel="noopener noreferrer">{escape(name)}</a></p>')
    direction = "rtl" if reply.language == "ar" else "ltr"
    return f'<div class="{kind}" lang="{escape(reply.language)}" dir="{direction}">{"".join(parts)}</div>'


def telephones_html(numbers: Sequence[str]) -> str:
    if not numbers:
        return ""
    links = (
        f'<li><a href="tel:{strip_phone_formatting(number)}"><bdi>{escape(number)}</bdi></a></li>' for number in numbers
    )
    return f'<ul class="telephones">{"".join(links)}</ul>'


def card_text(reply: FixedReply) -> str:
    """Renders the card as plain text, for channels that have no HTML."""
    return card_lines(reply.as_json())


def card_lines(card: Mapping[str, Any]) -> str:
    """The plain text of a card by its JSON (`FixedReply.as_json`)."""
    lines = [card["heading"], "", card["text"]]
    if card["telephones"]:
        lines += ["", *(f"- {number}" for number in card["telephones"])]
    return "\n".join(lines + (["", card["link"]] if card["link"] else []))
