"""Acts named by nouns: which verb a noun names, who does the act, and sentences that say it by its noun. German.

May import from this app: derivation.both_languages, derivation.german.clauses, derivation.tokens.
"""
