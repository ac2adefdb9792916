"""Where files are kept: shares and object stores. A file for each.

May import from this app: fetching, parsing, parsing.formats, sources.connectors.
"""
