"""Uploading in the admin: the form with a collection that may be new, and the progress of each file.

May import from this app: its root, models, parsing, uploads.
"""
