"""Office files as they are given to LibreOffice: tracked changes decided or told, boxes as signs, nothing from outside.

May import from this app: parsing, parsing.formats, parsing.mail, parsing.office_source_text, parsing.symbol_fonts.
"""
