"""English sentences as statements: clauses, their verb with its necessity, phrases with their roles by order.

May import from this app: derivation.both_languages, derivation.english.rules, derivation.tokens.
"""
