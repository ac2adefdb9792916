"""Compares statements and words: what is equal, who has which role, what differs. German and English.

May import from this app: derivation, derivation.both_languages, derivation.german.acts, derivation.german.clauses,
derivation.german.quantities, derivation.german.rules, derivation.tokens, numbers.
"""
