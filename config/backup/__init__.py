"""Backups of the embedded database: made, restored, tried; deletions that a restored state must repeat.

May import from this app: console, localdb, user_directory.
"""
