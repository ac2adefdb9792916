"""Office files as they are given to LibreOffice: tracked changes decided, nothing declared that points outside.

May import from this app: parsing, parsing.formats, parsing.mail, parsing.office_source_text.
"""
