"""Mails as they were sent or kept: their fields, their text and the names of what was attached.

May import from this app: parsing.
"""
