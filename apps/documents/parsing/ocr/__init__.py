"""Scanned pages: deskewing, recognition by tesseract, check boxes, a second pass.

May import from this app: parsing, parsing.layout.
"""
