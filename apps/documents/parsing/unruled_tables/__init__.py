"""Tables whose cells no lines, or only some, part: columns from the blanks between their words.

May import from this app: parsing.layout.
"""
