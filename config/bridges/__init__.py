"""Joins sibling apps: answers in plain language, cases out of feedback, the system card.

May import from this app: api.protocol.
"""
