"""Numbers that are written in words: "zweihundertfünfzig", "dritte", "two hundred", and words that scale a number; what
a figure in digits is worth; dates; the numbers of rows, as addresses and names give them; figures in one form, however
written; names of months and weekdays; what a telephone dials; powers of ten, told from marks of notes.

May import from this app: nothing.
"""
