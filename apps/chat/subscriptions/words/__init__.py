"""The word of a changed answer: what it says to whom, and its ways by mail, feed, webhook and chat platform.

May import from this app: models.
"""
