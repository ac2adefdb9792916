"""The language tools of plain language: sentences, alignment, readability, syllables, masking.

May import from this app: nothing.
"""
