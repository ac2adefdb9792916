"""Printed pages are completed and mended by the paragraphs of the file they were printed from.

May import from this app: parsing, parsing.drawings, parsing.endnotes, parsing.formats,
parsing.layout, parsing.office_source_text.
"""
