"""Endnotes as the file of a text has them: which sentence names them, and what they say.

May import from this app: parsing.
"""
