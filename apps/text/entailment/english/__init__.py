"""English sentences as statements: clauses, their verb with its necessity, phrases with their roles by order.

May import from this app: entailment.both_languages, entailment.english.rules, entailment.tokens.
"""
