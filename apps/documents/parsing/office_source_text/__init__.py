"""The text of an Office file's own source (XML, streams), held against the pages that were printed of it.

May import from this app: parsing, parsing.drawings, parsing.formats.
"""
