"""Media types of word processing, slides, books and pictures, and what is to be done with each."""

OPEN_XML = "application/vnd.openxmlformats-officedocument"
DOCX, PPTX = f"{OPEN_XML}.wordprocessingml.document", f"{OPEN_XML}.presentationml.presentation"
ODT, ODP = "application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.presentation"
DOC, PPT, RTF = "application/msword", "application/vnd.ms-powerpoint", "application/rtf"
EPUB = "application/epub+zip"
JPEG, PNG, TIFF, WEBP = "image/jpeg", "image/png", "image/tiff", "image/webp"

PRINTED = {DOCX: ".docx", DOC: ".doc", ODT: ".odt", RTF: ".rtf", PPTX: ".pptx", PPT: ".ppt", ODP: ".odp"}
"""What LibreOffice prints, with the suffix under which it is given the file."""
SLIDES = frozenset({PPTX, PPT, ODP})
PICTURES = frozenset({JPEG, PNG, TIFF, WEBP})
SHOWN_AS_PDF = frozenset({*PRINTED, *PICTURES, EPUB})
"""Their pages are those of a PDF that is made of them once."""

OFFICE_BY_SUFFIX = {
    **{suffix: media_type for media_type, suffix in PRINTED.items()},
    # Templates and files with macros are read like the others: nothing in them is run.
    ".docm": DOCX,
    ".dotx": DOCX,
    ".pptm": PPTX,
    ".epub": EPUB,
    ".jpg": JPEG,
    ".jpeg": JPEG,
    ".png": PNG,
    ".tif": TIFF,
    ".tiff": TIFF,
    ".webp": WEBP,
}
