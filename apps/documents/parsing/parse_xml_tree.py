"""Parses XML of foreign files safely: nothing is fetched, no entity is resolved, the tree has bounds."""

import struct
import zlib
from typing import TYPE_CHECKING
from zipfile import BadZipFile

if TYPE_CHECKING:
    from lxml.etree import _Element

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
