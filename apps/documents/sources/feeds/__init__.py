"""Lists that others publish for programs to read: news feeds, repositories. A file for each.

May import from this app: fetching, parsing.formats, sources.connectors.
"""
