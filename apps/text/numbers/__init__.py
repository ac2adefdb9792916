"""Numbers that are written in words: "zweihundertfünfzig", "dritte", "two hundred", and words that scale a number.

May import from this app: nothing.
"""
