"""What belongs to the print of a page: its head and foot, footnotes, captions, a table that goes on on the next one.

May import from this app: parsing, parsing.layout.
"""
