"""Captions of figures on web pages as paragraphs beside them: what looks for the main text leaves them out."""

import re
from typing import TYPE_CHECKING

from apps.documents.parsing.web_pages.page_tree import as_html, page_tree

if TYPE_CHECKING:
    from lxml.etree import _Element

CAPTION = re.compile(r"<figcaption\b", re.I)


def with_captions_as_text(source: str) -> str:
    """The page with each caption above or below its figure, as it stands in it."""
    root = page_tree(source) if CAPTION.search(source) else None
    if root is None:
        return source
    for caption in list(root.iter("figcaption")):
        put_beside(caption)
    return as_html(root)


def put_beside(caption: "_Element") -> None:
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
