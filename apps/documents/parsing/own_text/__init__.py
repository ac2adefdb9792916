"""What an Office file says in its own words, held against the pages that were printed of it.

May import from this app: parsing, parsing.formats.
"""
