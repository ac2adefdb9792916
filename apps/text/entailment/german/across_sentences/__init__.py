"""Across sentences: lists split into statements, additions merged into the sentence before, pronouns resolved. German.

May import from this app: entailment.both_languages, entailment.german.nominalisations,
entailment.german.clauses, entailment.german.rules, entailment.tokens, numbers.
"""
