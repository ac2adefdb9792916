"""Facts that must be equal on both sides: numbers, dates, laws, names, contacts, quotations.

May import from this app: text.
"""
