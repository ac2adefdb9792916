"""Meaning that must be kept: conditions, negations, obligations, address, coverage.

May import from this app: text.
"""
