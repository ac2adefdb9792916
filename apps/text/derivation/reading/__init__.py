"""Text read into tokens with base form and value, clauses, predicates and parts: both sides by the same rules.

May import from this app: its root.
"""
