"""Compares statements and words: what is equal, who has which role, what differs. German and English.

May import from this app: entailment, entailment.both_languages, entailment.german.nominalisations,
entailment.german.clauses, entailment.german.quantities, entailment.german.rules, entailment.tokens, numbers.
"""
