"""Statements of values in other words: what a sentence states, of what, and whether two of them may contradict.

May import from this app: comparison.
"""
