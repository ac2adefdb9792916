"""Numbers, dates, amounts, units and legal references in text, compared by value in every notation.

May import from this app: nothing.
"""
