"""Numbers that are written in words: "zweihundertfünfzig", "dritte", "two hundred", and words that scale a
number; and the numbers of rows, as addresses and names give them.

May import from this app: nothing.
"""
