"""Sentences that no rule derives, read again by somebody else: who does it, and how they keep their order meanwhile.

May import from this app: nothing.
"""
