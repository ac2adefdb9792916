"""Tables without lines of Word and OpenDocument texts: which of them lay a page out, and what they say.

May import from this app: parsing, parsing.layout.
"""
