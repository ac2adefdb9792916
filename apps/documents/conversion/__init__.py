"""Files without pages of their own become a PDF, whose pages are then read, shown and cited.

May import from this app: parsing, parsing.formats, parsing.prepare_for_conversion.
"""
