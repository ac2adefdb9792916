"""A classifier that recognises people in a crisis whose words no trigger foresees, in two stages: n-grams of letters
pick out the few messages that may be one, vectors of meaning decide. benchmarks/crisis_weights.py fits both.

May import from this app: nothing.
"""
