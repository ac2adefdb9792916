"""The text of an Office file's own source (XML, streams).

May import from this app: parsing, parsing.drawings, parsing.endnotes, parsing.formats,
parsing.borderless_tables, parsing.layout, parsing.web_pages.
"""
