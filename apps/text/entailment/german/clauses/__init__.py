"""German sentences split into clauses with their predicates and parts: both sides by the same rules.

May import from this app: entailment.both_languages, entailment.tokens, numbers.
"""
