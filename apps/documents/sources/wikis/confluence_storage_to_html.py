"""Converts Confluence storage format to plain HTML: visible text stays, macro parameters and references are dropped."""

import re
from html import escape
from html.entities import html5

NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31};)")
XML_ENTITIES = {"lt;", "gt;", "amp;", "quot;", "apos;"}
"""What XML knows by itself."""
AC, RI = "urn:ac", "urn:ri"
UNREAD = [f"{{{AC}}}{name}" for name in ("parameter", "task-id", "task-uuid", "task-status")] + [f"{{{RI}}}*"]
"""Elements whose text nobody reads on the page."""
BLOCKS = ("rich-text-body", "plain-text-body", "task-body", "layout-cell", "structured-macro")


def storage_to_html(storage: str) -> str:
    """Linear in its length. What is not well formed is read as far as it goes."""
    from lxml import etree

    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False)
    text = f'<div xmlns:ac="{AC}" xmlns:ri="{RI}">{NAMED.sub(replace_entity, storage)}</div>'
    root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    if root is None:
        return escape(storage)
    etree.strip_elements(root, *UNREAD, with_tail=False)
    for element in root.iter(f"{{{AC}}}*"):
        element.tag = "div" if etree.QName(element).localname in BLOCKS else "span"
        element.attrib.clear()
    etree.cleanup_namespaces(root)
    return str(etree.tostring(root, encoding="unicode", method="html"))


def replace_entity(found: re.Match[str]) -> str:
    """HTML's names for characters, which XML does not know."""
    return found[0] if found[1] in XML_ENTITIES else html5.get(found[1], found[0])
