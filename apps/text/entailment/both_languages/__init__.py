"""What German and English share: statements with their predicate and parts, equivalent words, rules on negation.

May import from this app: entailment.tokens, grammar, numbers.
"""
