"""What a sentence says against its source: negations, reversed bounds, exchanged terms, names of its own.

Also where another document contradicts what an answer cites.

May import from this app: models, quantities.
"""
