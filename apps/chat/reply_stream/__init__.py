"""A reply while it arrives: what of it may be shown, and whether it is still an answer.

May import from this app: reply_parsing.
"""
