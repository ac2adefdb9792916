"""Lines and blocks of a page in reading order, tables, Markdown.

May import from this app: parsing, parsing.symbol_fonts.
"""
