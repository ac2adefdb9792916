"""What a sentence says against its source: negations, reversed bounds, exchanged terms, names and subjects of its own.

May import from this app: figures.
"""
