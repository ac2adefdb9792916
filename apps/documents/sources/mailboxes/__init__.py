"""Mails of a folder on a mail server: its address, a checked connection, which mails are new, what becomes of one.

May import from this app: fetching, parsing, parsing.formats, sources.connectors, its root.
"""
