"""PDF files by MuPDF: text, whether a page needs OCR, page images, boxes of a quote.

May import from this app: parsing, parsing.layout, parsing.ocr, parsing.page_parts,
parsing.unruled_tables.
"""
