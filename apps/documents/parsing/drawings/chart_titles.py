"""The titles of charts and of their axes, as Office (DrawingML) and OpenDocument keep them.

The names and values of the columns are in the cells from which they are drawn.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apps.documents.parsing.parse_xml_tree import TEXT

if TYPE_CHECKING:
    from lxml.etree import _Element

OPEN_CHART = "{urn:oasis:names:tc:opendocument:xmlns:chart:1.0}"
OPEN_TITLES = (f"{OPEN_CHART}title", f"{OPEN_CHART}subtitle")


def office_chart_titles(root: "_Element") -> Iterator[str]:
    """Yields the titles of a part with a chart, also where it keeps the names of the stricter standard."""
    for title in root.iter("{*}title"):
        for paragraph in title.iter("{*}p"):
            yield "".join(each.text or "" for each in paragraph.iter("{*}t"))
        yield from (each.text or "" for each in title.iter("{*}v"))


def open_document_chart_titles(root: "_Element") -> Iterator[str]:
    for title in root.iter(*OPEN_TITLES):
        yield from ("".join(map(str, paragraph.itertext())) for paragraph in title.iter(f"{TEXT}p"))
