"""Acts named by nouns: which verb a noun names, and sentences that say with it what others say with the verb. German.

May import from this app: derivation.both_languages, derivation.german.clauses, derivation.tokens.
"""
