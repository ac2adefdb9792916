"""Backups of the embedded database: made, restored, tried; deletions that a restored state must repeat.

May import from this app: api.tokens, console, localdb, user_directory.
"""
