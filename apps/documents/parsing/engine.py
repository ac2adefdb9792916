"""PyMuPDF, loaded where it is used: it costs 0.2 s and 40 MB, which the web process need not pay."""

from importlib import import_module
from typing import Any


def load_pymupdf() -> Any:
    """The module, silent: what MuPDF prints about broken files goes to nobody."""
    pymupdf: Any = import_module("pymupdf")
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    return pymupdf
