"""Parses XML of foreign files safely: nothing is fetched, no entity is resolved, the tree has bounds.

Also the namespaces of Office files, and the words of an element.
"""

import struct
import zlib
from typing import TYPE_CHECKING
from zipfile import BadZipFile

if TYPE_CHECKING:
    from lxml.etree import _Element

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
"""Of Word's files (ECMA-376), and of drawings in all of Microsoft's."""
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
"""Of OpenDocument (ISO/IEC 26300)."""
DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
XHTML = "{http://www.w3.org/1999/xhtml}"

BROKEN_PACKAGE_ERRORS = (
    BadZipFile,
    KeyError,
    OSError,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    struct.error,
    SyntaxError,
)
"""What packages and their XML raise that are not as they should be. The last one is what lxml's errors are."""


def parse_xml(data: bytes) -> "_Element":
    """The root. Raises lxml's XMLSyntaxError, which is a SyntaxError."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(data, parser)


def element_text(element: "_Element | None") -> str:
    """Returns all words within, with a blank between its elements and none twice; empty without an element."""
    return "" if element is None else " ".join(" ".join(map(str, element.itertext())).split())
