"""Across sentences: lists split into statements, additions merged into the sentence before, pronouns resolved. German.

May import from this app: derivation.both_languages, derivation.german.acts, derivation.german.clauses,
derivation.german.rules, derivation.tokens, numbers.
"""
