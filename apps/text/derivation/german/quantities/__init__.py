"""How old, how many of how many, how long and until when: phrases that give the same amounts. German.

May import from this app: derivation.both_languages, derivation.german.acts, derivation.tokens.
"""
