"""Rules on English statements that go by who is spoken of and what they owe.

May import from this app: entailment.both_languages, entailment.tokens, numbers.
"""
