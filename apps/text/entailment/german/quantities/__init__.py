"""How old, how many of how many, how long and until when: phrases that give the same amounts. German.

May import from this app: entailment.both_languages, entailment.german.nominalisations, entailment.tokens.
"""
