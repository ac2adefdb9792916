"""English sentences as statements: clauses, their verb with its necessity, phrases with their roles by order.

May import from this app: derivation, derivation.english_rules, derivation.reading, derivation.rules, derivation.tokens.
"""
