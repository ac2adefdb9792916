"""Turns figure captions of web pages into paragraphs, because extraction of the main text drops captions."""

import re
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.parse_html_tree import parse_page_tree, serialise_html

if TYPE_CHECKING:
    from lxml.etree import _Element

CAPTION = re.compile(r"<figcaption\b", re.I)


def captions_to_paragraphs(source: str) -> str:
    """The page with each caption above or below its figure, as it stands in it."""
    root = parse_page_tree(source) if CAPTION.search(source) else None
    if root is None:
        return source
    for caption in list(root.iter("figcaption")):
        put_caption_beside_figure(caption)
    return serialise_html(root)


def put_caption_beside_figure(caption: "_Element") -> None:
    figure = next(caption.iterancestors("figure"), None)
    caption.tag = "p" if all(child.tag not in {"p", "div", "ul", "ol", "table"} for child in caption) else "div"
    if figure is None:
        return
    is_above = caption.getprevious() is None and caption.getparent() is figure
    before, parent = caption.getprevious(), caption.getparent()
    tail, caption.tail = caption.tail or "", None
    if before is not None:
        before.tail = (before.tail or "") + tail
    elif parent is not None:
        parent.text = (parent.text or "") + tail
    (figure.addprevious if is_above else figure.addnext)(caption)
