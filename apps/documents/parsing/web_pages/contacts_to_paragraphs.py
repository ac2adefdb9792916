"""Turns contact blocks beside the text of a web page into paragraphs, so that they are kept as part of it."""

import re
from itertools import islice
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

CONTACT = re.compile(r"<address\b|\bhref\s*=\s*[\"']?(?:tel|mailto):", re.I)
NAMED = re.compile(r"contact|kontakt|ansprechpartner|address|adresse|vcard", re.I)
OF_SITE = ("footer", "nav", "header")
"""Whose contacts are those of the whole site."""
LONGEST = 1_000
"""Characters of a part that is no more than a contact."""
MOST_ELEMENTS = 100


def contacts_to_paragraphs(source: str) -> str:
    """The page with its contacts as plain paragraphs, which no reader takes for navigation; as it is without any."""
    root = parse_page_tree(source) if CONTACT.search(source) else None
    if root is None:
        return source
    for part in [element for element in root.iter("aside", "div", "section") if is_contact(element)]:
        part.tag = "div"
        part.attrib.clear()
    for address in list(root.iter("address")):
        if next(address.iterancestors(*OF_SITE), None) is None:
            address.tag = "p"
            address.attrib.clear()
    return serialise_html(root)


def is_contact(element: "_Element") -> bool:
    """Whether it stands beside the text, or says by its name that it is a contact, and holds one."""
    if element.tag != "aside" and not NAMED.search(f"{element.get('class', '')} {element.get('id', '')}"):
        return False
    inner = list(islice(element.iter(), MOST_ELEMENTS))
    if len(inner) == MOST_ELEMENTS or next(element.iterancestors(*OF_SITE), None) is not None:
        return False
    if len(str(element.text_content())) > LONGEST:
        return False
    return any(each.tag == "address" or each.get("href", "").startswith(("tel:", "mailto:")) for each in inner)
