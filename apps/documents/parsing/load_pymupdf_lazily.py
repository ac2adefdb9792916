"""Loads PyMuPDF only where it is used: it costs 0.2 s and 40 MB, which the web process need not pay."""

from importlib import import_module
from typing import Any


def load_pymupdf() -> Any:
    """The module, silent: what MuPDF prints about broken files goes to nobody."""
    pymupdf: Any = import_module("pymupdf")
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    return pymupdf


def mupdf_errors() -> tuple[type[Exception], ...]:
    """What PyMuPDF raises for a broken file; MuPDF's own errors are not RuntimeErrors."""
    return (RuntimeError, ValueError, load_pymupdf().mupdf.FzErrorBase)


def raise_if_out_of_memory(error: Exception) -> None:
    """MuPDF says "malloc ... failed" where Python says MemoryError; the page is then not the one to blame."""
    if "malloc" in str(error) or "calloc" in str(error):
        raise MemoryError(str(error)) from error
