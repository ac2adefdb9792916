"""Tables as CSV and XLSX files for people's spreadsheets, in which no text is ever taken for a formula.

May import from this app: its root.
"""
