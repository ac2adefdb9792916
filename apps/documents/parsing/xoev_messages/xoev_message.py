"""Recognises XÖV messages and extracts their text, by the schemas of xdomea 2.3 to 4.0 (KoSIT) and XJustiz 2.4 to
3.6."""

import re
from dataclasses import dataclass

from apps.documents.parsing.parse_xml_tree import parse_xml
from apps.documents.parsing.types import FailureReason, ParseFailure
from apps.documents.parsing.xoev_messages.xoev_labels import element_label
from apps.documents.parsing.xoev_messages.xoev_text import element_name, render_element

LOOKED_AT = 4_096
ROOT = re.compile(rb"<(?:[\w.-]{1,100}:)?[A-Za-z][\w.-]{0,200}\s[^>]{0,3000}")
NAMESPACES = (b"urn:xoev-de:", b"http://www.xjustiz.de", b"http://xoev.de/")
XDOMEA = re.compile(r"urn:xoev-de:xdomea:schema:([\d.]+)")
XJUSTIZ = "http://www.xjustiz.de"


@dataclass(frozen=True, slots=True)
class XoevMessage:
    """`text` is Markdown without its title."""

    title: str
    text: str


def is_xoev_message(data: bytes) -> bool:
    """By the namespaces of the first element."""
    begin = data[:LOOKED_AT].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not begin.startswith(b"<"):
        return False
    found = ROOT.search(begin)
    return found is not None and any(name in found[0] for name in NAMESPACES)


def read_xoev_message(data: bytes) -> XoevMessage:
    """Raises ParseFailure: damaged, no_text. Nothing is fetched, no entity is resolved."""
    try:
        root = parse_xml(data)
    except (SyntaxError, ValueError) as error:
        raise ParseFailure(FailureReason.DAMAGED, f"The message is not well-formed XML: {error}") from error
    text = render_element(root)
    if not text:
        raise ParseFailure(FailureReason.NO_TEXT, "The message holds no text.")
    space = str(root.tag).partition("}")[0].lstrip("{")
    version = "".join(element.get("xjustizVersion", "") for element in root.iterchildren("*"))
    return XoevMessage(f"{standard_name(space, version)}: {message_kind(element_name(root))}", text)


def standard_name(space: str, version: str) -> str:
    if found := XDOMEA.match(space):
        return f"xdomea {found[1]}"
    return f"XJustiz {version}".strip() if space == XJUSTIZ else "XÖV"


def message_kind(name: str) -> str:
    """`nachricht.gds.uebermittlungSchriftgutobjekte.0005005` and `Abgabe.Abgabe.0401` as words and number."""
    parts = [part for part in name.split(".") if part not in ("nachricht", "gds")]
    words = dict.fromkeys(element_label(part) for part in parts if not part.isdecimal())
    numbers = [part for part in parts if part.isdecimal()]
    return " ".join([*words, *(f"({number})" for number in numbers)])
