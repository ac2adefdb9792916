"""What a visitor of a web page can see.

May import from this app: parsing.
"""
