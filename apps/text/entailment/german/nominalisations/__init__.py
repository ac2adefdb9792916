"""Acts named by nouns: which verb a noun names, who does the act, and sentences that say it by its noun. German.

May import from this app: entailment.both_languages, entailment.german.clauses, entailment.tokens.
"""
