"""Numbers that are written in words: "zweihundertfünfzig", "dritte", "two hundred", and words that scale a
number; the numbers of rows, as addresses and names give them; and figures in one form, however written.

May import from this app: nothing.
"""
