"""Whether a text can be what a model was asked for: loops, and what it shares with the text it was made from.

May import from this app: its root.
"""
