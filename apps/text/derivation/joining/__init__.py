"""Statements taken apart and put together: lists, short sentences that add to the one before, pronouns. German.

May import from this app: derivation, derivation.acts, derivation.reading, derivation.rules, derivation.tokens.
"""
