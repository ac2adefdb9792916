"""Where files are kept: shares, object stores, mailboxes. A file for each.

May import from this app: fetching, parsing, parsing.formats, sources.connectors.
"""
