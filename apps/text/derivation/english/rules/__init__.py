"""Rules on English statements that go by who is spoken of and what they owe.

May import from this app: derivation.both_languages, derivation.tokens, numbers.
"""
