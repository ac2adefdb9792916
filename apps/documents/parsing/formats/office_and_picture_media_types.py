"""Media types of word processing, slides, sheets, mails, books and pictures, and what is to be done with each."""

OPEN_XML = "application/vnd.openxmlformats-officedocument"
DOCX, PPTX = f"{OPEN_XML}.wordprocessingml.document", f"{OPEN_XML}.presentationml.presentation"
ODT, ODP = "application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.presentation"
DOC, PPT, RTF = "application/msword", "application/vnd.ms-powerpoint", "application/rtf"
XLSX, XLS = f"{OPEN_XML}.spreadsheetml.sheet", "application/vnd.ms-excel"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
ODS, CSV = "application/vnd.oasis.opendocument.spreadsheet", "text/csv"
FODS = "application/vnd.oasis.opendocument.spreadsheet-flat-xml"
XML_SPREADSHEET = "application/vnd.ms-excel.xml"
"""Of Excel 2003, mostly under the name of an `.xls`."""
EML, MBOX, MSG = "message/rfc822", "application/mbox", "application/vnd.ms-outlook"
EPUB = "application/epub+zip"
JPEG, PNG, TIFF, WEBP, HEIC = "image/jpeg", "image/png", "image/tiff", "image/webp", "image/heic"

PRINTED_SUFFIXES = {DOCX: ".docx", DOC: ".doc", ODT: ".odt", RTF: ".rtf", PPTX: ".pptx", PPT: ".ppt", ODP: ".odp"}
"""What LibreOffice prints, with the suffix under which it is given the file."""
SLIDES = frozenset({PPTX, PPT, ODP})
PICTURES = frozenset({JPEG, PNG, TIFF, WEBP, HEIC})
SHOWN_AS_PDF = frozenset({*PRINTED_SUFFIXES, *PICTURES, EPUB})
"""Their pages are those of a PDF that is made of them once."""
WORKBOOKS = frozenset({XLSX, XLSB, XLS, ODS, FODS})
"""Read cell by cell."""
MAILS = frozenset({EML, MBOX, MSG})

OFFICE_BY_SUFFIX = {
    **{suffix: media_type for media_type, suffix in PRINTED_SUFFIXES.items()},
    # Templates and files with macros are read like the others: nothing in them is run.
    ".docm": DOCX,
    ".dotx": DOCX,
    ".pptm": PPTX,
    ".xlsx": XLSX,
    ".xlsm": XLSX,
    ".xltx": XLSX,
    ".xlsb": XLSB,
    ".xls": XLS,
    ".ods": ODS,
    ".fods": FODS,
    ".csv": CSV,
    ".tsv": CSV,
    ".tab": CSV,
    ".eml": EML,
    ".mbox": MBOX,
    ".msg": MSG,
    ".epub": EPUB,
    ".jpg": JPEG,
    ".jpeg": JPEG,
    ".png": PNG,
    ".tif": TIFF,
    ".tiff": TIFF,
    ".webp": WEBP,
    ".heic": HEIC,
    ".heif": HEIC,
}
