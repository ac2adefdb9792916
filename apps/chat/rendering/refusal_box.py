"""Renders a refusal as a box: what was looked through, the nearest pages as links, and whom to ask."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from apps.text.normalise_identifiers import MAIL
from apps.text.numbers.strip_phone_formatting import strip_phone_formatting

ADDRESS = re.compile(r"https?://[^\s<>\"']{4,200}")
TELEPHONE = re.compile(r"\+?\d[\d /()-]{4,20}\d|(?<!\d)11[0-9](?!\d)")


def refusal_html(
    sentences: Sequence[str], intro: str, nearest: Sequence[Mapping[str, Any]], contact: str, contact_label: str
) -> str:
    """Safe HTML. `nearest`: `label` and `url` of each page; `contact` is shown as a button where it can be opened."""
    parts = [f"<p>{escape(sentence)}</p>" for sentence in sentences]
    if nearest:
        links = "".join(f'<li><a href="{escape(one["url"])}">{escape(one["label"])}</a></li>' for one in nearest)
        parts.append(f"<p>{escape(intro)}</p><ul>{links}</ul>")
    if contact:
        parts.append(contact_html(contact, contact_label))
    return f'<div class="refusal-box">{"".join(parts)}</div>'


def contact_html(contact: str, label: str) -> str:
    """The contact as a button that opens mail, telephone or page; as words where it names none of them."""
    address = contact_address(contact)
    if not address:
        return f"<p>{escape(label)}</p>"
    return f'<p><a class="button" href="{escape(address)}">{escape(label)}</a></p>'


def contact_address(contact: str) -> str:
    """What the contact's button opens: the page, the mail address or the telephone number that it names, else empty."""
    if found := ADDRESS.search(contact):
        return found[0].rstrip(".,;)")
    if found := MAIL.search(contact):
        return f"mailto:{found[0]}"
    if found := TELEPHONE.search(contact):
        return f"tel:{strip_phone_formatting(found[0])}"
    return ""
