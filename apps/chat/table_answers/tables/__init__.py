"""Tables of stored pages: cells as figures, rows and columns, parts of one table joined.

May import from this app: nothing.
"""
