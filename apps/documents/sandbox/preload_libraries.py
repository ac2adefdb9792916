"""Libraries that the server loads and warms up once for all forked children. Loading takes 0.3 to 0.6 s."""

import gc
from functools import cache
from importlib import import_module

from apps.documents.parsing.detect_stale_code import refuse_stale_code
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf

READER = "apps.documents.parsing.formats.read_document"
HEADS_AND_FEET = "apps.documents.parsing.page_parts.running_headers_and_footers"
OFFICE = (
    "lxml.etree",
    "apps.documents.parsing.office_source_text.read_source_paragraphs",
    "apps.documents.parsing.prepare_for_conversion.printable_copy",
    "apps.documents.parsing.repair_printed_pages.read_declared_headers_footers",
    "apps.documents.parsing.repair_printed_pages.restore_lost_text",
)
"""Without them each child would load them anew with its first Office file, which takes as long as reading three."""
MODULES = {
    "pdf": ("numpy", "PIL.Image", READER, HEADS_AND_FEET, *OFFICE),
    "html": ("trafilatura", "markdownify", READER),
    "words": ("numpy", "apps.documents.keywords.build_posting_rows", "apps.llm.offline", "apps.text.ngram_vectors"),
}


@cache
def preload_libraries(kind: str) -> None:
    """For files of this kind, "pdf" or "html", or for "words". A second call does nothing. Raises StaleParserCode.

    A name with dots is a function of a room above, which loads what the operations of that room need."""
    refuse_stale_code()
    is_collecting = gc.isenabled()
    # While modules are loaded there is nothing to collect.
    gc.disable()
    try:
        load_modules(kind)
    finally:
        if is_collecting:
            gc.enable()
    # The loaded objects go where no collection looks, so the children never copy their memory only to count them.
    gc.freeze()


def load_modules(kind: str) -> None:
    if "." in kind:
        module, _, function = kind.rpartition(".")
        getattr(import_module(module), function)()
    for module in MODULES.get(kind, ()):
        import_module(module)
    if kind == "pdf":
        read_sample()


def read_sample() -> None:
    """A page of our own through the whole reader: regular expressions, fonts and PyMuPDF's own set-up are done then.

    It halves the time a child needs for a short file, from 8 to 4 ms.
    """
    from apps.documents.parsing.formats.read_document import read_document

    document = load_pymupdf().open()
    page = document.new_page()
    page.insert_text((72, 72), "1. Ein Satz, der lang genug ist, dass ihn niemand für ein Bild hält.", fontsize=11)
    page.draw_rect((72, 100, 300, 200))
    read_document(document.tobytes(), "sample.pdf", "", ParseLimits(), lambda page, count: None)
