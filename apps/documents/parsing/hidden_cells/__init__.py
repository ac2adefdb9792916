"""Which rows and columns of a workbook are hidden, and how far apart its cells lie.

May import from this app: parsing.
"""
