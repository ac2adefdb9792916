"""A second reader of sentences that no rule derives from their quotes: who it is, what it is asked, what it changes.

May import from this app: admission, models, proof, rendering.
"""
