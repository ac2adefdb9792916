"""Statements and words held against each other: what is equal, who has which role, what differs.

May import from this app: derivation, derivation.acts, derivation.reading, derivation.rules, derivation.tokens.
"""
